import type { Episode } from "../../domain/model/episode.ts";
import { promptTokens } from "../../domain/model/prompt-tokens.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { ModelMessage } from "../../ports/chat-model.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { turnMessages } from "../chat/history.ts";
import { hiddenTurns } from "../forgetting/hide.ts";
import type { Needs } from "../kernel.ts";
import { promptTokensMax } from "../model/token-limits.ts";
import { nextTurns } from "./next-turns.ts";
import { isReadInPieces, piecesOf } from "./pieces.ts";
import { EXTRACTION_TOKENS_MAX, extractionMessages, shortened, triggerMessage } from "./request.ts";
import { turnsBefore } from "./turn-context.ts";

/** The next request about a conversation. */
export interface LiveRequest {
  /** The turns it asks about. */
  turns: Episode[];
  /** One prompt; several for a turn read in pieces. */
  prompts: ModelMessage[][];
}

/** Earlier turns that resolve "she". They are read again with each extraction, so they are few and shortened. */
const CONTEXT_TURNS = 2;
const CONTEXT = { charsMax: 240, replyCharsMax: 80 };
/** Minimum room for a turn when the rules nearly fill the context. */
const TURN_TOKENS_MIN = 100;

/** Chosen once the model is free: the rules, the preceding turns, the due turns. Null if none are due. */
export async function nextLiveRequest(
  deps: Needs<"model" | "prompts">,
  user: UserStore,
  conversationId: string,
  { now, timeZone }: { now: Instant; timeZone: string },
): Promise<LiveRequest | null> {
  const due = await nextTurns(user, conversationId, now);
  const [first] = due;
  if (first === undefined) return null;
  const rules: ModelMessage = { role: "system", content: deps.prompts.get("extract").text };
  const room = promptTokensMax(deps.model, EXTRACTION_TOKENS_MAX);
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

/** The preceding turns, oldest first, without anything the user wants forgotten. */
export async function contextOf(user: UserStore, first: Episode): Promise<Episode[]> {
  const [before, hidden] = await Promise.all([turnsBefore(user, first, CONTEXT_TURNS), hiddenTurns(user)]);
  return before.filter(({ id }) => !hidden.has(id)).map((turn) => shortened(turn, CONTEXT));
}
