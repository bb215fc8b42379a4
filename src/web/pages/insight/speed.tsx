import { Chart } from "../../ui/chart.tsx";
import { numberOf, percentOf, wordsOf } from "../../ui/format.ts";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { quantileOf, readMetrics, sumOf, valuesOf, type Metrics } from "./metrics.ts";
import { NoReports } from "./no-reports.tsx";
import { daysShown, useReports } from "./reports.ts";
import { Head } from "../../ui/table-head.tsx";

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
                title="Tokens of the model"
                caption="Read and written for what you said, and used by maintenance."
                days={data.map(({ date }) => date)}
                series={[
                  { name: "read", values: data.map(({ modelTokens }) => modelTokens.prompt) },
                  { name: "written", values: data.map(({ modelTokens }) => modelTokens.completion) },
                  { name: "maintenance", values: data.map(({ modelTokens }) => modelTokens.jobs) },
                ]}
              />
              <Chart
                title="Waiting"
                caption="Turns that waited to be read or checked when the report was made."
                days={data.map(({ date }) => date)}
                series={[
                  { name: "to read", values: data.map(({ waiting }) => waiting.extraction) },
                  { name: "to check", values: data.map(({ waiting }) => waiting.verification) },
                ]}
              />
            </div>
          )
        }
      </Show>
      <h2>Since the service was started</h2>
      <Show of={metrics}>
        {(data) =>
          data === "unavailable" ? (
            <p class="muted">
              These figures come from <code>/metrics</code>, which is guarded by a token of its own
              (METRICS_TOKEN).
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
  chat: "Replies",
  extract: "Reading turns",
  verify: "Checking",
  adjudicate: "Settling contradictions",
  summarise: "Summaries",
  probe: "Getting to know the model",
};

function Calls({ metrics }: { metrics: Metrics }) {
  const purposes = valuesOf(metrics, REQUESTS, "purpose");
  if (purposes.length === 0) return <p class="muted">The model was not asked yet.</p>;
  return (
    <section class="card stack" aria-labelledby="calls">
      <h2 id="calls">Model calls</h2>
      <p class="muted small">
        From cache: what the model had read before and did not need to read again. Replies begin fast when it
        is much.
      </p>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Calls, by what they are for">
        <table class="plain small">
          <thead>
            <tr>
              <th scope="col">For</th>
              {["calls", "failed", "tokens read", "written"].map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
              <th scope="col">from cache</th>
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
                    <meter min={0} max={1} value={share} aria-label={`${name}: from cache`} />{" "}
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
    ["First word of a reply", FIRST_TOKEN, {}],
    ["Recall as a whole", RETRIEVAL, { lane: "total" }],
    ...lanes.map((lane): (typeof rows)[number] => [`Recall by ${wordsOf(lane)}`, RETRIEVAL, { lane }]),
  ];
  const told = rows.filter(([, metric, labels]) => sumOf(metrics, `${metric}_count`, labels) > 0);
  if (told.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="times">
      <h2 id="times">Time it takes</h2>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Times, by what takes them">
        <table class="plain small">
          <Head
            columns={[
              "What",
              { number: "times" },
              { number: "mean" },
              { number: "median" },
              { number: "95th percentile" },
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
  if (!Number.isFinite(seconds)) return "longer";
  return seconds < 1 ? `${Math.round(seconds * 10_000) / 10} ms` : `${Math.round(seconds * 10) / 10} s`;
}
