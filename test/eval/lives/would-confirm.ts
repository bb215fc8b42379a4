import { castOf } from "./entities.ts";
import type { Life, LifeFact } from "./format.ts";
import { isAbout } from "./is-about.ts";

/**
 * Whether the person confirms that what they are shown is what they asked to forget in a turn: something is shown, and
 * every text of it is about a fact that the life names there, or about an earlier telling of one.
 */
export function wouldConfirm(life: Life, turnId: string, shown: string[]): boolean {
  const cast = castOf(life);
  const meant = meantFacts(life, turnId);
  return shown.length > 0 && shown.every((text) => meant.some((fact) => isAbout(cast, text, fact)));
}

/** The facts that the turn has forgotten, what they repeat or replace, and what repeats them, told by then. */
function meantFacts(life: Life, turnId: string): LifeFact[] {
  const turns = life.sessions.flatMap((session) => session.turns);
  const at = turns.findIndex(({ id }) => id === turnId);
  const told = turns.slice(0, at + 1).flatMap(({ facts }) => facts);
  const meant = new Set(turns[at]?.forget);
  for (const fact of told.toReversed()) if (meant.has(fact.id)) fact.replaces?.forEach((id) => meant.add(id));
  for (const { op, id, replaces } of told)
    if (op === "repeat" && replaces?.some((earlier) => meant.has(earlier))) meant.add(id);
  return told.filter(({ id }) => meant.has(id));
}
