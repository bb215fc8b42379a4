import { hadPlainWish, type Episode } from "../../domain/model/episode.ts";
import { languageIn } from "../../language/foreign.ts";
import { formsIn } from "../../language/forms.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import type { Review } from "../../domain/model/review.ts";
import { sentences, type Span } from "../../language/text.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import {
  eraseFacts,
  eraseMention,
  eraseName,
  redactTurn,
  redactWholeTurn,
  type EraseContext,
} from "./erase.ts";
import { EVERYTHING, isAboutFact, textOf, wordsOf, type TurnWords } from "./memories.ts";

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
  if (elsewhere.length < words.length) await redactWholeTurn(context, asked.left);
  else await redactTurn(context, asked.left, (asking) => spansSaying(asking, texts));
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

/** Sentences of the turn that asked which repeat erased content; a plain wish was stored without its words. */
function spansSaying(asking: Episode, texts: readonly string[]): (Span & { part: "user" })[] {
  if (hadPlainWish(asking)) return [];
  const inLanguage = formsIn(languageIn(asking.userMessage).language);
  const formsOf = (word: string): string[] => [crudeStem(word), ...inLanguage(word)];
  const gone = new Set(texts.flatMap(contentWords).flatMap(formsOf));
  return sentences(asking.userMessage)
    .filter(({ start, end }) =>
      contentWords(asking.userMessage.slice(start, end))
        .flatMap(formsOf)
        .some((form) => gone.has(form)),
    )
    .map((span) => ({ ...span, part: "user" }));
}
