import type { Episode } from "../../domain/model/episode.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import { isAboutFact, type Review } from "../../domain/model/review.ts";
import { sentences, type Span } from "../../language/text.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import {
  eraseFacts,
  eraseMention,
  redactTurn,
  redactWholeTurn,
  type EraseContext,
  type Erased,
} from "../intents/erase.ts";
import { wordsOfId, type TurnWords } from "./memories.ts";

/**
 * Erases what one intent put away: first what the turn that asked says of it, as long as it can be compared, then sentences,
 * as long as their places hold, then statements with their words. Repeated after a crash it erases what is left.
 */
export async function erasePending(context: EraseContext, reviews: readonly Review[]): Promise<Erased> {
  const { user } = context;
  const [asked] = reviews;
  if (asked === undefined) return { facts: 0, turns: 0 };
  const words = reviews.flatMap(({ reason, right }) => (reason === "words" ? (wordsOfId(right) ?? []) : []));
  const facts = await user.factsById(reviews.filter(isAboutFact).map(({ right }) => right));
  const texts = [
    ...facts.map(({ text, value }) => `${text} ${value ?? ""}`),
    ...(await Promise.all(words.map((one) => textOf(user, one)))),
  ];
  // A turn that was not to be kept asked for itself.
  const elsewhere = words.filter(({ episodeId }) => episodeId !== asked.left);
  if (elsewhere.length < words.length) await redactWholeTurn(context, asked.left);
  else await redactTurn(context, asked.left, (asking) => spansSaying(asking, texts));
  const spoken = (await eraseWords(context, elsewhere)) + (words.length > elsewhere.length ? 1 : 0);
  const erased = await eraseFacts(context, facts, []);
  return { facts: erased.facts, turns: erased.turns + spoken };
}

async function textOf(user: UserStore, { episodeId, start, end }: TurnWords): Promise<string> {
  const turn = await user.episode(episodeId);
  return turn?.userMessage.slice(start, end) ?? "";
}

async function eraseWords(context: EraseContext, words: readonly TurnWords[]): Promise<number> {
  const byTurn = new Map<string, TurnWords[]>();
  for (const one of words) byTurn.set(one.episodeId, [...(byTurn.get(one.episodeId) ?? []), one]);
  for (const [id, spans] of byTurn) {
    const episode = await context.user.episode(id);
    if (episode !== null) await eraseMention(context, { episode, spans });
  }
  return byTurn.size;
}

/** Sentences of the turn that asked which say again what is gone. */
function spansSaying(asking: Episode, texts: readonly string[]): (Span & { part: "user" })[] {
  const gone = new Set(texts.flatMap(contentWords).map(crudeStem));
  return sentences(asking.userMessage)
    .filter(({ start, end }) =>
      contentWords(asking.userMessage.slice(start, end)).some((word) => gone.has(crudeStem(word))),
    )
    .map((span) => ({ ...span, part: "user" }));
}

/** The questions are answered: nothing of them is open any more. */
export function decidedReviews(
  reviews: readonly Review[],
  state: "accepted" | "rejected",
  by: "user" | "code" | "model",
  at: string,
): Mutation[] {
  return reviews.map(({ id }) => ({
    op: "review.patch",
    id,
    set: { state, decidedAt: at, decidedBy: by },
  }));
}
