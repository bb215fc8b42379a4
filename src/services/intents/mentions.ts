import type { Episode } from "../../domain/episode.ts";
import type { EvidencePart, Fact } from "../../domain/fact.ts";
import { contentWords } from "../../domain/language.ts";
import { STATUSES } from "../../domain/status.ts";
import { sentences, type Span } from "../../domain/text.ts";
import { REDACTED } from "../../domain/tombstone.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { bagOf, isIn } from "./bag.ts";
import type { Target } from "./target.ts";

/** Sentences of one turn that speak of what a wish names. */
export interface Mention {
  episode: Episode;
  spans: (Span & { part: EvidencePart })[];
}

const TURNS_MAX = 20;
/** Statuses do not matter for turns; the query needs some. */
const ANY = STATUSES;

/** Turns that speak of a target: in them stand all words of its main part. */
export async function mentionsOf(
  user: UserStore,
  target: Target,
  except: readonly string[],
): Promise<Mention[]> {
  const [main] = target.parts;
  if (!main) return [];
  const hits = await user.search({
    terms: target.parts.flatMap((part) => part.content).slice(0, 32),
    kinds: ["episode", "reply"],
    limit: TURNS_MAX,
    statuses: ANY,
    notEpisodeIds: [...except],
    ...(target.told === null ? {} : { occurred: target.told }),
  });
  const episodes = await user.episodesById(hits.map((hit) => hit.id));
  return episodes
    .map((episode) => ({ episode, spans: spansAbout(episode, main.content) }))
    .filter((mention) => mention.spans.some((span) => span.part === "user"));
}

export function spansAbout(episode: Episode, words: string[]): Mention["spans"] {
  const of = (text: string, part: EvidencePart): Mention["spans"] =>
    sentences(text)
      .filter((span) => {
        const bag = bagOf(text.slice(span.start, span.end));
        return words.length > 0 && words.every((word) => isIn(word, bag));
      })
      .map((span) => ({ ...span, part }));
  return [...of(episode.userMessage, "user"), ...of(episode.assistantReply ?? "", "assistant")];
}

/** A turn of which no more than this is left says nothing any more, content words. */
const REMAINS_MAX = 8;

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
