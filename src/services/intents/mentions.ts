import type { Episode } from "../../domain/model/episode.ts";
import type { EvidencePart, Fact } from "../../domain/model/fact.ts";
import { contentWords } from "../../language/stems.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { sentences, tokens, type Span } from "../../language/text.ts";
import { REDACTED } from "../../domain/model/tombstone.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { stemSetOf, hasFormOf } from "./stem-set.ts";

/** Sentences of one turn that speak of what an intent names. */
export interface TopicMention {
  episode: Episode;
  spans: (Span & { part: EvidencePart })[];
}

const TURNS_MAX = 20;

/** Turns in which the user speaks of something: with all of its words in a sentence. */
export async function mentionsOf(
  user: UserStore,
  topic: readonly string[],
  except: readonly string[],
): Promise<TopicMention[]> {
  if (topic.length === 0) return [];
  const hits = await user.search({
    terms: topic.slice(0, TERMS_MAX),
    kinds: ["episode", "reply"],
    limit: TURNS_MAX,
    // Statuses do not matter for turns; the query needs some.
    statuses: STATUSES,
    notEpisodeIds: [...except],
  });
  const episodes = await user.episodesById(hits.map(({ id }) => id));
  return episodes
    .map((episode) => ({ episode, spans: spansAbout(episode, [...topic]) }))
    .filter(({ spans }) => spans.some(({ part }) => part === "user"));
}

/** Words looked for. */
const TERMS_MAX = 32;

export function spansAbout(episode: Episode, words: string[]): TopicMention["spans"] {
  if (words.length === 0) return [];
  return partsOf(episode, (sentence) => {
    const stems = stemSetOf(sentence);
    return words.every((word) => (isStopWord(word) ? isNameIn(word, sentence) : hasFormOf(word, stems)));
  });
}

function isStopWord(word: string): boolean {
  return contentWords(word).length === 0;
}

/** Whether a stop word stands there as somebody's name: capitalised, and not because a sentence begins with it. */
function isNameIn(word: string, sentence: string): boolean {
  const [, ...others] = tokens(sentence);
  return others.some((one) => one.word === word && /\p{Lu}/u.test(sentence.charAt(one.start)));
}

/** Sentences of a turn, on either side, that are meant. */
function partsOf(episode: Episode, isMeant: (sentence: string) => boolean): TopicMention["spans"] {
  const of = (text: string, part: EvidencePart): TopicMention["spans"] =>
    sentences(text)
      .filter((span) => isMeant(text.slice(span.start, span.end)))
      .map((span) => ({ ...span, part }));
  return [...of(episode.userMessage, "user"), ...of(episode.assistantReply ?? "", "assistant")];
}

/** A turn of which no more than this is left says nothing any more, content words. */
const REMAINS_MAX = 2;

/** Whether a turn is worth keeping without these spans; not when anything else rests on it. */
export function isEmptied(episode: Episode, spans: readonly Span[], resting: readonly Fact[]): boolean {
  if (resting.length > 0) return false;
  let left = "";
  let at = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    left += episode.userMessage.slice(at, Math.max(at, span.start));
    at = Math.max(at, span.end);
  }
  left += episode.userMessage.slice(at);
  return contentWords(left.replaceAll(REDACTED, " ")).length <= REMAINS_MAX;
}
