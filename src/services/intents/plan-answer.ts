import type { EpisodeIntent } from "../../domain/model/episode.ts";
import { readChoice, type Choice } from "./read-choice.ts";
import { EVERYTHING } from "../forgetting/memories.ts";
import { forgotten } from "../forgetting/plain-wish.ts";
import { outcome, intentOf, type Execute, type IntentContext, type IntentOutcome } from "./plan.ts";
import type { MemoryAction } from "./types.ts";
import { dispute } from "./wrong.ts";

/** The user's answer to a question. Null if the message is not an answer: the question lapses. */
export function planAnswer(
  context: IntentContext,
  asked: EpisodeIntent,
): { execute: Execute; erasesAll: boolean } | null {
  const { user, say } = context;
  const count = (asked.pending ?? (asked.kind === "wrong" ? asked.candidates : [])).length;
  if (count === 0) return null;
  const choice = readChoice(context.message, count, context.language);
  if (choice === null) return null;
  if (asked.pending) return answerPending(context, asked.pending, choice);
  const answer = (execute: Execute) => ({ execute, erasesAll: false });
  if (choice.kind === "none") {
    const note = "The user decided that nothing is to be changed.";
    return answer(async () => outcome(say.keptAll, note, { intent: intentOf(asked.kind) }));
  }
  if (choice.kind === "unclear") {
    const actions: MemoryAction[] = [{ action: "asked", ids: [], counts: { choices: count } }];
    const text = `${say.askWrong} ${say.howToAnswer(count)}`;
    return answer(async () => outcome(text, "You asked again.", { actions, intent: asked }));
  }
  const factIds = choice.indexes.flatMap((index) => asked.candidates[index]?.factIds ?? []);
  return answer(async () => dispute(context, await user.factsById(factIds)));
}

/** Yes erases the hidden content, numbers erase those and restore the rest, no restores everything. */
function answerPending(
  context: IntentContext,
  listed: string[],
  choice: Choice,
): { execute: Execute; erasesAll: boolean } {
  if (choice.kind === "none") return { execute: () => keepPending(context, listed), erasesAll: false };
  const { deps, user, say } = context;
  const chosen = choice.kind === "chosen" ? choice.indexes.map((index) => listed[index] ?? "") : listed;
  const erasesAll = chosen.some((id) => id.endsWith(`.${EVERYTHING}`));
  const execute: Execute = async () => {
    const done = forgotten(context, await deps.forgetting.answer(user, listed, chosen));
    return erasesAll ? { ...done, text: say.everythingForgotten } : done;
  };
  return { execute, erasesAll };
}

/** Restores hidden content, unless its grace period is over; asked again, it says the same. */
export async function keepPending(
  { deps, user, say }: IntentContext,
  listed: readonly string[],
): Promise<IntentOutcome> {
  await deps.forgetting.answer(user, listed, []);
  const now = await Promise.all(listed.map((id) => user.review(id)));
  const isKept = now.every((review) => review?.state === "rejected");
  const note = isKept ? "The user decided to keep what was hidden." : "It was erased before.";
  return outcome(isKept ? say.keptAll : say.cannotUndo, note, {
    intent: intentOf("forget", isKept ? { pending: [...listed] } : {}),
  });
}
