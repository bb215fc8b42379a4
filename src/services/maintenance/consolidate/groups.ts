import { createHash } from "node:crypto";
import type { Episode } from "../../../domain/model/episode.ts";

/** Turns of one period that speak of one thing, in the order in which they were said. */
export interface TurnGroup {
  turns: Episode[];
}

/** Fewer are left as they are. */
const TURNS_MIN = 3;
/** Turns that one summary stands for at most: it has room for the details of no more (CFG-8). */
const TURNS_MAX = 50;
/** Characters of an instant that tell its month. */
const MONTH_CHARS = "2026-03".length;

/**
 * Groups by topic and period (F13): turns of one month that speak of the same entity, the most spoken of first; then,
 * of those left, turns of one conversation. The same turns always make the same groups.
 */
export function groupsOf(
  turns: readonly Episode[],
  mentions: ReadonlyMap<string, readonly string[]>,
): TurnGroup[] {
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

/** Takes what it groups out of `left`. A turn of several topics goes to the one that most turns speak of. */
function byTopic(left: Set<Episode>, topicsOf: (turn: Episode) => readonly string[]): Episode[][] {
  const byName = new Map<string, Episode[]>();
  for (const turn of left) {
    for (const name of topicsOf(turn)) {
      const known = byName.get(name);
      if (known) known.push(turn);
      else byName.set(name, [turn]);
    }
  }
  const largestFirst = [...byName].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return largestFirst.flatMap(([, turns]) => {
    const group = turns.filter((turn) => left.has(turn));
    if (group.length < TURNS_MIN) return [];
    for (const turn of group) left.delete(turn);
    return [group];
  });
}

/** Pieces of about the same size, none larger than allowed and none too small. */
function inPieces(turns: Episode[]): TurnGroup[] {
  const ordered = turns.toSorted((a, b) =>
    a.occurredAt === b.occurredAt ? (a.id < b.id ? -1 : 1) : a.occurredAt < b.occurredAt ? -1 : 1,
  );
  const count = Math.ceil(ordered.length / TURNS_MAX);
  const size = Math.ceil(ordered.length / count);
  const pieces: TurnGroup[] = [];
  for (let at = 0; at < ordered.length; at += size) pieces.push({ turns: ordered.slice(at, at + size) });
  return pieces.filter((piece) => piece.turns.length >= TURNS_MIN);
}

/** One name per set of turns: a summary of them that was undone is known by it. */
export function summaryId({ turns }: TurnGroup): string {
  const ids = turns.map(({ id }) => id).sort();
  return `summary.${createHash("sha256").update(JSON.stringify(ids)).digest("hex").slice(0, 32)}`;
}
