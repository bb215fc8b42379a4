import type { Episode } from "../../domain/model/episode.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { ChatModel, ModelMessage } from "../../ports/chat-model.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { turnMessages } from "../chat/history.ts";
import { hiddenTurns } from "../forgetting/put-away.ts";
import { promptTokensMax, promptTokens } from "../model/token-limits.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import { nextTurns } from "./next-turns.ts";
import { isReadInPieces, piecesOf } from "./pieces.ts";
import { extractionMessages, triggerMessage } from "./request.ts";

/** What is asked next about a conversation. */
export interface LiveRequest {
  /** Those asked about. */
  turns: Episode[];
  /** One prompt; several for a turn that is read in pieces. */
  prompts: ModelMessage[][];
}

export interface LiveRequestDeps {
  model: ChatModel;
  prompts: PromptLibrary;
  settings: { maxTokens: number };
}

/**
 * Earlier turns tell who "she" is. They grow turn by turn, so that the server has read them already, and are cut in steps:
 * of every six turns the first sees two before it, the last seven.
 */
const CONTEXT_STEP = 6;
const CONTEXT_KEPT = 2;
const CONTEXT_TOKENS_MAX = 6_000;
/** What is left for a turn whose rules alone nearly fill the context. */
const TURN_TOKENS_MIN = 100;

/** Chosen once the model is free: the rules, the turns before, those that are due. Null when nothing is. */
export async function nextLiveRequest(
  deps: LiveRequestDeps,
  user: UserStore,
  conversationId: string,
  { now, timeZone }: { now: Instant; timeZone: string },
): Promise<LiveRequest | null> {
  const due = await nextTurns(user, conversationId, now);
  const [first] = due;
  if (first === undefined) return null;
  const rules: ModelMessage = { role: "system", content: deps.prompts.get("extract").text };
  const room = promptTokensMax(deps.model, deps.settings.maxTokens);
  if (!isReadInPieces(first)) {
    const context = (await contextOf(user, first)).flatMap(turnMessages);
    const ways: [Episode[], ModelMessage[]][] = [
      [due, context],
      [[first], context],
      [[first], []],
    ];
    for (const [turns, before] of ways) {
      const prompt = extractionMessages([rules, ...before], turns, timeZone);
      if (promptTokens(prompt) <= room) return { turns, prompts: [prompt] };
    }
  }
  const left = room - promptTokens([rules, triggerMessage([first], timeZone)]);
  const pieces = piecesOf(first, Math.max(TURN_TOKENS_MIN, left));
  return { turns: [first], prompts: pieces.map((piece) => extractionMessages([rules], [piece], timeZone)) };
}

/** The turns before, oldest first. */
async function contextOf(user: UserStore, first: Episode): Promise<Episode[]> {
  const from = Math.floor(first.ordinal / CONTEXT_STEP) * CONTEXT_STEP - CONTEXT_KEPT;
  const [around, hidden] = await Promise.all([
    user.neighbours([first.id], CONTEXT_STEP + CONTEXT_KEPT),
    hiddenTurns(user),
  ]);
  const before = around
    .filter(({ id, ordinal }) => ordinal >= from && ordinal < first.ordinal && !hidden.has(id))
    .sort((a, b) => a.ordinal - b.ordinal);
  const isShort = promptTokens(before.flatMap(turnMessages)) <= CONTEXT_TOKENS_MAX;
  return isShort ? before : before.slice(-CONTEXT_KEPT);
}
