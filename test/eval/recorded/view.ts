import type { Life } from "../lives/format.ts";
import type { RecordedTruth, StatementTruth } from "./truth.ts";

/** What is known of the recorded statements at one time. */
export interface TruthView {
  /** Statements of the live pass that were told by then; a session counts from its beginning. */
  readonly told: StatementTruth[];
  /** Whether a statement was over by then. */
  readonly isEnded: (statement: StatementTruth) => boolean;
  /** The id of the first telling of what a statement repeats: its own when it repeats nothing. */
  readonly rootOf: (statement: StatementTruth) => string;
}

export function truthView(life: Life, { statements }: RecordedTruth, at: string): TruthView {
  const toldIn = turnsUntil(life, Date.parse(at));
  return {
    told: [...statements.values()].filter(({ id }) => id.startsWith("A:") && toldIn.has(turnOf(id))),
    isEnded: ({ until }) => until !== null && toldIn.has(until),
    rootOf: ({ id, dup }) => (dup !== null && statements.has(dup) ? dup : id),
  };
}

function turnsUntil(life: Life, atMs: number): Set<string> {
  const past = life.sessions.filter(({ at }) => Date.parse(at) <= atMs);
  return new Set(past.flatMap(({ turns }) => turns.map(({ id }) => id)));
}

function turnOf(id: string): string {
  return id.split(":")[1] ?? "";
}
