import type { HeldStatements } from "./score.ts";
import type { StatementTruth } from "./truth.ts";
import type { TruthView } from "./view.ts";

/** How many distinct statements count, and the roots of those that were hit. */
export interface Hits {
  of: number;
  hit: string[];
}

/** What was told by then, and what became of it. Statements that say the same count once, by their root. */
export interface ToldScore {
  /** Core statements that hold: hit when believed. */
  core: Hits;
  /** What was so and is over: hit when still believed. */
  over: Hits;
  /** What was to be forgotten: hit when still held. */
  forgotten: Hits;
  /** What never was so, each for itself: hit when believed. */
  bad: Hits;
  /** What the service held at any question so far and still holds: hit when it is closed only. */
  open: Hits;
}

/** `everHeld`: what the service held at this or an earlier question. */
export function scoreTold(view: TruthView, held: HeldStatements, everHeld: StatementTruth[]): ToldScore {
  const roots = (statements: StatementTruth[]): Set<string> => new Set(statements.map(view.rootOf));
  const open = (statements: StatementTruth[]): StatementTruth[] =>
    statements.filter((one) => !view.isEnded(one));
  const right = view.told.filter((one) => one.right === "yes");
  const believed = roots(held.believed);
  const stillHeld = roots([...held.believed, ...held.staged]);
  const core = roots(open(right).filter(({ weight }) => weight === "core"));
  const over = roots(right.filter((one) => view.isEnded(one) && endsByItself(one)));
  const forgotten = view.told.filter((one) => view.isEnded(one) && one.how === "forget");
  const wrong = new Set(view.told.filter((one) => one.right === "no").map(({ id }) => id));
  const lasting = roots(open(everHeld).filter((one) => one.right === "yes"));
  return {
    core: hits(core, roots(open(held.believed))),
    over: hits(over.difference(roots(open(view.told))), believed),
    forgotten: hits(roots(forgotten), stillHeld),
    bad: hits(wrong, new Set(held.believed.map(({ id }) => id))),
    open: hits(lasting, roots(held.closed).difference(stillHeld)),
  };
}

/** In the world or by the user's own account; what is forgotten may well be so. */
function endsByItself({ how }: StatementTruth): boolean {
  return how !== null && how !== "forget";
}

function hits(of: Set<string>, found: Set<string>): Hits {
  return { of: of.size, hit: [...of.intersection(found)] };
}
