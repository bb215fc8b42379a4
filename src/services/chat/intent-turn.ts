import { CODE_MODEL } from "../../domain/model/episode.ts";
import type { ModelEvent } from "../../ports/chat-model.ts";
import { mayHoldIntent, planIntents, type IntentPlan } from "../intents/index.ts";
import { emptyBlock, withNote } from "../retrieval/recall-block.ts";
import { fittingReply, gatherContext, threadOf } from "./context.ts";
import type { Prefix } from "./history.ts";
import { open } from "./open.ts";
import { asksForJson, type BegunTurn, type Turn } from "./turn-types.ts";

/** The plan for the intents of a message, before anything is stored or recalled; null if there are none. */
export async function intentPlanOf(turn: Turn, { previous }: Prefix): Promise<IntentPlan | null> {
  const { deps, user, input } = turn;
  const { message, memory } = input;
  if (input.client?.continues !== undefined || !mayHoldIntent(message, previous)) return null;
  return planIntents(deps.intents, {
    user,
    message,
    memory,
    conversation: threadOf(turn),
    previous,
    speaker: input.client?.speaker,
  });
}

/** A turn with an intent: it is stored without the words to forget, the intent is executed, the rest is answered. */
export async function beginIntentTurn(turn: Turn, plan: IntentPlan): Promise<BegunTurn> {
  const { user, input, id, conversation, signal } = turn;
  const early = plan.erasesAll ? await plan.execute(id) : null;
  const isNew = conversation === null || plan.erasesAll;
  const { episode } = await open(turn, isNew, plan);
  const begun: BegunTurn = {
    episode,
    finished: episode.state === "complete",
    events: () => writtenByCode(""),
    stop: () => undefined,
    block: emptyBlock("nothing"),
    context: null,
    intent: null,
    notice: null,
  };
  if (begun.finished) return begun;
  const outcome = early ?? (await plan.execute(episode.id));
  const intent = { plan, outcome };
  const isJson = asksForJson(input);
  if (plan.isAlone && !isJson) {
    const state = outcome.recalled.length === 0 ? ("nothing" as const) : ("found" as const);
    const block = { ...emptyBlock(state), items: outcome.recalled };
    const events = () => writtenByCode(outcome.text);
    return { ...begun, events, block, intent, notice: outcome.notice };
  }
  const shown: Turn = {
    ...turn,
    isConfirmed: true,
    input: { ...input, message: plan.shown },
    id: episode.id,
    conversation: await user.conversation(episode.conversationId),
  };
  const { prefix, block } = await gatherContext(shown);
  const notice = isJson ? null : outcome.notice;
  const context = {
    prefix,
    block: withNote(block, [outcome.note, notice?.note ?? ""].join(" ").trim()),
  };
  const events = () => afterLine(isJson ? "" : outcome.text, fittingReply(shown, context, signal));
  return { ...begun, events, block: context.block, intent, notice };
}

async function* writtenByCode(text: string): AsyncGenerator<ModelEvent, void, undefined> {
  if (text !== "") yield { type: "delta", text };
  yield { type: "finish", reason: "stop", usage: null, model: CODE_MODEL };
}

/** The confirmation comes first: it is true whatever the model says. */
async function* afterLine(
  line: string,
  reply: AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent, void, undefined> {
  if (line !== "") yield { type: "delta", text: `${line}\n\n` };
  yield* reply;
}
