import { EngramError } from "../../errors.ts";
import type { ChatModel, ModelEvent, ModelMessage } from "../../ports/chat-model.ts";
import { promptTokens } from "../model/token-limits.ts";
import { recallBlock, type RecallBlock } from "../retrieval/recall-block.ts";
import type { RecallState } from "../retrieval/recall-state.ts";
import { recall, timeZoneOf } from "../retrieval/recall.ts";
import { chatSource } from "./chat-source.ts";
import { conversationPrefix, userText, type Prefix } from "./history.ts";
import { cutClientHistory, promptBudgetOf } from "./prompt-budget.ts";
import type { GatheredContext, Turn } from "./turn-types.ts";

const TEMPERATURE = 0.7;
/** Answers from memory alone (CHAT-6). */
const MEMORY_TEMPERATURE = 0.15;
const MEMORY_ONLY = "(Answer from the memory block alone. If it does not contain the answer, say so.)";

/** History and recall block of a turn. */
export async function gatherContext(turn: Turn): Promise<GatheredContext> {
  const { prefix, block } = await askMemory(turn, await prefixOf(turn));
  return { prefix, block: await block };
}

/**
 * Begins the search; the block comes when it is read, and is empty when the user has left. `found` resolves when its
 * lanes have answered: what is written before that would take their core and empty their page caches.
 */
export async function askMemory(
  turn: Turn,
  prefix: Prefix,
): Promise<{ prefix: ModelMessage[]; block: Promise<RecallBlock>; found: Promise<unknown> }> {
  const { deps, user, input, id, signal } = turn;
  const inContext = prefix.episodes.map((episode) => episode.id);
  let onFound = (): void => undefined;
  const lanes = new Promise<void>((resolve) => (onFound = resolve));
  const { recallTokensMax } = promptBudgetOf(turn, clientSystemOf(turn));
  const block =
    input.memory === "off"
      ? emptyBlock(turn, "off")
      : recall({ ...deps.recall, tokensMax: recallTokensMax }, user, {
          message: input.message,
          excludeEpisodeIds: [id, ...inContext],
          signal,
          onFound,
        }).catch(() => emptyBlock(turn, "unavailable"));
  return { prefix: prefix.messages, block, found: Promise.race([lanes, block]) };
}

export async function emptyBlock({ deps, user }: Turn, state: RecallState): Promise<RecallBlock> {
  const timeZone = await timeZoneOf(user);
  return recallBlock([], { now: deps.clock.now(), timeZone, tokensMax: 0, itemsMax: 0, state });
}

/** What stands before the message: the client's own history where it sends one, else the stored one. */
export async function prefixOf(turn: Turn): Promise<Prefix> {
  const { deps, user, input, id, conversation } = turn;
  const { system, historyTokensMax, historyRoomTokens } = promptBudgetOf(turn, clientSystemOf(turn));
  const stored =
    conversation === null
      ? { messages: [{ role: "system" as const, content: system }], episodes: [] }
      : await conversationPrefix(user, conversation, {
          system,
          tokensMax: historyTokensMax,
          roomTokens: historyRoomTokens,
          without: [id, input.replaces],
          offRecordBuffer: deps.offRecordBuffer,
        });
  if (!input.client) return stored;
  const head: ModelMessage[] = system === "" ? [] : [{ role: "system", content: system }];
  const history = cutClientHistory(input.client.history, historyRoomTokens);
  return { messages: [...head, ...history], episodes: stored.episodes };
}

function clientSystemOf({ input, conversation }: Turn): string | null {
  return input.client ? input.client.system : (conversation?.clientSystem ?? null);
}

/** What the model is asked. */
async function requestOf(turn: Turn, context: GatheredContext): Promise<Parameters<ChatModel["stream"]>[0]> {
  const { deps, input, conversationId } = turn;
  const text = userText({ speaker: null, userMessage: input.message });
  const last = `${text}\n\n${context.block.text}${input.mode === "memory" ? `\n\n${MEMORY_ONLY}` : ""}`;
  return {
    purpose: "chat",
    source: await chatSource(turn, context.block),
    conversationId,
    messages: [...context.prefix, { role: "user", content: last }, ...(input.client?.after ?? [])],
    effort: deps.settings.effort,
    temperature: input.client?.temperature ?? (input.mode === "memory" ? MEMORY_TEMPERATURE : TEMPERATURE),
    maxTokens: input.client?.maxTokens ?? deps.settings.maxTokens,
    extra: input.client?.extra,
  };
}

/**
 * The reply as it comes. A server that refuses the prompt as too long has told its real numbers with that: what was
 * gathered is cut by them and asked again, until the message alone is too long.
 */
export async function* fittingReply(
  turn: Turn,
  context: GatheredContext,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  let request = await requestOf(turn, context);
  for (;;) {
    let begun = false;
    try {
      for await (const event of turn.deps.model.stream(request, signal)) {
        begun = true;
        yield event;
      }
      return;
    } catch (error) {
      if (begun || !(error instanceof EngramError) || error.code !== "context_too_long") throw error;
      const tokensBefore = promptTokens(request.messages);
      request = await requestOf(turn, await gatherContext(turn));
      if (promptTokens(request.messages) >= tokensBefore) throw error;
    }
  }
}
