import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { AskedAbout } from "./asked-about.ts";
import { answerability, type RetrievedText } from "./answerability.ts";
import type { LaneContext } from "./lanes.ts";
import { round } from "./score.ts";
import type { SearchResult } from "./types.ts";

/** What is left of the scores where no result answers the question. */
const WEAKEST = 0.1;

/** Lowers all scores, at most 1, in the same order when no result answers the question. */
export function weighed(
  { request }: LaneContext,
  results: SearchResult[],
  about: AskedAbout,
): SearchResult[] {
  const evidence = answerability(request.query, results.map(foundText), about);
  const best = Math.max(1, ...results.map(({ score }) => score));
  return results.map((result) => ({
    ...result,
    score: round((result.score / best) * (WEAKEST + (1 - WEAKEST) * evidence)),
    components: { ...result.components, evidence: round(evidence) },
  }));
}

function foundText({ kind, text, item, components }: SearchResult): RetrievedText {
  if (kind === "fact") {
    const { predicate, expansion, subjectId, objectId } = item as Fact;
    return { text, speaker: null, fact: { predicate, expansion, about: [subjectId, objectId] } };
  }
  if (kind !== "episode") return { text, speaker: null };
  const { userMessage, speaker, redacted } = item as Episode;
  return { text: userMessage, speaker, spent: redacted || components.standing !== undefined };
}
