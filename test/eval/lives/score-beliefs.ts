import type { Cast } from "./entities.ts";
import { namesItsSubject, says, saysOrTurned, saysTrap } from "./match.ts";
import type { HeldFact, Observed } from "./observed.ts";
import { isRight, type ToldFact, type Truth } from "./truth.ts";

/** Where a fact that should be believed is instead; a refused one with the service's reason. */
export type Missing = "staged" | "closed" | "absent" | `refused: ${string}`;

export interface BeliefScore {
  /** Believed facts that are right; the others with what is wrong about them. */
  right: number;
  wrong: { text: string; why: string }[];
  /** Facts true at the time, and those of them that are believed. */
  true: number;
  believed: number;
  missing: { id: string; where: Missing }[];
}

/** Only verified facts count as believed: what is staged or disputed is shown as such. */
export function verified(observed: Observed): HeldFact[] {
  return observed.believed.filter(({ status }) => status === "verified");
}

/** `refused`: the service's reason by the words of what it refused. */
export function scoreBeliefs(
  cast: Cast,
  truth: Truth,
  observed: Observed,
  refused: ReadonlyMap<string, string>,
): BeliefScore {
  const believed = verified(observed);
  const right = believed.filter((held) => isTrue(cast, truth, held));
  const wrong = believed.filter((held) => !right.includes(held));
  const trueFacts = truth.told.filter(({ standing }) => standing === "true");
  const missing = trueFacts.filter((told) => !believed.some((held) => saysOrTurned(cast, held, told)));
  return {
    right: right.length,
    wrong: wrong.map((held) => ({ text: held.text, why: whyWrong(cast, truth, held) })),
    true: trueFacts.length,
    believed: trueFacts.length - missing.length,
    missing: missing.map((told) => ({
      id: told.tellings[0]?.id ?? "",
      where: whereIs(cast, told, observed, refused),
    })),
  };
}

/** Right to believe: told and in force, or true by the cast itself. */
export function isTrue(cast: Cast, truth: Truth, held: HeldFact): boolean {
  return (
    truth.told.some((told) => isRight(told) && saysOrTurned(cast, held, told)) || namesItsSubject(cast, held)
  );
}

function whyWrong(cast: Cast, truth: Truth, held: HeldFact): string {
  for (const turn of truth.turns) {
    const trap = turn.traps?.find((one) => saysTrap(cast, held, one, turn.id));
    if (trap) return `trap: ${trap.kind}`;
  }
  return truth.told.find((told) => says(cast, held, told))?.standing ?? "never told";
}

/** Closed only when it rests on a turn that told this fact: another one may have had the same object before. */
function whereIs(
  cast: Cast,
  told: ToldFact,
  { believed, staged, closed }: Observed,
  refused: ReadonlyMap<string, string>,
): Missing {
  const isIt = (held: HeldFact): boolean =>
    says(cast, held, told) && held.turns.some((turn) => told.turns.includes(turn));
  if ([...staged, ...believed].some(isIt)) return "staged";
  if (closed.some(isIt)) return "closed";
  const reason = told.tellings.map(({ text }) => refused.get(text)).find((known) => known !== undefined);
  return reason === undefined ? "absent" : `refused: ${reason}`;
}
