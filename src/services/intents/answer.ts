import type { EpisodeIntent } from "../../domain/model/episode.ts";
import { readAnswer, type Choice } from "./choose.ts";
import { eraseFacts, eraseTurns } from "./erase.ts";
import { forgotten } from "./forget.ts";
import { outcome, wish, type Act, type MemoryAct, type WishContext, type WishOutcome } from "./plan.ts";
import { dispute } from "./wrong.ts";

/** The user's answer to a question that was asked back. Null when the message is none: the question lapses. */
export function planAnswer(
  context: WishContext,
  asked: EpisodeIntent,
): { act: Act; erasesAll: boolean } | null {
  const count = asked.everything ? 1 : (asked.pending ?? asked.candidates).length;
  if (count === 0) return null;
  const choice = readAnswer(context.message, count, context.language);
  if (choice === null) return null;
  const { say } = context;
  if (asked.pending) return { act: answerPending(context, asked.pending, choice), erasesAll: false };
  if (choice.kind === "none") {
    const note = "The user decided that nothing is to be changed.";
    return { act: async () => outcome(say.keptAll, note, { intent: wish(asked.kind) }), erasesAll: false };
  }
  if (choice.kind === "unclear") {
    const acts: MemoryAct[] = [{ action: "asked", ids: [], counts: { choices: count } }];
    const text = `${asked.kind === "wrong" ? say.askWrong : say.askWhich} ${say.howToAnswer(count)}`;
    return { act: async () => outcome(text, "You asked again.", { acts, intent: asked }), erasesAll: false };
  }
  if (asked.everything) return { act: () => eraseAll(context), erasesAll: true };
  const chosen = choice.places.map((place) => asked.candidates[place]).filter((one) => one !== undefined);
  if (asked.kind === "wrong")
    return {
      act: () =>
        disputeAll(
          context,
          chosen.flatMap((one) => one.factIds),
        ),
      erasesAll: false,
    };
  return { act: () => eraseChosen(context, chosen), erasesAll: false };
}

/** Yes erases what was put away, numbers erase those and bring the rest back, no brings back all. */
function answerPending(context: WishContext, listed: string[], choice: Choice): Act {
  const { deps, user, say } = context;
  const chosen = choice.kind === "chosen" ? choice.places.map((place) => listed[place] ?? "") : listed;
  return async () => {
    if (choice.kind !== "none") return forgotten(context, await deps.pending.answer(user, listed, chosen));
    await deps.pending.answer(user, listed, []);
    return outcome(say.keptAll, "The user decided to keep what was put away.", { intent: wish("forget") });
  };
}

async function eraseAll({ deps, user, say }: WishContext): Promise<WishOutcome> {
  const { facts, episodes } = await deps.forget(user.userId, { everything: true });
  return outcome(say.everythingForgotten, "You have just forgotten everything.", {
    acts: [{ action: "forgotten", ids: [], counts: { facts, turns: episodes } }],
    intent: wish("forget"),
  });
}

async function disputeAll(context: WishContext, factIds: string[]): Promise<WishOutcome> {
  return dispute(context, await context.user.factsById(factIds));
}

/** The question goes too: it quoted what is to be forgotten. */
async function eraseChosen(context: WishContext, chosen: EpisodeIntent["candidates"]): Promise<WishOutcome> {
  const { deps, user, previous } = context;
  const facts = await user.factsById(chosen.flatMap((one) => one.factIds));
  const byFacts = await eraseFacts(context, facts, []);
  const turns = chosen.filter((one) => one.factIds.length === 0).flatMap((one) => one.episodeIds);
  const byTurns = await eraseTurns(context, turns);
  if (previous !== null) await deps.forget(user.userId, { episodeId: previous.id });
  return forgotten(context, { facts: byFacts.facts + byTurns.facts, turns: byFacts.turns + byTurns.turns });
}
