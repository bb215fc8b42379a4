import type { Rejection, Report } from "#client";
import { hrefTo } from "../../router.ts";
import { Chart } from "../../ui/chart.tsx";
import { numberOf, wordsOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { Card, Show } from "../../ui/parts.tsx";
import { Meter, Table } from "../../ui/table.tsx";
import { REFUSED } from "../review/reasons.ts";
import { Bars } from "./bars.tsx";
import { ReportChart, Reported, daysShown, firstDay } from "./reports.tsx";
import { t } from "../../language/text.ts";

/** From statements to beliefs: how much is kept, and how much was made up. */
export function Quality() {
  return (
    <>
      <Reported>{(reports) => <Course reports={reports} />}</Reported>
      <Refused from={firstDay(daysShown())} />
    </>
  );
}

function Course({ reports }: { reports: Report[] }) {
  return (
    <>
      <div class="charts">
        <ReportChart
          title={t("Messages read")}
          caption={t(
            "Turns out of which facts were drawn; those that failed, and answers of the model that could not be used.",
          )}
          reports={reports}
          lines={{
            [t("read")]: ({ extractions }) => extractions.done,
            [t("unusable answers")]: ({ extractions }) => extractions.malformed,
            [t("failed")]: ({ extractions }) => extractions.failed,
          }}
        />
        <ReportChart
          title={t("Statements checked")}
          caption={t("What the check believed and what it refused.")}
          reports={reports}
          lines={{
            [t("believed")]: ({ extractions }) => extractions.validated,
            [t("refused")]: ({ extractions }) => extractions.rejected,
          }}
        />
        <ReportChart
          title={t("Possible hallucinations")}
          caption={t(
            "Made up: statements refused because the words do not bear them out, of all proposed. Suspicious: reasonings of the model, reading or checking, that hedged or contradicted themselves.",
          )}
          reports={reports}
          areShares
          lines={{
            [t("made up")]: ({ hallucinationRate }) => hallucinationRate,
            [t("suspicious")]: ({ suspicious }) => suspicious.rate,
          }}
        />
        <ReportChart
          title={t("Agreement")}
          caption={t(
            "Votes of several readings that said the same; and recalled memories that you called helpful.",
          )}
          reports={reports}
          areShares
          lines={{
            [t("readings agreed")]: ({ ensemble }) => ensemble.agreement,
            [t("called helpful")]: ({ feedback }) => feedback.helpfulShare,
          }}
        />
      </div>
      <Stages reports={reports} />
    </>
  );
}

const STAGES: Record<string, string> = {
  syntax: t("The answer can be read"),
  shape: t("The statement is complete"),
  grounding: t("Its words were said"),
  consistency: t("It fits what is known"),
  ensemble: t("Several readings agree"),
  adjudication: t("A contradiction is settled"),
  web: t("The web bears it out"),
  confidence: t("It is sure enough"),
  review: t("You agree"),
};

/** Each step of the check over all these days, in order. */
function Stages({ reports }: { reports: Report[] }) {
  const stages = Object.entries(STAGES).flatMap(([stage, name]) => {
    const days = reports.map(({ validations }) => validations[stage]).filter((one) => one !== undefined);
    const sum = (outcome: string): number => days.reduce((all, one) => all + (one[outcome] ?? 0), 0);
    const counts = { name, passed: sum("passed"), rejected: sum("rejected"), deferred: sum("deferred") };
    return days.length === 0 ? [] : counts;
  });
  return (
    <Card title={t("Steps of the check")}>
      {stages.length === 0 ? (
        <p class="muted">{t("Nothing was checked on these days.")}</p>
      ) : (
        <Table
          class="small"
          label={t("Steps, each with its counts")}
          rows={stages}
          keyOf={({ name }) => name}
          columns={[
            { title: t("Step"), isName: true, cell: ({ name }) => name },
            { title: t("passed"), class: "number", cell: ({ passed }) => numberOf(passed) },
            { title: t("refused"), class: "number", cell: ({ rejected }) => numberOf(rejected) },
            { title: t("waited"), class: "number", cell: ({ deferred }) => numberOf(deferred) },
            {
              title: t("came through"),
              cell: ({ name, passed, rejected }) => (
                <Meter label={`${name}: ${t("came through")}`} part={passed} of={passed + rejected} />
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

function Refused({ from }: { from: string }) {
  return (
    <Show of={useAnswer("GET /memory/rejections/patterns", { query: { from, by: "day" } })}>
      {({ total, overruled, byReason, byPredicate, overTime }) => (
        <>
          <div class="row">
            <h2 class="grow">{t("Refused")}</h2>
            <a href={hrefTo("review", { state: "refused" })}>
              {t("Open each with its words and the thought behind it")}
            </a>
          </div>
          <p class="muted">
            {t("{total} proposals were refused, {overruled} of them you overruled.", { total, overruled })}
          </p>
          <div class="charts">
            {total > 0 && (
              <Chart
                title={t("Refused over time")}
                caption={t("Proposals that did not become memory.")}
                days={overTime.map(({ period }) => period)}
                series={[{ name: t("refused"), values: overTime.map(({ rejections }) => rejections) }]}
              />
            )}
            <Bars
              title={t("Why")}
              empty={t("Nothing was refused.")}
              bars={Object.entries(byReason).map(([reason, count]) => ({
                key: reason,
                name: (
                  <a href={hrefTo("review", { state: "refused", reason })}>
                    {REFUSED[reason as Rejection["reason"]]}
                  </a>
                ),
                count,
              }))}
            />
            <Bars
              title={t("About what")}
              empty={t("Nothing was refused.")}
              bars={Object.entries(byPredicate).map(([predicate, count]) => ({
                key: predicate,
                name: wordsOf(predicate),
                count,
              }))}
            />
          </div>
        </>
      )}
    </Show>
  );
}
