import { api } from "../../api/client.ts";
import { momentOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { Show } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Button } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

/** The browsers that are signed in, and a way to sign each of them out. */
export function Sessions() {
  return (
    <Show of={useAnswer("GET /sessions")} empty={null}>
      {({ items }) => (
        <section class="stack" aria-label={t("Browsers")}>
          <Table
            label={t("Browsers that are signed in")}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t("Browser"),
                cell: ({ client, isCurrent }) => (
                  <>
                    <span class="small">{client || t("unnamed")}</span>{" "}
                    {isCurrent && <span class="badge ok">{t("this browser")}</span>}
                  </>
                ),
              },
              { title: t("Key"), cell: ({ keyId }) => <code>eng_{keyId}_...</code> },
              { title: t("Signed in"), cell: ({ startedAt }) => momentOf(startedAt) },
              { title: t("Until"), cell: ({ endsAt }) => momentOf(endsAt) },
              {
                title: t("Sign out"),
                isHidden: true,
                cell: ({ id, isCurrent }) =>
                  !isCurrent && (
                    <Button
                      small
                      danger
                      onClick={() => api("DELETE /sessions/{id}", { path: { id } })}
                      done={t("That browser is signed out")}
                    >
                      {t("Sign it out")}
                    </Button>
                  ),
              },
            ]}
          />
          {items.some(({ isCurrent }) => !isCurrent) && (
            <div class="row">
              <Button onClick={() => api("DELETE /sessions")} done={t("Every other browser is signed out")}>
                {t("Sign out every other browser")}
              </Button>
            </div>
          )}
        </section>
      )}
    </Show>
  );
}
