import type { Episode } from "../../domain/model/episode.ts";
import { touches, turnsBehind, type Fact, type SpanOfTurn } from "../../domain/model/fact.ts";
import { contentWords } from "../../language/stems.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { tokens } from "../../language/text.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { stemSetOf, hasFormOf } from "../intents/stem-set.ts";
import { hasContent, sentencesOf, withoutEvidence, type TopicMention } from "./erase.ts";
import { hitsOf } from "./memories.ts";

const TURNS_MAX = 20;

/**
 * Turns about a topic, with all of its words in one sentence: those with evidence for some facts, and others in which
 * the user mentions it. Sentences that contain nothing but evidence are left out; other facts are `held`.
 */
export async function mentionsOf(
  user: UserStore,
  topic: readonly string[],
  facts: readonly Fact[] = [],
): Promise<{ ofFacts: TopicMention[]; elsewhere: TopicMention[]; held: Fact[] }> {
  const own = turnsBehind(facts);
  const hits = await hitsOf(user, ["episode", "reply"], topic, TURNS_MAX, [...own]);
  const ids = [...own, ...hits.map(({ id }) => id)];
  const [episodes, resting] = await Promise.all([
    user.episodesById([...new Set(ids)]),
    user.facts({ episodeIds: ids, statuses: STATUSES, limit: RESTING_MAX }),
  ]);
  const going = new Set(facts.map(({ id }) => id));
  const held = new Set<Fact>();
  const mentions = episodes.map((episode) => {
    const holding = resting.flatMap((fact) =>
      fact.evidence.filter(({ episodeId }) => episodeId === episode.id).map((quote) => ({ fact, quote })),
    );
    const spans = spansAbout(episode, [...topic]).filter((span) => {
      for (const { fact, quote } of holding) if (!going.has(fact.id) && touches(quote, span)) held.add(fact);
      const free = withoutEvidence(
        span,
        holding.map(({ quote }) => quote),
      );
      return free.some((piece) => hasContent(episode, piece));
    });
    return { episode, spans };
  });
  const isOwn = ({ episode }: TopicMention): boolean => own.has(episode.id);
  return {
    held: [...held],
    ofFacts: mentions.filter(isOwn),
    elsewhere: mentions.filter(
      (mention) => !isOwn(mention) && mention.spans.some(({ part }) => part === "user"),
    ),
  };
}

/** Maximum facts with evidence in the turns examined. */
const RESTING_MAX = 500;

function spansAbout(episode: Episode, words: string[]): SpanOfTurn[] {
  if (words.length === 0) return [];
  const isMeant = (sentence: string): boolean => {
    const stems = stemSetOf(sentence);
    return words.every((word) =>
      contentWords(word).length === 0 ? isNameIn(word, sentence) : hasFormOf(word, stems),
    );
  };
  return [...sentencesOf(episode, "user", isMeant), ...sentencesOf(episode, "assistant", isMeant)];
}

/** Whether a stop word is used as a name: capitalized, and not just as the first word of a sentence. */
function isNameIn(word: string, sentence: string): boolean {
  const [, ...others] = tokens(sentence);
  return others.some((one) => one.word === word && one.isCapital);
}
