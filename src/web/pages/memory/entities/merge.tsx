import { useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import type { Entity } from "#client";
import { Dialog } from "../../../ui/dialog.tsx";
import { undoOf } from "../../../ui/facts.tsx";
import { useQuery } from "../../../ui/query.ts";
import { Show } from "../../../ui/parts.tsx";
import { notify } from "../../../ui/toast.ts";
import { Button, SearchInput } from "../../../ui/controls.tsx";
import { t } from "../../../language/text.ts";

const FOUND_MAX = 8;
const TYPING_MS = 150;

/** Merges two names of one thing. The run can be undone. */
export function MergeDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const [name, setName] = useState("");
  const found = useQuery(
    async (signal) => {
      await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
      const { items } = await api("GET /memory/entities", {
        query: { q: name.trim(), limit: FOUND_MAX },
        signal,
      });
      return items.filter(({ id, status }) => id !== entity.id && status !== "archived");
    },
    [name],
  );
  const merge = async (other: Entity): Promise<void> => {
    const body = { into: other.id };
    const { runId } = await api("POST /memory/entities/{id}/merge", { path: { id: entity.id }, body });
    const label = other.isSelf
      ? t("Merged {name} with you", { name: entity.name })
      : t("Merged {name} with {other}", { name: entity.name, other: other.name });
    const split = t("Split again");
    notify(label, runId === null ? undefined : undoOf(runId, split, split));
    onClose();
  };
  return (
    <Dialog title={t("Merge {name} with ...", { name: entity.name })} onClose={onClose}>
      <p class="muted small">
        {t(
          "Facts, names and mentions come together under the one that is mentioned more often. You can split them again.",
        )}
      </p>
      <SearchInput label={t("Name of the other")} autofocus value={name} set={setName} />
      <Show of={found}>
        {(others) => (
          <>
            <ul class="plain-list" aria-label={t("Entities found")}>
              {others.map((other) => (
                <li key={other.id} class="row">
                  <span class="grow">
                    {other.isSelf ? t("You") : other.name} <span class="muted small">{other.type}</span>
                  </span>
                  <Button small onClick={() => merge(other)}>
                    {t("Merge")}
                  </Button>
                </li>
              ))}
            </ul>
            {others.length === 0 && <p class="muted small">{t("No other entity has this name.")}</p>}
          </>
        )}
      </Show>
    </Dialog>
  );
}
