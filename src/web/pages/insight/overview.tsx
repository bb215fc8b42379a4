import type { Alert, Report, Stats } from "#client";
import { hrefTo } from "../../router.ts";
import { agoOf, dateOf, numberOf, wordsOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { Card, Show } from "../../ui/parts.tsx";
import { Bars } from "./bars.tsx";
import { ReportChart, Reported } from "./reports.tsx";
import { t } from "../../language/text.ts";

/** The size of memory, its growth, and anomalies. */
export function Overview() {
  const stats = useAnswer("GET /memory/stats");
  return (
    <>
      <Alerts />
      <Show of={stats}>{(data) => <Tiles stats={data} />}</Show>
      <Reported>{(reports) => <Growth reports={reports} />}</Reported>
      <Show of={stats}>
        {({ predicates, types }) => (
          <div class="charts">
            <Bars
              title={t("Facts by relation")}
              empty={t("Nothing yet.")}
              bars={predicates.slice(0, BARS_MAX).map(({ predicate, count }) => ({
                key: predicate,
                name: <a href={hrefTo("memory", "facts", { predicate })}>{wordsOf(predicate)}</a>,
                count,
              }))}
            />
            <Bars
              title={t("People and things by kind")}
              empty={t("Nothing yet.")}
              bars={types.slice(0, BARS_MAX).map(({ type, count }) => ({
                key: type,
                name: <a href={hrefTo("memory", "entities", { type })}>{wordsOf(type)}</a>,
                count,
              }))}
            />
          </div>
        )}
      </Show>
    </>
  );
}

const BARS_MAX = 12;
const ALERTS_MAX = 10;

const ALERTS: Record<Alert["kind"], string> = {
  hallucination_spike: t("More statements than usual were refused because the words do not bear them out."),
  suspicious_spike: t("The model's reasoning looked suspicious more often than usual."),
  queue_growth: t("Many turns waited to be read, and they became no fewer."),
  dead_letters: t("Background work failed for good."),
  backup_failed: t("The newest backup failed."),
  disk_full: t("The disk was nearly full."),
  model_down: t("The model server did not answer."),
};

function Alerts() {
  const alerts = useAnswer("GET /reports/alerts", { query: { limit: ALERTS_MAX } });
  if (alerts.data === null || alerts.data.items.length === 0) return null;
  return (
    <Card title={t("Alerts")}>
      <ul class="plain-list">
        {alerts.data.items.map(({ kind, at, counts }) => (
          <li key={`${kind} ${at}`} class="row">
            <span class="grow">{ALERTS[kind]}</span>
            <span class="muted small">
              {Object.entries(counts)
                .map(([name, count]) => `${wordsOf(name)} ${numberOf(count)}`)
                .join(", ")}
              {" · "}
              {agoOf(at)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0);

function Tiles({
  stats: { episodes, conversations, entities, facts, pending, rejections },
}: {
  stats: Stats;
}) {
  const tiles: [name: string, count: number, href: string][] = [
    [t("conversations"), conversations, hrefTo()],
    [t("messages"), episodes, hrefTo("memory", "timeline")],
    [t("people and things"), sum(entities), hrefTo("memory", "entities")],
    [t("verified facts"), facts["verified"] ?? 0, hrefTo("memory", "facts", { status: "verified" })],
    [t("new facts"), facts["staged"] ?? 0, hrefTo("memory", "facts", { status: "staged" })],
    [t("facts in doubt"), facts["disputed"] ?? 0, hrefTo("review")],
    [t("rejected suggestions"), sum(rejections), hrefTo("review", { state: "refused" })],
    [t("messages to read"), pending.extraction, hrefTo("settings")],
    [t("messages to check"), pending.verification, hrefTo("maintenance")],
  ];
  return (
    <ul class="tiles" aria-label={t("Now")}>
      {tiles.map(([name, count, href]) => (
        <li key={name}>
          <a class="card" href={href}>
            <strong>{numberOf(count)}</strong>
            <span class="muted small">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Growth({ reports }: { reports: Report[] }) {
  const last = reports.at(-1);
  return (
    <div class="charts">
      <ReportChart
        title={t("Growth")}
        caption={t("What was added on each day and is still there.")}
        reports={reports}
        lines={{
          [t("facts")]: ({ growth }) => growth.facts,
          [t("people and things")]: ({ growth }) => growth.entities,
          [t("turns")]: ({ growth }) => growth.episodes,
        }}
      />
      <ReportChart
        title={t("Size")}
        caption={t("What memory held at the end of each day.")}
        reports={reports}
        lines={{
          [t("facts")]: ({ graph }) => sum(graph.facts),
          [t("people and things")]: ({ graph }) => sum(graph.entities),
        }}
      />
      {last && (
        <Bars
          title={t("Mentioned most on {day}", { day: dateOf(`${last.date}T12:00:00`) })}
          empty={t("Nothing was mentioned.")}
          bars={last.topEntities.map(({ id, name, mentions }) => ({
            key: id,
            name: <a href={hrefTo("memory", "entities", id)}>{name}</a>,
            count: mentions,
          }))}
        />
      )}
    </div>
  );
}
