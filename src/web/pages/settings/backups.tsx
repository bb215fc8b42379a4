import { api } from "../../api/client.ts";
import { runJob } from "../../ui/facts.tsx";
import { Button } from "../../ui/controls.tsx";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { useMemoryFrames, useAnswer } from "../../ui/query.ts";
import { Card, Show } from "../../ui/parts.tsx";
import { notify } from "../../ui/toast.ts";
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
  const remove = async (): Promise<void> => {
    const { removed } = await api("DELETE /memory/copies");
    notify(t("{n} file removed | {n} files removed", { n: removed }));
  };
  return (
    <Card title={t("Backups")}>
      <p class="muted">
        {t("Backups are in the backup folder on the server. To restore one, import it above.")}
      </p>
      <Show of={copies}>
        {({ items }) => (
          <>
            {items.length === 0 && <p class="muted">{t("There is none yet.")}</p>}
            <ul class="wrap">
              {items.map(({ name }) => (
                <li key={name}>
                  <code>{name}</code>
                </li>
              ))}
            </ul>
            <div class="row">
              <Button onClick={() => runJob(JOB)}>{t("Back up now")}</Button>
              {items.length > 0 && (
                <ConfirmButton
                  label={t("Remove my backups ...")}
                  title={t("Remove your backups?")}
                  action={t("Remove them")}
                  onConfirm={remove}
                >
                  <p>
                    {t(
                      "All backups of your memory, and copies of archived facts, are deleted. The memory itself stays.",
                    )}
                  </p>
                </ConfirmButton>
              )}
            </div>
          </>
        )}
      </Show>
    </Card>
  );
}
