import { api } from "../../api/client.ts";
import { hrefTo } from "../../router.ts";
import { momentOf, wordsOf } from "../../ui/format.ts";
import { useQuery } from "../../ui/query.ts";
import { Empty, Show } from "../../ui/states.tsx";
import { attempt, notify } from "../../ui/toast.tsx";
import { Head } from "../../ui/table-head.tsx";
import { Button } from "../../ui/button.tsx";
import { rich, t } from "../../language/text.ts";

/** Background jobs that were given up, and a way to retry them. */
export function DeadLetters() {
  const letters = useQuery((signal) => api("GET /maintenance/dead-letters", { signal }), []);
  const retry = async (id: string): Promise<void> => {
    const done = await attempt(() => api("POST /maintenance/dead-letters/{id}/retry", { path: { id } }));
    if (done) notify(t("Trying again"));
    letters.reload();
  };
  return (
    <Show of={letters}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t("No failed jobs")}>
            <p>
              {rich(
                "Background work that failed three times appears here. Messages that the model could not read are listed in {settings}.",
                { settings: <a href={hrefTo("settings")}>{t("Settings")}</a> },
              )}
            </p>
          </Empty>
        ) : (
          <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Failed work")}>
            <table class="plain">
              <Head
                columns={[t("Work"), t("Why"), { number: t("Tries") }, t("Last"), { hidden: t("Try again") }]}
              />
              <tbody>
                {items.map(({ id, job, code, attempts, failedAt, conversationId }) => (
                  <tr key={id}>
                    <td>
                      {conversationId === undefined ? (
                        wordsOf(job)
                      ) : (
                        <a href={hrefTo("chat", conversationId)}>{wordsOf(job)}</a>
                      )}
                    </td>
                    <td>{wordsOf(code)}</td>
                    <td class="number">{attempts}</td>
                    <td>{momentOf(failedAt)}</td>
                    <td>
                      <Button small onClick={() => retry(id)}>
                        {t("Try again")}
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Show>
  );
}
