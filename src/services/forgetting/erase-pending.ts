import { hadPlainWish, type Episode } from "../../domain/model/episode.ts";
import { languageIn } from "../../language/foreign.ts";
import { formsIn } from "../../language/forms.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import { namesOf, type Entity } from "../../domain/model/entity.ts";
import { endsOf, type Fact, type SpanOfTurn } from "../../domain/model/fact.ts";
import { BELIEVED_STATUSES } from "../../domain/model/status.ts";
import type { Review } from "../../domain/model/review.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import {
  eraseFacts,
  eraseMention,
  eraseName,
  redactTurn,
  redactWholeTurn,
  sentencesOf,
  type EraseContext,
} from "./erase.ts";
import { EVERYTHING, isAboutFact, textOf, wordsOf, type TurnWords } from "./memories.ts";
import { factsOfEntities } from "../facts-of.ts";

/**
 * Erases everything one intent hid: first its mentions in the turn that asked, while they can still be compared, then
 * sentences, while their spans are still valid, then statements with their words. Run again after a crash, it erases
 * the rest.
 */
export async function erasePending(
  context: EraseContext,
  reviews: readonly Review[],
): Promise<{ facts: number; turns: number }> {
  const { user } = context;
  const [asked] = reviews;
  if (asked === undefined) return { facts: 0, turns: 0 };
  if (reviews.some(({ right }) => right === EVERYTHING)) {
    const { facts, episodes } = await context.forget({ everything: true });
    return { facts, turns: episodes };
  }
  const words = reviews.flatMap((review) => wordsOf(review) ?? []);
  const facts = await user.factsById(reviews.filter(isAboutFact).map(({ right }) => right));
  const names = await user.entitiesById(
    reviews.filter(({ reason }) => reason === "name").map(({ right }) => right),
  );
  const texts = [
    ...facts.map(({ text, value }) => `${text} ${value ?? ""}`),
    ...(await Promise.all(words.map((one) => spoken(user, one)))),
  ];
  // A turn that was not to be kept is itself the turn that asked.
  const elsewhere = words.filter(({ episodeId }) => episodeId !== asked.left);
  const kept = await namesKept(user, facts, names);
  if (elsewhere.length < words.length) await redactWholeTurn(context, asked.left);
  else await redactTurn(context, asked.left, (asking) => spansSaying(asking, texts, kept));
  await eraseWords(context, elsewhere);
  await eraseFacts(context, facts);
  for (const entity of names) await eraseName(context, entity);
  const turns = [...words, ...facts.flatMap(({ evidence }) => evidence)].map(({ episodeId }) => episodeId);
  return { facts: facts.length, turns: new Set(turns).size };
}

async function spoken(user: UserStore, words: TurnWords): Promise<string> {
  const turn = await user.episode(words.episodeId);
  return turn === null ? "" : textOf(turn, words);
}

async function eraseWords(context: EraseContext, words: readonly TurnWords[]): Promise<void> {
  for (const [id, spans] of Map.groupBy(words, ({ episodeId }) => episodeId)) {
    const episode = await context.user.episode(id);
    if (episode !== null) await eraseMention(context, { episode, spans });
  }
}

/** Statements read about what the erased ones are about. */
const OTHERS_MAX = 200;

/**
 * Words in the names of those that more is known about than what goes: a sentence that shares nothing but such a name with it tells
 * something else.
 */
async function namesKept(
  user: UserStore,
  facts: readonly Fact[],
  erased: readonly Entity[],
): Promise<Set<string>> {
  const gone = new Set(facts.map(({ id }) => id));
  const about = endsOf(facts);
  for (const { id } of erased) about.delete(id);
  const known = await factsOfEntities(user, [...about], BELIEVED_STATUSES, OTHERS_MAX);
  const others = known.filter(({ id }) => !gone.has(id));
  const entities = await user.entitiesById([...endsOf(others).intersection(about)]);
  return new Set(entities.flatMap(namesOf).flatMap(contentWords));
}

/** Sentences of the turn that asked which repeat erased content; a plain wish was stored without its words. */
function spansSaying(asking: Episode, texts: readonly string[], names: ReadonlySet<string>): SpanOfTurn[] {
  if (hadPlainWish(asking)) return [];
  const inLanguage = formsIn(languageIn(asking.userMessage).language);
  const formsOf = (word: string): string[] => [crudeStem(word), ...inLanguage(word)];
  const telling = texts.flatMap(contentWords).filter((word) => !names.has(word));
  const gone = new Set(telling.flatMap(formsOf));
  const repeats = (sentence: string): boolean =>
    contentWords(sentence)
      .flatMap(formsOf)
      .some((form) => gone.has(form));
  return sentencesOf(asking, "user", repeats);
}
