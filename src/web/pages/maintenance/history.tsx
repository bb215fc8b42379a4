import { useState } from "preact/hooks";
import { hrefTo } from "../../router.ts";
import { momentOf } from "../../ui/format.ts";
import { Show } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { useTitles, useRuns, countsOf, lengthOf, runTitle, stateOf } from "./runs.ts";
import { Button } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

const SHOWN = 25;
/** The service's page limit. */
const SHOWN_MAX = 200;

/** Runs of jobs and of the owner on memory as a whole. */
export function History() {
  const [limit, setLimit] = useState(SHOWN);
  const titles = useTitles();
  const runs = useRuns(limit);
  return (
    <Show
      of={runs}
      empty={{
        title: t("No runs yet"),
        says: t("Each run of a job and each decision of yours appears here, with what it changed."),
      }}
    >
      {({ items }) => (
        <>
          <Table
            label={t("Runs")}
            rows={items}
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
          {items.length >= limit && limit < SHOWN_MAX && (
            <Button onClick={() => setLimit(SHOWN_MAX)}>{t("Show older")}</Button>
          )}
        </>
      )}
    </Show>
  );
}
