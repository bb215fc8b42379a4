import type { Episode } from "../../domain/model/episode.ts";
import type { Instant } from "../../domain/model/time.ts";
import { EngramError } from "../../errors.ts";
import type { ChatModel, ModelMessage } from "../../ports/chat-model.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { conversationPrefix, systemText, turnMessages } from "../chat/history.ts";
import { promptTokensMax, promptTokens } from "../model/token-limits.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import { nextTurns } from "./next-turns.ts";
import { isReadInPieces, piecesOf } from "./pieces.ts";
import { extractionMessages, triggerMessage } from "./request.ts";

/** What is asked next about a conversation. */
export interface LiveRequest {
  /** Those asked about. */
  turns: Episode[];
  /** Turns at the end of the prompt, those asked about first. */
  shown: number;
  /** One prompt; several for a turn that is read in pieces. */
  prompts: ModelMessage[][];
}

export interface LiveRequestDeps {
  model: ChatModel;
  prompts: PromptLibrary;
  settings: { layout: "shared" | "separate"; maxTokens: number; historyTokensMax: number };
}

/** Earlier turns shown when the conversation's own prefix does not end near the turn (imports, back-fill). */
const BACKFILL_CONTEXT_TURNS = 10;
/** Turns at the end of a prompt; behind more than these the conversation's own prefix is not worth its length. */
const SHOWN_MAX = 8;
/** What is left for a turn whose rules alone nearly fill the context. */
const TURN_TOKENS_MIN = 100;

/**
 * Chosen once the model is free: the prompt is the chat's own up to its present end, so that the server has read it
 * already and neither request costs the other its cache. Null when nothing is due.
 */
export async function nextLiveRequest(
  deps: LiveRequestDeps,
  user: UserStore,
  conversationId: string,
  { now, timeZone }: { now: Instant; timeZone: string },
): Promise<LiveRequest | null> {
  const turns = await nextTurns(user, conversationId, now);
  const [first] = turns;
  if (first === undefined) return null;
  const room = promptTokensMax(deps.model, deps.settings.maxTokens);
  if (!isReadInPieces(first)) {
    const ways = [
      () => atPresentEnd(deps, user, turns, timeZone),
      () => apartFromChat(deps, user, turns, timeZone),
      () => apartFromChat(deps, user, [first], timeZone),
    ];
    for (const way of ways) {
      const request = await way();
      if (request !== null && promptTokens(request.prompts[0] ?? []) <= room) return request;
    }
  }
  return inPieces(deps, first, { room, timeZone });
}

async function atPresentEnd(
  deps: LiveRequestDeps,
  user: UserStore,
  turns: Episode[],
  timeZone: string,
): Promise<LiveRequest | null> {
  const { layout, historyTokensMax } = deps.settings;
  const first = turns[0] as Episode;
  if (layout === "separate") return null;
  const conversation = await conversationOf(user, first);
  const { messages, episodes } = await conversationPrefix(user, conversation, {
    system: systemText(deps.prompts.get("chat").text, conversation.clientSystem),
    tokensMax: historyTokensMax,
    roomTokens: Number.POSITIVE_INFINITY,
    without: [],
  });
  const from = episodes.findIndex(({ id }) => id === first.id);
  const shown = episodes.slice(from);
  if (from < 0 || shown.length > SHOWN_MAX || turns.some(({ id }, at) => shown[at]?.id !== id)) return null;
  return {
    turns,
    shown: shown.length,
    prompts: [[...messages, triggerMessage(shown, timeZone, turns)]],
  };
}

/** With rules of its own and few turns before. */
async function apartFromChat(
  deps: LiveRequestDeps,
  user: UserStore,
  turns: Episode[],
  timeZone: string,
): Promise<LiveRequest> {
  const first = turns[0] as Episode;
  const around = (await user.neighbours([first.id], BACKFILL_CONTEXT_TURNS))
    .filter((episode) => episode.ordinal < first.ordinal)
    .sort((a, b) => a.ordinal - b.ordinal);
  const { clientSystem } = await conversationOf(user, first);
  const name = deps.settings.layout === "shared" ? "chat" : "extract";
  const system = systemText(deps.prompts.get(name).text, clientSystem);
  const prefix: ModelMessage[] = [{ role: "system", content: system }, ...around.flatMap(turnMessages)];
  return { turns, shown: turns.length, prompts: [extractionMessages(prefix, turns, timeZone)] };
}

/** Rules and a piece of the turn, nothing else. */
function inPieces(
  deps: LiveRequestDeps,
  turn: Episode,
  { room, timeZone }: { room: number; timeZone: string },
): LiveRequest {
  const rules: ModelMessage = { role: "system", content: deps.prompts.get("extract").text };
  const left = room - promptTokens([rules, triggerMessage([turn], timeZone)]);
  const pieces = piecesOf(turn, Math.max(TURN_TOKENS_MIN, left));
  return {
    turns: [turn],
    shown: 1,
    prompts: pieces.map((piece) => extractionMessages([rules], [piece], timeZone)),
  };
}

async function conversationOf(user: UserStore, { conversationId }: Episode) {
  const conversation = await user.conversation(conversationId);
  if (conversation === null) throw new EngramError("not_found", "The conversation is gone");
  return conversation;
}
