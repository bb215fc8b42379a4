import type { EpisodeIntent } from "../../domain/model/episode.ts";
import { readChoice, type Choice } from "./read-choice.ts";
import { eraseFacts, eraseTurns } from "./erase.ts";
import { forgotten } from "./forget.ts";
import {
  outcome,
  intentOf,
  type Execute,
  type MemoryAction,
  type IntentContext,
  type IntentOutcome,
} from "./plan.ts";
import { dispute } from "./wrong.ts";

/** The user's answer to a question that was asked back. Null when the message is none: the question lapses. */
export function planAnswer(
  context: IntentContext,
  asked: EpisodeIntent,
): { execute: Execute; erasesAll: boolean } | null {
  const count = asked.everything ? 1 : (asked.pending ?? asked.candidates).length;
  if (count === 0) return null;
  const choice = readChoice(context.message, count, context.language);
  if (choice === null) return null;
  const { say } = context;
  if (asked.pending) return { execute: answerPending(context, asked.pending, choice), erasesAll: false };
  if (choice.kind === "none") {
    const note = "The user decided that nothing is to be changed.";
    return {
      execute: async () => outcome(say.keptAll, note, { intent: intentOf(asked.kind) }),
      erasesAll: false,
    };
  }
  if (choice.kind === "unclear") {
    const actions: MemoryAction[] = [{ action: "asked", ids: [], counts: { choices: count } }];
    const text = `${asked.kind === "wrong" ? say.askWrong : say.askWhich} ${say.howToAnswer(count)}`;
    return {
      execute: async () => outcome(text, "You asked again.", { actions, intent: asked }),
      erasesAll: false,
    };
  }
  if (asked.everything) return { execute: () => eraseAll(context), erasesAll: true };
  const chosen = choice.indexes.map((index) => asked.candidates[index]).filter((one) => one !== undefined);
  if (asked.kind === "wrong")
    return {
      execute: () =>
        disputeAll(
          context,
          chosen.flatMap((one) => one.factIds),
        ),
      erasesAll: false,
    };
  return { execute: () => eraseChosen(context, chosen), erasesAll: false };
}

/** Yes erases what was put away, numbers erase those and bring the rest back, no brings back all. */
function answerPending(context: IntentContext, listed: string[], choice: Choice): Execute {
  const { deps, user, say } = context;
  const chosen = choice.kind === "chosen" ? choice.indexes.map((index) => listed[index] ?? "") : listed;
  return async () => {
    if (choice.kind !== "none") return forgotten(context, await deps.pending.answer(user, listed, chosen));
    await deps.pending.answer(user, listed, []);
    return outcome(say.keptAll, "The user decided to keep what was put away.", {
      intent: intentOf("forget"),
    });
  };
}

async function eraseAll({ deps, user, say }: IntentContext): Promise<IntentOutcome> {
  const { facts, episodes } = await deps.forget(user.userId, { everything: true });
  return outcome(say.everythingForgotten, "You have just forgotten everything.", {
    actions: [{ action: "forgotten", ids: [], counts: { facts, turns: episodes } }],
    intent: intentOf("forget"),
  });
}

async function disputeAll(context: IntentContext, factIds: string[]): Promise<IntentOutcome> {
  return dispute(context, await context.user.factsById(factIds));
}

/** The question goes too: it quoted what is to be forgotten. */
async function eraseChosen(
  context: IntentContext,
  chosen: EpisodeIntent["candidates"],
): Promise<IntentOutcome> {
  const { deps, user, previous } = context;
  const facts = await user.factsById(chosen.flatMap((one) => one.factIds));
  const byFacts = await eraseFacts(context, facts, []);
  const turns = chosen.filter((one) => one.factIds.length === 0).flatMap((one) => one.episodeIds);
  const byTurns = await eraseTurns(context, turns);
  if (previous !== null) await deps.forget(user.userId, { episodeId: previous.id });
  return forgotten(context, { facts: byFacts.facts + byTurns.facts, turns: byFacts.turns + byTurns.turns });
}
