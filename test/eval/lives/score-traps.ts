import type { Cast } from "./entities.ts";
import { saysTrap } from "./match.ts";
import type { Observed } from "./observed.ts";
import { isTrue, verified } from "./score-beliefs.ts";
import type { Truth } from "./truth.ts";

export interface TrapScore {
  told: number;
  /** Ids of the turns and kinds of the traps that are believed. */
  believed: { turn: string; kind: string }[];
}

/** Traps told so far, and those that are believed. What also happens to be true is no mistake. */
export function scoreTraps(cast: Cast, truth: Truth, observed: Observed): TrapScore {
  const wrong = verified(observed).filter((held) => !isTrue(cast, truth, held));
  const traps = truth.turns.flatMap((turn) => (turn.traps ?? []).map((trap) => ({ turn: turn.id, trap })));
  const believed = traps.filter(({ turn, trap }) => wrong.some((held) => saysTrap(cast, held, trap, turn)));
  return { told: traps.length, believed: believed.map(({ turn, trap }) => ({ turn, kind: trap.kind })) };
}
