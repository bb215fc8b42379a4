import type { Episode } from "../../domain/episode.ts";
import type { EvidencePart, Fact } from "../../domain/fact.ts";
import { tellsDay } from "../../domain/dated.ts";
import { contentWords } from "../../domain/language.ts";
import { STATUSES } from "../../domain/status.ts";
import { sentences, type Span } from "../../domain/text.ts";
import { REDACTED } from "../../domain/tombstone.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { wordsFor } from "./aspects.ts";
import { bagOf, isIn } from "./bag.ts";
import type { Target } from "./target.ts";

/** Sentences of one turn that speak of what a wish names. */
export interface Mention {
  episode: Episode;
  spans: (Span & { part: EvidencePart })[];
}

const TURNS_MAX = 20;
/** Words looked for, and how many one search takes. */
const TERMS_MAX = 96;
const TERMS_AT_ONCE = 32;
/** Statuses do not matter for turns; the query needs some. */
const ANY = STATUSES;

/**
 * Turns that speak of a target: with its main part and another one in a sentence, else with all words of the main part,
 * else with an address where one is meant and the other words in the same turn.
 */
export async function mentionsOf(
  user: UserStore,
  target: Target,
  except: readonly string[],
): Promise<Mention[]> {
  const [main] = target.parts;
  if (!main) return [];
  const episodes = await turnsWith(user, target, except);
  const [, ...others] = target.parts.map((part) => part.content);
  const topic = main.content;
  for (const spansIn of [
    (episode: Episode) => spansOfAny(episode, topic, others),
    (episode: Episode) => spansAbout(episode, topic),
    (episode: Episode) => addressesOf(episode, topic),
  ]) {
    const found = episodes
      .map((episode) => ({ episode, spans: spansIn(episode) }))
      .filter((mention) => mention.spans.some((span) => span.part === "user"));
    if (found.length > 0) return found;
  }
  return [];
}

/** Turns that hold a word of the target, or one by which it may be spoken of. */
async function turnsWith(user: UserStore, target: Target, except: readonly string[]): Promise<Episode[]> {
  const content = target.parts.flatMap((part) => part.content);
  const terms = [...new Set([...content, ...content.flatMap(wordsFor)])];
  const ids = new Set<string>();
  for (let at = 0; at < Math.min(terms.length, TERMS_MAX); at += TERMS_AT_ONCE) {
    const hits = await user.search({
      terms: terms.slice(at, at + TERMS_AT_ONCE),
      kinds: ["episode", "reply"],
      limit: TURNS_MAX,
      statuses: ANY,
      notEpisodeIds: [...except],
      ...(target.told === null ? {} : { occurred: target.told }),
    });
    for (const { id } of hits) ids.add(id);
  }
  return user.episodesById([...ids]);
}

function spansOfAny(episode: Episode, topic: string[], others: string[][]): Mention["spans"] {
  return others.flatMap((other) => spansAbout(episode, [...topic, ...other]));
}

/** A house number beside a street: "12 Mill Lane", "Karlsgasse 7". */
const STREET =
  /\p{Lu}[\p{L}'’.-]{3,} \d{1,4}\p{Ll}?(?![\p{L}\d:.])|(?<!\p{L} )\b\d{1,4}\p{Ll}?,? (?:\p{L}+ )?\p{Lu}\p{L}{2,}/u;

/** Sentences with an address in them; "Thursday 20" is none. */
function streetsIn(episode: Episode): Mention["spans"] {
  return partsOf(episode, (sentence) => {
    const street = STREET.exec(sentence)?.[0];
    return street !== undefined && !tellsDay(street);
  });
}

/** Nobody writes "address" beside one: it is known by its form, and whose it is may stand a sentence before. */
function addressesOf(episode: Episode, topic: string[]): Mention["spans"] {
  const street = bagOf("street");
  const rest = topic.filter((word) => !isIn(word, street));
  const turn = bagOf(episode.userMessage);
  if (rest.length === topic.length || !rest.every((word) => isIn(word, turn))) return [];
  return streetsIn(episode);
}

export function spansAbout(episode: Episode, words: string[]): Mention["spans"] {
  if (words.length === 0) return [];
  return partsOf(episode, (sentence) => {
    const bag = bagOf(sentence);
    return words.every((word) => isIn(word, bag));
  });
}

/** Sentences of a turn, on either side, that are meant. */
function partsOf(episode: Episode, isMeant: (sentence: string) => boolean): Mention["spans"] {
  const of = (text: string, part: EvidencePart): Mention["spans"] =>
    sentences(text)
      .filter((span) => isMeant(text.slice(span.start, span.end)))
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
