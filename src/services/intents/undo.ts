import type { Episode } from "../../domain/model/episode.ts";
import { EngramError } from "../../errors.ts";
import { turnsOf } from "../branches.ts";
import { ofTurn } from "../forgetting/memories.ts";
import { carryOut } from "../forgetting/plain-wish.ts";
import { keepPending } from "./plan-answer.ts";
import { outcome, intentOf, type Execute, type IntentContext, type IntentOutcome } from "./plan.ts";

/** Turns searched for an executed intent. */
const BACK_MAX = 20;

/**
 * "Undo that": the last action of an intent in this conversation; else, after asking, the facts extracted from the last
 * words. Null if there is neither: the user may mean something else.
 */
export async function planUndo(context: IntentContext): Promise<Execute | null> {
  const { user, conversation, say } = context;
  if (conversation === null) return null;
  const turns = await turnsOf(user, conversation, { limit: BACK_MAX });
  const last = turns.find(
    ({ intent }) => intent && intent.kind !== "why" && (intent.state === "done" || intent.pending),
  );
  if (last?.intent?.pending) {
    const { pending } = last.intent;
    return () => keepPending(context, pending);
  }
  if (last?.intent && last.intent.changeIds.length > 0) {
    const { changeIds } = last.intent;
    return () => undoAll(context, changeIds);
  }
  if (last?.intent?.kind === "forget") {
    return async () =>
      outcome(say.cannotUndo, "The user asked to undo a forgetting, which cannot be.", {
        intent: intentOf("undo"),
      });
  }
  return askForWords(context, last ?? turns[0]);
}

async function undoAll({ deps, user, say }: IntentContext, changeIds: string[]): Promise<IntentOutcome> {
  try {
    const made = await deps.graphLock.run(user.userId, async () => {
      const ids: string[] = [];
      for (const id of [...changeIds].reverse()) ids.push((await user.undo(id)).id);
      return ids;
    });
    return outcome(say.undone, "You have just undone your last change to the memory.", {
      actions: [{ action: "undone", ids: made, counts: { changes: made.length } }],
      intent: intentOf("undo", { changeIds: made }),
    });
  } catch (error) {
    if (!(error instanceof EngramError) || (error.code !== "conflict" && error.code !== "not_found"))
      throw error;
    return outcome(say.changedSince, "The change could not be undone.", { intent: intentOf("undo") });
  }
}

async function askForWords(context: IntentContext, turn: Episode | undefined): Promise<Execute | null> {
  if (!turn || turn.memory !== "on") return null;
  const maybe = await ofTurn(context.user, turn);
  const tellsFacts = maybe.some(({ kind }) => kind === "fact");
  if (!tellsFacts && turn.intent?.kind !== "remember") return null;
  return async (episodeId) => ({
    ...(await carryOut(context, episodeId, { sure: [], maybe })),
    text: context.say.askUndo,
  });
}
