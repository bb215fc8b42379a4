import type { Episode } from "../../domain/model/episode.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { EngramError } from "../../errors.ts";
import { ask, factsOption } from "./ask.ts";
import { outcome, wish, type Act, type WishContext, type WishOutcome } from "./plan.ts";

/** Turns looked back for a wish that was done. */
const BACK_MAX = 20;

/**
 * "Undo that": the last thing that was done by a wish in this conversation; else what was taken from the last words,
 * after asking. Null when there is neither: the user may mean something else.
 */
export async function planUndo(context: WishContext): Promise<Act | null> {
  const { user, conversationId, say } = context;
  if (conversationId === null) return null;
  const turns = await user.episodes({ conversationId, order: "newest", limit: BACK_MAX });
  const last = turns.find((turn) => turn.intent?.state === "done" && turn.intent.kind !== "why");
  if (last?.intent && last.intent.changeIds.length > 0) {
    const { changeIds } = last.intent;
    return () => undoAll(context, changeIds);
  }
  if (last?.intent?.kind === "forget") {
    return async () =>
      outcome(say.cannotUndo, "The user asked to undo a forgetting, which cannot be.", {
        intent: wish("undo"),
      });
  }
  return askForWords(context, last ?? turns[0]);
}

async function undoAll({ deps, user, say }: WishContext, changeIds: string[]): Promise<WishOutcome> {
  try {
    const made = await deps.graphLock.run(user.userId, async () => {
      const ids: string[] = [];
      for (const id of [...changeIds].reverse()) ids.push((await user.undo(id)).id);
      return ids;
    });
    return outcome(say.undone, "You have just undone your last change to the memory.", {
      acts: [{ action: "undone", ids: made, counts: { changes: made.length } }],
      intent: wish("undo", { changeIds: made }),
    });
  } catch (error) {
    if (!(error instanceof EngramError) || (error.code !== "conflict" && error.code !== "not_found"))
      throw error;
    return outcome(say.changedSince, "The change could not be undone.", { intent: wish("undo") });
  }
}

async function askForWords(context: WishContext, turn: Episode | undefined): Promise<Act | null> {
  if (!turn || turn.memory !== "on") return null;
  const facts = await context.user.facts({ episodeIds: [turn.id], statuses: STATUSES, limit: 20 });
  if (facts.length === 0 && turn.intent?.kind !== "remember") return null;
  const option = factsOption(facts, { factIds: [], episodeIds: [turn.id] });
  const shown = facts.length === 0 ? { ...option, text: turn.userMessage } : option;
  return async () => ask(context, "forget", context.say.askUndo, [shown]);
}
