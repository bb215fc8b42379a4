import { api } from "../../api/client.ts";
import { momentOf } from "../../ui/format.ts";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { Head } from "../../ui/table-head.tsx";
import { attempt, notify } from "../../ui/toast.tsx";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";

/** The browsers that are signed in, and a way to sign each of them out. */
export function Sessions() {
  const sessions = useQuery((signal) => api("GET /sessions", { signal }), []);
  const end = async (work: () => Promise<unknown>, told: string): Promise<void> => {
    if (!(await attempt(work))) return;
    notify(told);
    sessions.reload();
  };
  return (
    <Show of={sessions}>
      {({ items }) =>
        items.length > 0 && (
          <section class="stack" aria-label={t("Browsers")}>
            <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Browsers that are signed in")}>
              <table class="plain">
                <Head
                  columns={[t("Browser"), t("Key"), t("Signed in"), t("Until"), { hidden: t("Sign out") }]}
                />
                <tbody>
                  {items.map((session) => (
                    <tr key={session.id}>
                      <td>
                        <span class="small">{session.client || t("unnamed")}</span>{" "}
                        {session.isCurrent && <span class="badge ok">{t("this browser")}</span>}
                      </td>
                      <td>
                        <code>eng_{session.keyId}_...</code>
                      </td>
                      <td>{momentOf(session.startedAt)}</td>
                      <td>{momentOf(session.endsAt)}</td>
                      <td>
                        {!session.isCurrent && (
                          <Button
                            small
                            danger
                            onClick={() =>
                              end(
                                () => api("DELETE /sessions/{id}", { path: { id: session.id } }),
                                t("That browser is signed out"),
                              )
                            }
                          >
                            {t("Sign it out")}
                          </Button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {items.some(({ isCurrent }) => !isCurrent) && (
              <div class="row">
                <Button
                  onClick={() => end(() => api("DELETE /sessions"), t("Every other browser is signed out"))}
                >
                  {t("Sign out every other browser")}
                </Button>
              </div>
            )}
          </section>
        )
      }
    </Show>
  );
}
