import type { Life } from "../lives/format.ts";
import type { HeldFact, Observed } from "../lives/observed.ts";
import { scoreBelieved, type BelievedScore } from "./score-believed.ts";
import { scoreTold, type ToldScore } from "./score-told.ts";
import type { RecordedTruth, StatementTruth } from "./truth.ts";
import { truthView } from "./view.ts";

/** One question's observations as recorded statements; what is none of them is left out. */
export interface HeldStatements {
  believed: StatementTruth[];
  staged: StatementTruth[];
  closed: StatementTruth[];
}

/** What the service believes at a question's time, held against the truth about the recorded statements. */
export interface RecordedScore {
  /** Facts believed, and those of them that are recorded statements. */
  facts: number;
  mapped: number;
  believed: BelievedScore;
  told: ToldScore;
}

/** What was observed when a question was asked. */
export type ObservedAt = Pick<Observed, "believed" | "staged" | "closed"> & { at: string };

/** Scores the questions of one life in the order in which they were asked. */
export function scoreRecorded(
  life: Life,
  truth: RecordedTruth,
  asked: readonly ObservedAt[],
): RecordedScore[] {
  const everHeld = new Map<string, StatementTruth>();
  return asked.map(({ at, ...observed }) => {
    const held = heldStatements(truth, observed);
    for (const statement of Object.values(held).flat()) everHeld.set(statement.id, statement);
    const view = truthView(life, truth, at);
    return {
      facts: observed.believed.length,
      mapped: held.believed.length,
      believed: scoreBelieved(view, held.believed),
      told: scoreTold(view, held, [...everHeld.values()]),
    };
  });
}

function heldStatements(
  truth: RecordedTruth,
  { believed, staged, closed }: Omit<ObservedAt, "at">,
): HeldStatements {
  const statements = (facts: HeldFact[]): StatementTruth[] =>
    facts.flatMap((fact) => truth.statements.get(truth.idOf(fact) ?? "") ?? []);
  return { believed: statements(believed), staged: statements(staged), closed: statements(closed) };
}
