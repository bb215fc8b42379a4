import { api } from "../../api/client.ts";
import { hrefTo } from "../../router.ts";
import { momentOf, wordsOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { Show } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Button } from "../../ui/controls.tsx";
import { rich, t } from "../../language/text.ts";

/** Background jobs that were given up, and a way to retry them. */
export function DeadLetters() {
  return (
    <Show
      of={useAnswer("GET /maintenance/dead-letters")}
      empty={{
        title: t("No failed jobs"),
        says: rich(
          "Background work that failed three times appears here. Messages that the model could not read are listed in {settings}.",
          { settings: <a href={hrefTo("settings")}>{t("Settings")}</a> },
        ),
      }}
    >
      {({ items }) => (
        <Table
          label={t("Failed work")}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t("Work"),
              cell: ({ job, conversationId: id }) =>
                id === undefined ? wordsOf(job) : <a href={hrefTo("chat", id)}>{wordsOf(job)}</a>,
            },
            { title: t("Why"), cell: ({ code }) => wordsOf(code) },
            { title: t("Tries"), class: "number", cell: ({ attempts }) => attempts },
            { title: t("Last"), cell: ({ failedAt }) => momentOf(failedAt) },
            {
              title: t("Try again"),
              isHidden: true,
              cell: ({ id }) => (
                <Button
                  small
                  onClick={() => api("POST /maintenance/dead-letters/{id}/retry", { path: { id } })}
                  done={t("Trying again")}
                >
                  {t("Try again")}
                </Button>
              ),
            },
          ]}
        />
      )}
    </Show>
  );
}
