import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import { observe } from "../../api/live.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { attempt, notify } from "../../ui/toast.tsx";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";

const JOB = "backup";

/** Files on the service's machine with earlier states of this memory. */
export function Backups() {
  const copies = useQuery((signal) => api("GET /memory/copies", { signal }), []);
  const [isRemoving, setRemoving] = useState(false);
  useEffect(
    () =>
      observe((frame) => {
        if (frame.type !== "maintenance.run" || frame.job !== JOB || frame.state === "running") return;
        if (frame.state === "done") notify(t("Backed up"));
        copies.reload();
      }),
    [],
  );
  const remove = async (): Promise<void> => {
    const done = await attempt(async () => {
      const { removed } = await api("DELETE /memory/copies");
      notify(t("{n} file removed | {n} files removed", { n: removed }));
    });
    if (done) copies.reload();
  };
  return (
    <section class="card stack" aria-labelledby="backups">
      <h2 id="backups">{t("Backups")}</h2>
      <p class="muted">
        {t("Backups are in the backup folder on the server. To restore one, import it above.")}
      </p>
      <Show of={copies}>
        {({ items }) => (
          <>
            {items.length === 0 && <p class="muted">{t("There is none yet.")}</p>}
            <ul class="copies">
              {items.map(({ name }) => (
                <li key={name}>
                  <code>{name}</code>
                </li>
              ))}
            </ul>
            <div class="row">
              <Button
                onClick={() =>
                  attempt(() => api("POST /maintenance/jobs/{name}/run", { path: { name: JOB }, body: {} }))
                }
              >
                {t("Back up now")}
              </Button>
              {items.length > 0 && (
                <Button danger onClick={() => setRemoving(true)}>
                  {t("Remove my backups ...")}
                </Button>
              )}
            </div>
          </>
        )}
      </Show>
      {isRemoving && (
        <Confirm
          title={t("Remove your backups?")}
          action={t("Remove them")}
          onClose={() => setRemoving(false)}
          onConfirm={() => void remove()}
        >
          <p>
            {t(
              "All backups of your memory, and copies of archived facts, are deleted. The memory itself stays.",
            )}
          </p>
        </Confirm>
      )}
    </section>
  );
}
