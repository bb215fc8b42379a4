import { useState } from "preact/hooks";
import { hrefTo } from "../../router.ts";
import { momentOf } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/states.tsx";
import { titlesOf, useJobs, useRuns } from "./runs.ts";
import { countsOf, lengthOf, runTitle, stateOf } from "./words.ts";
import { Head } from "../../ui/table-head.tsx";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";

const SHOWN = 25;
/** The service's page limit. */
const SHOWN_MAX = 200;

/** Runs of jobs and of the owner on memory as a whole. */
export function History() {
  const [limit, setLimit] = useState(SHOWN);
  const titles = titlesOf(useJobs().data);
  const runs = useRuns(limit);
  return (
    <Show of={runs}>
      {(items) =>
        items.length === 0 ? (
          <Empty title={t("No runs yet")}>
            <p>{t("Each run of a job and each decision of yours appears here, with what it changed.")}</p>
          </Empty>
        ) : (
          <>
            <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Runs")}>
              <table class="plain">
                <Head columns={[t("What"), t("State"), t("When"), t("Took"), t("Result")]} />
                <tbody>
                  {items.map((run) => (
                    <tr key={run.id}>
                      <td>
                        <a href={hrefTo("maintenance", "runs", run.id)}>{runTitle(run.job, titles)}</a>
                        {run.dryRun && <span class="badge">{t("preview")}</span>}
                      </td>
                      <td>
                        <span class={`badge ${run.state}`}>{stateOf(run)}</span>
                      </td>
                      <td>{momentOf(run.startedAt)}</td>
                      <td>{lengthOf(run)}</td>
                      <td class="small">{countsOf(run.result)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {items.length >= limit && limit < SHOWN_MAX && (
              <Button onClick={() => setLimit(SHOWN_MAX)}>{t("Show older")}</Button>
            )}
          </>
        )
      }
    </Show>
  );
}
