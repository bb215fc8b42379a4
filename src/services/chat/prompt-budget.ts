import { estimateTokens } from "../../language/text.ts";
import type { ChatModel, ModelMessage } from "../../ports/chat-model.ts";
import { promptTokens } from "../../domain/model/prompt-tokens.ts";
import { promptTokensMax } from "../model/token-limits.ts";
import { systemText } from "./history.ts";
import type { Turn } from "./turn-types.ts";

/** How a turn divides the model's context, in estimated tokens. */
export interface PromptBudget {
  system: string;
  recallTokensMax: number;
  historyTokensMax: number;
  /** The model's limit for history. */
  historyRoomTokens: number;
}

/** Size of the recall block, tokens. */
export const RECALL_TOKENS_MAX = 1400;
/** Maximum time for the server to read it, at its measured speed: it is read again with each message. */
const RECALL_READ_MS_MAX = 500;
/** Smallest useful recall block. */
const RECALL_TOKENS_MIN = 150;
/** The recall block's share of a prompt that must be cut; the rest is history. */
const RECALL_SHARE_MAX = 0.5;
/** Share of a client's history left after a cut, so that cuts are rare and large. */
const KEEP_SHARE = 0.5;

/**
 * If the model's context is exceeded, these are cut, in this order: the older part of the history, lines of the recall
 * block. The message itself never is.
 */
export function promptBudgetOf(
  { deps, input, settings: own }: Turn,
  clientSystem: string | null,
): PromptBudget {
  const { model, prompts, limits } = deps;
  const room = promptTokensMax(model, input.client?.maxTokens ?? limits.replyTokensMax);
  const said = estimateTokens(input.client?.sent ?? input.message) + promptTokens(input.client?.after ?? []);
  const system = systemText(prompts.get("chat").text, { own: own.instructions, client: clientSystem });
  const left = Math.max(0, room - said - estimateTokens(system));
  const recallTokensMax = Math.floor(Math.min(recallBudget(model), left * RECALL_SHARE_MAX));
  const historyRoomTokens = Math.floor(left - recallTokensMax);
  return {
    system,
    recallTokensMax,
    historyTokensMax: Math.min(limits.historyTokensMax, historyRoomTokens),
    historyRoomTokens,
  };
}

function recallBudget(model: ChatModel): number {
  const { promptSpeed = null, tokensPerEstimate = 1 } = model.info().learned ?? {};
  if (promptSpeed === null) return RECALL_TOKENS_MAX;
  const inTime = (promptSpeed * RECALL_READ_MS_MAX) / 1000 / tokensPerEstimate;
  return Math.min(RECALL_TOKENS_MAX, Math.max(RECALL_TOKENS_MIN, inTime));
}

/**
 * A client's own history, without its oldest part if it is too long. The cut depends only on the messages, so the next,
 * longer request is cut at the same place.
 */
export function cutClientHistory(history: ModelMessage[], tokensMax: number): ModelMessage[] {
  if (promptTokens(history) <= tokensMax) return history;
  const turns: ModelMessage[][] = [];
  for (const message of history) {
    if (message.role === "user" || turns.length === 0) turns.push([]);
    turns.at(-1)?.push(message);
  }
  let kept: ModelMessage[][] = [];
  let size = 0;
  for (const turn of turns) {
    kept.push(turn);
    size += promptTokens(turn);
    if (size <= tokensMax) continue;
    while (kept.length > 0 && size > tokensMax * KEEP_SHARE) size -= promptTokens(kept.shift() ?? []);
  }
  return kept.flat();
}
