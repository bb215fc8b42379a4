import { numberOf, wordsOf } from "../../ui/format.ts";
import { useQuery } from "../../ui/query.ts";
import { Show, Card } from "../../ui/parts.tsx";
import { looksBy } from "../../ui/score.tsx";
import { quantileOf, readMetrics, sumOf, valuesOf, type Metrics } from "./metrics.ts";
import { Meter, Table } from "../../ui/table.tsx";
import { ReportChart, Reported } from "./reports.tsx";
import { rich, t } from "../../language/text.ts";

const TOKENS = "engram_llm_tokens_total";
const REQUESTS = "engram_llm_requests_total";
const FIRST_TOKEN = "engram_first_token_seconds";
const RETRIEVAL = "engram_retrieval_seconds";

/** Model costs and savings, and the duration of everything. */
export function Speed() {
  const metrics = useQuery(readMetrics, []);
  return (
    <>
      <Reported>
        {(data) => (
          <div class="charts">
            <ReportChart
              title={t("Tokens of the model")}
              caption={t("Read and written for what you said, and used by maintenance.")}
              reports={data}
              lines={{
                [t("read")]: ({ modelTokens }) => modelTokens.prompt,
                [t("written")]: ({ modelTokens }) => modelTokens.completion,
                [t("maintenance")]: ({ modelTokens }) => modelTokens.jobs,
              }}
            />
            <ReportChart
              title={t("Waiting")}
              caption={t("Turns that waited to be read or checked when the report was made.")}
              reports={data}
              lines={{
                [t("to read")]: ({ waiting }) => waiting.extraction,
                [t("to check")]: ({ waiting }) => waiting.verification,
              }}
            />
          </div>
        )}
      </Reported>
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
  const rows = valuesOf(metrics, REQUESTS, "purpose").map((purpose) => {
    const calls = (labels = {}): number => sumOf(metrics, REQUESTS, { purpose, ...labels });
    const tokens = (kind: string): number => sumOf(metrics, TOKENS, { purpose, kind });
    return {
      name: PURPOSES[purpose] ?? wordsOf(purpose),
      calls: calls(),
      failed: calls() - calls({ outcome: "ok" }),
      read: tokens("prompt"),
      written: tokens("completion"),
      cached: tokens("cached"),
    };
  });
  if (rows.length === 0) return <p class="muted">{t("The model was not asked yet.")}</p>;
  return (
    <Card title={t("Model calls")}>
      <p class="muted small">
        {t(
          "From cache: what the model had read before and did not need to read again. Replies begin fast when it is much.",
        )}
      </p>
      <Table
        class="small"
        label={t("Calls, by what they are for")}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { title: t("For"), isName: true, cell: ({ name }) => name },
          { title: t("calls"), class: "number", cell: ({ calls }) => numberOf(calls) },
          { title: t("failed"), class: "number", cell: ({ failed }) => numberOf(failed) },
          { title: t("tokens read"), class: "number", cell: ({ read }) => numberOf(read) },
          { title: t("written"), class: "number", cell: ({ written }) => numberOf(written) },
          {
            title: t("from cache"),
            cell: ({ name, cached, read }) => (
              <Meter label={`${name}: ${t("from cache")}`} part={cached} of={read} />
            ),
          },
        ]}
      />
    </Card>
  );
}

function Times({ metrics }: { metrics: Metrics }) {
  const lanes = valuesOf(metrics, `${RETRIEVAL}_count`, "lane").filter((lane) => lane !== "total");
  const timed: [name: string, metric: string, labels: Record<string, string>][] = [
    [t("First word of a reply"), FIRST_TOKEN, {}],
    [t("Recall as a whole"), RETRIEVAL, { lane: "total" }],
    ...lanes.map((lane): (typeof timed)[number] => [
      t("Recall by {lane}", { lane: looksBy(lane) }),
      RETRIEVAL,
      { lane },
    ]),
  ];
  const rows = timed.flatMap(([name, metric, labels]) => {
    const count = sumOf(metrics, `${metric}_count`, labels);
    const quantile = (share: number): string => secondsOf(quantileOf(metrics, metric, share, labels));
    const mean = secondsOf(sumOf(metrics, `${metric}_sum`, labels) / count);
    return count > 0 ? { name, count, mean, median: quantile(0.5), most: quantile(0.95) } : [];
  });
  if (rows.length === 0) return null;
  return (
    <Card title={t("Time it takes")}>
      <Table
        class="small"
        label={t("Times, by what takes them")}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { title: t("What"), isName: true, cell: ({ name }) => name },
          { title: t("times"), class: "number", cell: ({ count }) => numberOf(count) },
          { title: t("mean"), class: "number", cell: ({ mean }) => mean },
          { title: t("median"), class: "number", cell: ({ median }) => median },
          { title: t("95th percentile"), class: "number", cell: ({ most }) => most },
        ]}
      />
    </Card>
  );
}

function secondsOf(seconds: number | null): string {
  if (seconds === null) return "-";
  if (!Number.isFinite(seconds)) return t("longer");
  return seconds < 1 ? `${Math.round(seconds * 10_000) / 10} ms` : `${Math.round(seconds * 10) / 10} s`;
}
