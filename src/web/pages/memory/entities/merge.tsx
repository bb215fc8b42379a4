import { useEffect, useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import type { Entity } from "#client";
import { Dialog } from "../../../ui/dialog.tsx";
import { attempt, notify } from "../../../ui/toast.tsx";
import { Button } from "../../../ui/button.tsx";
import { t } from "../../../language/text.ts";

const FOUND_MAX = 8;
const TYPING_MS = 150;

interface Props {
  entity: Entity;
  onClose: () => void;
  onDone: () => void;
}

/** Merges two names of one thing. The run can be undone. */
export function MergeDialog({ entity, onClose, onDone }: Props) {
  const [name, setName] = useState("");
  const [found, setFound] = useState<Entity[]>([]);
  useEffect(() => {
    const asked = new AbortController();
    const typed = setTimeout(() => {
      const call = { query: { q: name.trim(), limit: FOUND_MAX }, signal: asked.signal };
      api("GET /memory/entities", call).then(
        ({ items }) => setFound(items.filter(({ id, status }) => id !== entity.id && status !== "archived")),
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(typed);
      asked.abort();
    };
  }, [name]);
  const merge = async (other: Entity): Promise<void> => {
    const done = await attempt(async () => {
      const body = { into: other.id };
      const { runId } = await api("POST /memory/entities/{id}/merge", { path: { id: entity.id }, body });
      const label = other.isSelf
        ? t("Merged {name} with you", { name: entity.name })
        : t("Merged {name} with {other}", { name: entity.name, other: other.name });
      notify(
        label,
        runId === null ? undefined : { label: t("Split again"), run: () => void split(runId, onDone) },
      );
    });
    if (!done) return;
    onClose();
    onDone();
  };
  return (
    <Dialog title={t("Merge {name} with ...", { name: entity.name })} onClose={onClose}>
      <p class="muted small">
        {t(
          "Facts, names and mentions come together under the one that is mentioned more often. You can split them again.",
        )}
      </p>
      <input
        class="input"
        type="search"
        autofocus
        aria-label={t("Name of the other")}
        placeholder={t("Name of the other")}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <ul class="plain-list" aria-label={t("Entities found")}>
        {found.map((other) => (
          <li key={other.id} class="row">
            <span class="grow">
              {other.isSelf ? t("You") : other.name} <span class="muted small">{other.type}</span>
            </span>
            <Button small onClick={() => void merge(other)}>
              {t("Merge")}
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="muted small">{t("No other entity has this name.")}</p>}
    </Dialog>
  );
}

async function split(runId: string, onDone: () => void): Promise<void> {
  if (!(await attempt(() => api("POST /maintenance/runs/{id}/undo", { path: { id: runId } })))) return;
  notify(t("Split again"));
  onDone();
}
