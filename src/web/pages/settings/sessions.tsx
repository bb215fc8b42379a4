import { useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import { momentOf } from "../../ui/format.ts";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { Head } from "../../ui/table-head.tsx";
import { attempt, notify } from "../../ui/toast.tsx";
import { Button } from "../../ui/button.tsx";

/** The browsers that are signed in, and a way to sign each of them out. */
export function Sessions() {
  const sessions = useQuery((signal) => api("GET /sessions", { signal }), []);
  const [isEnding, setEnding] = useState(false);
  const end = async (work: () => Promise<unknown>, told: string): Promise<void> => {
    setEnding(true);
    const done = await attempt(work);
    setEnding(false);
    if (!done) return;
    notify(told);
    sessions.reload();
  };
  return (
    <Show of={sessions}>
      {({ items }) =>
        items.length > 0 && (
          <section class="stack" aria-label="Browsers">
            <div class="scroll-x" tabIndex={0} role="region" aria-label="Browsers that are signed in">
              <table class="plain">
                <Head columns={["Browser", "Key", "Signed in", "Until", { hidden: "Sign out" }]} />
                <tbody>
                  {items.map((session) => (
                    <tr key={session.id}>
                      <td>
                        <span class="small">{session.client || "unnamed"}</span>{" "}
                        {session.isCurrent && <span class="badge ok">this browser</span>}
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
                            disabled={isEnding}
                            onClick={() =>
                              void end(
                                () => api("DELETE /sessions/{id}", { path: { id: session.id } }),
                                "That browser is signed out",
                              )
                            }
                          >
                            Sign it out
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
                  disabled={isEnding}
                  onClick={() => void end(() => api("DELETE /sessions"), "Every other browser is signed out")}
                >
                  Sign out every other browser
                </Button>
              </div>
            )}
          </section>
        )
      }
    </Show>
  );
}
