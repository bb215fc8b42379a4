import { api } from "../../api/client.ts";
import { hrefTo } from "../../router.ts";
import { momentOf, wordsOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { Show, useSome } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { PAGE_MAX, useTitles, useRuns, countsOf, lengthOf, runTitle, stateOf } from "./runs.ts";
import { Button } from "../../ui/controls.tsx";
import { rich, t } from "../../language/text.ts";

const SHOWN = 25;

/** Runs of jobs and of the owner on memory as a whole. */
export function History() {
  const titles = useTitles();
  const runs = useRuns();
  const [shown, more] = useSome(runs.data?.items ?? [], SHOWN);
  return (
    <Show
      of={runs}
      empty={{
        title: t("No runs yet"),
        says: t("Each run of a job and each decision of yours appears here, with what it changed."),
      }}
    >
      {() => (
        <>
          <Table
            label={t("Runs")}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t("What"),
                cell: ({ id, job, dryRun }) => (
                  <>
                    <a href={hrefTo("maintenance", "runs", id)}>{runTitle(job, titles)}</a>
                    {dryRun && <span class="badge">{t("preview")}</span>}
                  </>
                ),
              },
              { title: t("State"), cell: (run) => <span class={`badge ${run.state}`}>{stateOf(run)}</span> },
              { title: t("When"), cell: ({ startedAt }) => momentOf(startedAt) },
              { title: t("Took"), cell: lengthOf },
              { title: t("Result"), class: "small", cell: ({ result }) => countsOf(result) },
            ]}
          />
          {more}
        </>
      )}
    </Show>
  );
}

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

/** Acts on the memory as a whole and on its keys, with their authors. */
export function AuditList() {
  return (
    <Show
      of={useAnswer("GET /maintenance/audit", { query: { limit: PAGE_MAX } })}
      empty={{
        title: t("Nothing logged yet"),
        says: t("Backups, exports, imports, keys and undone runs are listed here, never any of your words."),
      }}
    >
      {({ items }) => (
        <Table
          label={t("Record")}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { title: t("When"), cell: ({ at }) => momentOf(at) },
            { title: t("What"), cell: ({ act }) => wordsOf(act) },
            { title: t("By"), cell: ({ actor }) => actor },
            { title: t("Counts"), class: "small", cell: ({ counts }) => countsOf(counts) },
          ]}
        />
      )}
    </Show>
  );
}
