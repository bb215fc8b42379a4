import { contentWords } from "../../../src/language/stems.ts";
import type { Cast } from "./entities.ts";
import type { LifeFact, LifeTurn } from "./format.ts";
import { holdsPhrase, says } from "./match.ts";
import type { FoundResult, Observed } from "./observed.ts";
import { isRight, type ToldFact, type Truth } from "./truth.ts";

interface StillFound {
  id: string;
  where: "fact" | "result";
}

export interface ForgottenScore {
  forgotten: number;
  /** Ids of facts that are still to be found, and where. */
  found: StillFound[];
}

/**
 * Facts the user had forgotten, and those of them that are still to be found: as a fact of whatever status, or as
 * words in a search result that rests on what was said until the user asked.
 */
export function scoreForgotten(cast: Cast, truth: Truth, observed: Observed): ForgottenScore {
  const forgotten = truth.told.filter(({ standing }) => standing === "forgotten");
  const found = forgotten.flatMap((told): StillFound[] => {
    const id = told.tellings[0]?.id ?? "";
    if (isHeld(cast, truth, told, observed)) return [{ id, where: "fact" }];
    return isInResults(truth, told, observed.results) ? [{ id, where: "result" }] : [];
  });
  return { forgotten: forgotten.length, found };
}

/** It rests on words that were to go; what was told afresh is known again. */
function isHeld(cast: Cast, truth: Truth, told: ToldFact, { believed, staged, closed }: Observed): boolean {
  return [...believed, ...staged, ...closed].some(
    (held) =>
      held.turns.some((turn) => told.turns.includes(turn)) &&
      says(cast, held, told) &&
      !truth.told.some((other) => isRight(other) && says(cast, held, other)),
  );
}

function isInResults(truth: Truth, told: ToldFact, results: FoundResult[]): boolean {
  const ids = told.tellings.map(({ id }) => id);
  const askedIn = truth.turns.findLastIndex(({ forget }) => forget?.some((id) => ids.includes(id)));
  const before = new Set(truth.turns.slice(0, askedIn + 1).map((turn: LifeTurn) => turn.id));
  return results.some(
    ({ text, turns }) =>
      turns.some((turn) => before.has(turn)) &&
      told.tellings.some((fact) =>
        shows(
          text,
          fact,
          turns.some((turn) => told.turns.includes(turn)),
        ),
      ),
  );
}

/** Words so few that they may stand anywhere by chance. */
const CHANCE_WORDS_MAX = 2;

/** In its own turn a single word of it counts; elsewhere it must be words that do not meet by chance. */
function shows(text: string, fact: LifeFact, inOwnTurn: boolean): boolean {
  const phrases = fact.value === null ? [fact.quote] : [fact.quote, fact.value];
  return phrases.some(
    (phrase) => holdsPhrase(text, phrase) && (inOwnTurn || contentWords(phrase).length > CHANCE_WORDS_MAX),
  );
}
