import { api } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm, DialogButton } from "../../ui/dialog.tsx";
import { useMemoryFrames, useAnswer } from "../../ui/query.ts";
import { Card } from "../../ui/section.tsx";
import { Show } from "../../ui/states.tsx";
import { attempt, notify } from "../../ui/toast.tsx";
import { t } from "../../language/text.ts";

const JOB = "backup";

/** Files on the service's machine with earlier states of this memory. */
export function Backups() {
  const copies = useAnswer("GET /memory/copies");
  useMemoryFrames((frame) => {
    if (frame.type !== "maintenance.run" || frame.job !== JOB || frame.state === "running") return;
    if (frame.state === "done") notify(t("Backed up"));
    copies.reload();
  });
  const make = (): Promise<boolean> =>
    attempt(() => api("POST /maintenance/jobs/{name}/run", { path: { name: JOB }, body: {} }));
  const remove = (): Promise<boolean> =>
    attempt(async () => {
      const { removed } = await api("DELETE /memory/copies");
      notify(t("{n} file removed | {n} files removed", { n: removed }));
    });
  return (
    <Card title={t("Backups")}>
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
              <Button onClick={make}>{t("Back up now")}</Button>
              {items.length > 0 && (
                <DialogButton
                  danger
                  dialog={(close) => (
                    <Confirm
                      title={t("Remove your backups?")}
                      action={t("Remove them")}
                      onClose={close}
                      onConfirm={remove}
                    >
                      <p>
                        {t(
                          "All backups of your memory, and copies of archived facts, are deleted. The memory itself stays.",
                        )}
                      </p>
                    </Confirm>
                  )}
                >
                  {t("Remove my backups ...")}
                </DialogButton>
              )}
            </div>
          </>
        )}
      </Show>
    </Card>
  );
}
