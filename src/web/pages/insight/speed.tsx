import { Chart } from "../../ui/chart.tsx";
import { numberOf, percentOf, wordsOf } from "../../ui/format.ts";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { looksBy } from "../../ui/lane.ts";
import { quantileOf, readMetrics, sumOf, valuesOf, type Metrics } from "./metrics.ts";
import { NoReports } from "./no-reports.tsx";
import { daysShown, useReports } from "./reports.ts";
import { Head } from "../../ui/table-head.tsx";
import { rich, t } from "../../language/text.ts";

const TOKENS = "engram_llm_tokens_total";
const REQUESTS = "engram_llm_requests_total";
const FIRST_TOKEN = "engram_first_token_seconds";
const RETRIEVAL = "engram_retrieval_seconds";
const HALF = 0.5;
const NEARLY_ALL = 0.95;

/** Model costs and savings, and the duration of everything. */
export function Speed() {
  const reports = useReports(daysShown());
  const metrics = useQuery(readMetrics, []);
  return (
    <>
      <Show of={reports}>
        {(data) =>
          data.length === 0 ? (
            <NoReports />
          ) : (
            <div class="charts">
              <Chart
                title={t("Tokens of the model")}
                caption={t("Read and written for what you said, and used by maintenance.")}
                days={data.map(({ date }) => date)}
                series={[
                  { name: t("read"), values: data.map(({ modelTokens }) => modelTokens.prompt) },
                  { name: t("written"), values: data.map(({ modelTokens }) => modelTokens.completion) },
                  { name: t("maintenance"), values: data.map(({ modelTokens }) => modelTokens.jobs) },
                ]}
              />
              <Chart
                title={t("Waiting")}
                caption={t("Turns that waited to be read or checked when the report was made.")}
                days={data.map(({ date }) => date)}
                series={[
                  { name: t("to read"), values: data.map(({ waiting }) => waiting.extraction) },
                  { name: t("to check"), values: data.map(({ waiting }) => waiting.verification) },
                ]}
              />
            </div>
          )
        }
      </Show>
      <h2>{t("Since the service was started")}</h2>
      <Show of={metrics}>
        {(data) =>
          data === "unavailable" ? (
            <p class="muted">
              {rich(
                "These figures come from {address}, which is guarded by a token of its own (METRICS_TOKEN).",
                {
                  address: <code>/metrics</code>,
                },
              )}
            </p>
          ) : (
            <>
              <Calls metrics={data} />
              <Times metrics={data} />
            </>
          )
        }
      </Show>
    </>
  );
}

const PURPOSES: Record<string, string> = {
  chat: t("Replies"),
  extract: t("Reading turns"),
  verify: t("Checking"),
  adjudicate: t("Settling contradictions"),
  summarise: t("Summaries"),
  probe: t("Getting to know the model"),
};

function Calls({ metrics }: { metrics: Metrics }) {
  const purposes = valuesOf(metrics, REQUESTS, "purpose");
  if (purposes.length === 0) return <p class="muted">{t("The model was not asked yet.")}</p>;
  return (
    <section class="card stack" aria-labelledby="calls">
      <h2 id="calls">{t("Model calls")}</h2>
      <p class="muted small">
        {t(
          "From cache: what the model had read before and did not need to read again. Replies begin fast when it is much.",
        )}
      </p>
      <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Calls, by what they are for")}>
        <table class="plain small">
          <thead>
            <tr>
              <th scope="col">{t("For")}</th>
              {[t("calls"), t("failed"), t("tokens read"), t("written")].map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
              <th scope="col">{t("from cache")}</th>
            </tr>
          </thead>
          <tbody>
            {purposes.map((purpose) => {
              const tokens = (kind: string): number => sumOf(metrics, TOKENS, { purpose, kind });
              const calls = sumOf(metrics, REQUESTS, { purpose });
              const share = tokens("cached") / Math.max(1, tokens("prompt"));
              const name = PURPOSES[purpose] ?? wordsOf(purpose);
              return (
                <tr key={purpose}>
                  <th scope="row">{name}</th>
                  <td class="number">{numberOf(calls)}</td>
                  <td class="number">
                    {numberOf(calls - sumOf(metrics, REQUESTS, { purpose, outcome: "ok" }))}
                  </td>
                  <td class="number">{numberOf(tokens("prompt"))}</td>
                  <td class="number">{numberOf(tokens("completion"))}</td>
                  <td>
                    <meter min={0} max={1} value={share} aria-label={`${name}: ${t("from cache")}`} />{" "}
                    {percentOf(share)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Times({ metrics }: { metrics: Metrics }) {
  const lanes = valuesOf(metrics, `${RETRIEVAL}_count`, "lane").filter((lane) => lane !== "total");
  const rows: [name: string, metric: string, labels: Record<string, string>][] = [
    [t("First word of a reply"), FIRST_TOKEN, {}],
    [t("Recall as a whole"), RETRIEVAL, { lane: "total" }],
    ...lanes.map((lane): (typeof rows)[number] => [
      t("Recall by {lane}", { lane: looksBy(lane) }),
      RETRIEVAL,
      { lane },
    ]),
  ];
  const told = rows.filter(([, metric, labels]) => sumOf(metrics, `${metric}_count`, labels) > 0);
  if (told.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="times">
      <h2 id="times">{t("Time it takes")}</h2>
      <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Times, by what takes them")}>
        <table class="plain small">
          <Head
            columns={[
              t("What"),
              { number: t("times") },
              { number: t("mean") },
              { number: t("median") },
              { number: t("95th percentile") },
            ]}
          />
          <tbody>
            {told.map(([name, metric, labels]) => {
              const count = sumOf(metrics, `${metric}_count`, labels);
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td class="number">{numberOf(count)}</td>
                  <td class="number">{secondsOf(sumOf(metrics, `${metric}_sum`, labels) / count)}</td>
                  <td class="number">{secondsOf(quantileOf(metrics, metric, HALF, labels))}</td>
                  <td class="number">{secondsOf(quantileOf(metrics, metric, NEARLY_ALL, labels))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function secondsOf(seconds: number | null): string {
  if (seconds === null) return "-";
  if (!Number.isFinite(seconds)) return t("longer");
  return seconds < 1 ? `${Math.round(seconds * 10_000) / 10} ms` : `${Math.round(seconds * 10) / 10} s`;
}
