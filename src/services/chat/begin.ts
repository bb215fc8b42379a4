import { guessLanguage } from "../../language/index.ts";
import type { ModelEvent } from "../../ports/chat-model.ts";
import type { Notice } from "../forgetting/notice.ts";
import { withDeadline } from "../retrieval/deadline.ts";
import { withNote } from "../retrieval/recall-block.ts";
import { askMemory, fittingReply, gatherContext, prefixOf } from "./context.ts";
import { checkReplaced, open } from "./open.ts";
import { asksForJson, type BegunTurn, type GatheredContext, type Turn } from "./turn-types.ts";
import { resumed } from "./started.ts";
import { beginIntentTurn, intentPlanOf } from "./intent-turn.ts";

/**
 * Calls the model before the store has confirmed the user's words. No output is passed on until then; if the store
 * fails, the model is stopped.
 */
function runAhead(
  turn: Turn,
  context: GatheredContext,
): { events: AsyncIterable<ModelEvent>; stop: () => void } {
  const stopped = new AbortController();
  const iterator = fittingReply(turn, context, AbortSignal.any([turn.signal, stopped.signal]));
  const first = iterator.next();
  first.catch(() => undefined);
  return {
    events: resumed(iterator, first),
    stop: () => stopped.abort(new Error("the turn was not stored")),
  };
}

/**
 * Stores the user's words while memory is searched; if it is certainly a new turn, the model starts reading in
 * parallel.
 */
export async function beginTurn(turn: Turn): Promise<BegunTurn> {
  const { user, input, conversation, signal } = turn;
  await checkReplaced(turn);
  const prefix = await prefixOf(turn);
  const plan = await intentPlanOf(turn, prefix);
  if (plan !== null) return beginIntentTurn(turn, plan);
  const noticing = noticeOf(turn);
  const dueLine = dueLineOf(turn);
  const gathering = askMemory(turn, prefix);
  await gathering.found;
  const opening = open(turn, conversation === null);
  opening.catch(() => undefined);
  const notice = await noticing;
  const notes = [notice?.note, await dueLine].filter((note) => typeof note === "string");
  const gathered = { prefix: gathering.prefix, block: notes.reduce(withNote, await gathering.block) };
  // What was certainly not asked before, the model may start to read while it is being stored.
  const isFirst = input.idempotencyKey === undefined && input.client?.continues === undefined;
  const ahead = isFirst ? runAhead(turn, gathered) : null;
  const { episode, isRetried } = await opening.catch((error: unknown) => {
    ahead?.stop();
    throw error;
  });
  const context =
    isRetried && episode.state !== "complete"
      ? await gatherContext({
          ...turn,
          id: episode.id,
          conversation: await user.conversation(episode.conversationId),
        })
      : gathered;
  return {
    episode,
    finished: episode.state === "complete",
    events: () => ahead?.events ?? fittingReply(turn, context, signal),
    stop: () => ahead?.stop(),
    block: context.block,
    context,
    intent: null,
    notice,
  };
}

/** Never delays or fails a reply: a notice that is not available now comes with the next one. */
async function noticeOf({ deps, user, input }: Turn): Promise<Notice | null> {
  if (input.memory !== "on" || input.client?.continues !== undefined || asksForJson(input)) return null;
  return deps.notice(user, guessLanguage(input.message)).catch(() => null);
}

/** Never delays or fails a reply. */
async function dueLineOf({ deps, user, input, settings }: Turn): Promise<string | null> {
  if (input.memory === "off" || input.client?.continues !== undefined || asksForJson(input)) return null;
  return withDeadline(deps.dueLine(user, settings), deps.recall.deadlineMs).catch(() => null);
}
