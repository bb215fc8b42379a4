import { createHash } from "node:crypto";
import type { Episode } from "../../../domain/model/episode.ts";
import { groupedBy, partsOf } from "../../collections.ts";

/** Smaller groups are left alone. */
const TURNS_MIN = 3;
/** Maximum number of turns per summary: it has no room for the details of more (CFG-8). */
const TURNS_MAX = 50;
/** Length of the part of an instant that holds the month. */
const MONTH_CHARS = "2026-03".length;

/**
 * Groups by topic and period (F13), the turns of each in chronological order: turns of one month that mention the same entity, the
 * most mentioned first; then the remaining turns of each conversation. Deterministic.
 */
export function groupsOf(
  turns: readonly Episode[],
  mentions: ReadonlyMap<string, readonly string[]>,
): Episode[][] {
  const months = Map.groupBy(turns, ({ occurredAt }) => occurredAt.slice(0, MONTH_CHARS));
  return [...months.values()].flatMap((ofMonth) => {
    const left = new Set(ofMonth);
    const topics = [
      ...byTopic(left, ({ id }) => mentions.get(id) ?? []),
      ...byTopic(left, ({ conversationId }) => [conversationId]),
    ];
    return topics.flatMap((topic) => inPieces(topic));
  });
}

/** Removes grouped turns from `left`. A turn with several topics goes to the one that most turns mention. */
function byTopic(left: Set<Episode>, topicsOf: (turn: Episode) => readonly string[]): Episode[][] {
  const byName = groupedBy(
    [...left].flatMap((turn) => topicsOf(turn).map((name) => ({ name, turn }))),
    ({ name }) => name,
    ({ turn }) => turn,
  );
  const largestFirst = [...byName].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return largestFirst.flatMap(([, turns]) => {
    const group = turns.filter((turn) => left.has(turn));
    if (group.length < TURNS_MIN) return [];
    for (const turn of group) left.delete(turn);
    return [group];
  });
}

/** Splits into pieces of similar size, none above the maximum and none too small. */
function inPieces(turns: Episode[]): Episode[][] {
  const ordered = turns.toSorted((a, b) =>
    a.occurredAt === b.occurredAt ? (a.id < b.id ? -1 : 1) : a.occurredAt < b.occurredAt ? -1 : 1,
  );
  const count = Math.ceil(ordered.length / TURNS_MAX);
  const size = Math.ceil(ordered.length / count);
  return [...partsOf(ordered, size)].filter(({ length }) => length >= TURNS_MIN);
}

/** A stable id for a set of turns, by which an undone summary is recognised. */
export function summaryId(turns: readonly Episode[]): string {
  const ids = turns.map(({ id }) => id).sort();
  return `summary.${createHash("sha256").update(JSON.stringify(ids)).digest("hex").slice(0, 32)}`;
}
