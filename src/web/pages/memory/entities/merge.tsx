import { useEffect, useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import type { Entity } from "#client";
import { Dialog } from "../../../ui/dialog.tsx";
import { attempt, notify } from "../../../ui/toast.tsx";
import { Button } from "../../../ui/button.tsx";

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
      const label = `Merged ${entity.name} with ${other.isSelf ? "you" : other.name}`;
      notify(
        label,
        runId === null ? undefined : { label: "Split again", run: () => void split(runId, onDone) },
      );
    });
    if (!done) return;
    onClose();
    onDone();
  };
  return (
    <Dialog title={`Merge ${entity.name} with ...`} onClose={onClose}>
      <p class="muted small">
        Facts, names and mentions come together under the one that is mentioned more often. You can split them
        again.
      </p>
      <input
        class="input"
        type="search"
        autofocus
        aria-label="Name of the other"
        placeholder="Name of the other"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <ul class="plain-list" aria-label="Entities found">
        {found.map((other) => (
          <li key={other.id} class="row">
            <span class="grow">
              {other.isSelf ? "You" : other.name} <span class="muted small">{other.type}</span>
            </span>
            <Button small onClick={() => void merge(other)}>
              Merge
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="muted small">No other entity has this name.</p>}
    </Dialog>
  );
}

async function split(runId: string, onDone: () => void): Promise<void> {
  if (!(await attempt(() => api("POST /maintenance/runs/{id}/undo", { path: { id: runId } })))) return;
  notify("Split again");
  onDone();
}
