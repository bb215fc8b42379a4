import type { Rejection, Report } from "#client";
import { api } from "../../api/client.ts";
import { hrefTo } from "../../router.ts";
import { Chart } from "../../ui/chart.tsx";
import { numberOf, percentOf, wordsOf } from "../../ui/format.ts";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { REFUSED } from "../review/reasons.ts";
import { Bars } from "./bars.tsx";
import { NoReports } from "./no-reports.tsx";
import { daysShown, firstDay, useReports } from "./reports.ts";
import { Head } from "../../ui/table-head.tsx";
import { t } from "../../language/text.ts";

/** From statements to beliefs: how much is kept, and how much was made up. */
export function Quality() {
  const days = daysShown();
  const reports = useReports(days);
  return (
    <>
      <Show of={reports}>{(data) => (data.length === 0 ? <NoReports /> : <Course reports={data} />)}</Show>
      <Refused from={firstDay(days)} />
    </>
  );
}

function Course({ reports }: { reports: Report[] }) {
  const days = reports.map(({ date }) => date);
  return (
    <>
      <div class="charts">
        <Chart
          title={t("Messages read")}
          caption={t(
            "Turns out of which facts were drawn; those that failed, and answers of the model that could not be used.",
          )}
          days={days}
          series={[
            { name: t("read"), values: reports.map(({ extractions }) => extractions.done) },
            { name: t("unusable answers"), values: reports.map(({ extractions }) => extractions.malformed) },
            { name: t("failed"), values: reports.map(({ extractions }) => extractions.failed) },
          ]}
        />
        <Chart
          title={t("Statements checked")}
          caption={t("What the check believed and what it refused.")}
          days={days}
          series={[
            { name: t("believed"), values: reports.map(({ extractions }) => extractions.validated) },
            { name: t("refused"), values: reports.map(({ extractions }) => extractions.rejected) },
          ]}
        />
        <Chart
          title={t("Possible hallucinations")}
          caption={t(
            "Made up: statements refused because the words do not bear them out, of all proposed. Suspicious: reasonings of the model, reading or checking, that hedged or contradicted themselves.",
          )}
          days={days}
          areShares
          series={[
            { name: t("made up"), values: reports.map(({ hallucinationRate }) => hallucinationRate) },
            { name: t("suspicious"), values: reports.map(({ suspicious }) => suspicious.rate) },
          ]}
        />
        <Chart
          title={t("Agreement")}
          caption={t(
            "Votes of several readings that said the same; and recalled memories that you called helpful.",
          )}
          days={days}
          areShares
          series={[
            { name: t("readings agreed"), values: reports.map(({ ensemble }) => ensemble.agreement) },
            { name: t("called helpful"), values: reports.map(({ feedback }) => feedback.helpfulShare) },
          ]}
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
  const counts = new Map<string, Record<string, number>>();
  for (const { validations } of reports)
    for (const [stage, outcomes] of Object.entries(validations))
      for (const [outcome, count] of Object.entries(outcomes)) {
        const stands = counts.get(stage) ?? {};
        counts.set(stage, { ...stands, [outcome]: (stands[outcome] ?? 0) + count });
      }
  const stages = Object.keys(STAGES).filter((stage) => counts.has(stage));
  return (
    <section class="card stack" aria-labelledby="stages">
      <h2 id="stages">{t("Steps of the check")}</h2>
      {stages.length === 0 ? (
        <p class="muted">{t("Nothing was checked on these days.")}</p>
      ) : (
        <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Steps, each with its counts")}>
          <table class="plain small">
            <Head
              columns={[
                t("Step"),
                { number: t("passed") },
                { number: t("refused") },
                { number: t("waited") },
                t("came through"),
              ]}
            />
            <tbody>
              {stages.map((stage) => (
                <StageRow key={stage} name={STAGES[stage] ?? stage} counts={counts.get(stage) ?? {}} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function StageRow({ name, counts }: { name: string; counts: Record<string, number> }) {
  const { passed = 0, rejected = 0, deferred = 0 } = counts;
  const share = passed / Math.max(1, passed + rejected);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{numberOf(passed)}</td>
      <td class="number">{numberOf(rejected)}</td>
      <td class="number">{numberOf(deferred)}</td>
      <td>
        <meter min={0} max={1} value={share} aria-label={`${name}: ${t("came through")}`} />{" "}
        {percentOf(share)}
      </td>
    </tr>
  );
}

function Refused({ from }: { from: string }) {
  const patterns = useQuery(
    (signal) => api("GET /memory/rejections/patterns", { query: { from, by: "day" }, signal }),
    [from],
  );
  return (
    <Show of={patterns}>
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
