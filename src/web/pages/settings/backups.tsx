import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import { observe } from "../../api/live.ts";
import type { Page } from "../../api/types.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { attempt, notify } from "../../ui/toast.tsx";

const JOB = "backup";

/** Files beside the service that hold this memory as it was. */
export function Backups() {
  const copies = useQuery((signal) => api<Page<{ name: string }>>("/memory/copies", { signal }), []);
  const [isRemoving, setRemoving] = useState(false);
  useEffect(
    () =>
      observe((frame) => {
        if (frame.type !== "maintenance.run" || frame.job !== JOB || frame.state === "running") return;
        if (frame.state === "done") notify("Backed up");
        copies.reload();
      }),
    [],
  );
  const remove = async (): Promise<void> => {
    const done = await attempt(async () => {
      const { removed } = await api<{ removed: number }>("/memory/copies", { method: "DELETE" });
      notify(`${removed} files removed`);
    });
    if (done) copies.reload();
  };
  return (
    <section class="card stack" aria-labelledby="backups">
      <h2 id="backups">Backups</h2>
      <p class="muted">
        They lie in the backup folder on the machine of the service. To restore one, import it above.
      </p>
      <Show of={copies}>
        {({ items }) => (
          <>
            {items.length === 0 && <p class="muted">There is none yet.</p>}
            <ul class="copies">
              {items.map(({ name }) => (
                <li key={name}>
                  <code>{name}</code>
                </li>
              ))}
            </ul>
            <div class="row">
              <button
                type="button"
                class="button"
                onClick={() => void attempt(() => api(`/maintenance/jobs/${JOB}/run`, { body: {} }))}
              >
                Back up now
              </button>
              {items.length > 0 && (
                <button type="button" class="button danger" onClick={() => setRemoving(true)}>
                  Remove my backups ...
                </button>
              )}
            </div>
          </>
        )}
      </Show>
      {isRemoving && (
        <Confirm
          title="Remove your backups?"
          action="Remove them"
          onClose={() => setRemoving(false)}
          onConfirm={() => void remove()}
        >
          <p>
            All backups of your memory, and copies of what was put away, are deleted. The memory itself stays.
          </p>
        </Confirm>
      )}
    </section>
  );
}
