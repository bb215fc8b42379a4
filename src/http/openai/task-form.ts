import { OFF_THE_RECORD, type Episode } from "../../domain/model/episode.ts";
import { words } from "../../language/text.ts";
import { MINUTE_MS, toMs, type Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/*
 * Chat programs ask the same endpoint for titles, tags, follow-up questions and completions. Such a request is told by
 * its form, whatever its words: it has no history, and holds a chat as data beside an instruction.
 */

/** Tags and labels by which programs set a chat apart from their instruction. */
const CHAT_TAG = /<(?:chat_?history|chat|conversation|dialogue|history|messages|transcript)\b/i;
const USER_LABEL = /^[^\w\n\r\u2028\u2029]*(?:user|human|you)\W{0,3}:|"role"\s*:\s*"user"/im;
const REPLY_LABEL =
  /^[^\w\n\r\u2028\u2029]*(?:assistant|ai|bot|model|response)\W{0,3}:|"role"\s*:\s*"assistant"/im;

/** An answer this short cannot be wanted of a chat, tokens. */
const SHORT_ANSWER_MAX = 256;
/** Turns that a title may be asked for. */
const RECENT_TURNS = 8;
/** Words at the beginning of a reply by which it is known. */
const REPLY_WORDS = 10;
/** A title is asked for right after the first reply. */
const SOON_MS = 5 * MINUTE_MS;

export interface SingleRequest {
  /** The only message that is no system text. */
  message: string;
  maxTokens: number | undefined;
  now: Instant;
}

interface ParsedRequest extends SingleRequest {
  quoted: string | null;
  isLabelled: boolean;
  isShort: boolean;
}

/** Whether a request without history is a program's own. */
export async function isTaskByForm(user: UserStore, asked: SingleRequest): Promise<boolean> {
  const { message, maxTokens } = asked;
  const tag = message.search(CHAT_TAG);
  const isTagged = tag >= 0 && message.includes(">", tag);
  const isLabelled = USER_LABEL.test(message) && REPLY_LABEL.test(message);
  if (isTagged && (USER_LABEL.test(message) || REPLY_LABEL.test(message))) return true;
  const isShort = maxTokens !== undefined && maxTokens <= SHORT_ANSWER_MAX;
  if (isShort && (isTagged || isLabelled)) return true;
  const quoted = quotedIn(message);
  if (!isTagged && !isLabelled && quoted === null) return false;
  const recent = await user.episodes({ order: "newest", limit: RECENT_TURNS });
  if (isLabelled && recent.some((turn) => turn.userMessage === OFF_THE_RECORD)) return true;
  return recent.some((turn, at) => quotesTurn(turn, at === 0, { ...asked, quoted, isLabelled, isShort }));
}

/** What stands in quotes or in a tag, whichever begins first, up to where the last of them closes; null without any. */
function quotedIn(message: string): string | null {
  const start = message.search(/["“«„]/);
  const end = start < 0 ? -1 : Math.max(...['"', "”", "»", "“"].map((mark) => message.lastIndexOf(mark)));
  const lastClosed = new Map(
    [...message.matchAll(/<\/(\w+)>/g)].map(({ 1: name = "", index }) => [name, index]),
  );
  for (const { 0: tag, 1: name = "", index } of message.matchAll(/<(\w+)>/g)) {
    if (end > start + 1 && start < index) break;
    const closed = lastClosed.get(name) ?? -1;
    if (closed > index + tag.length) return message.slice(index + tag.length, closed);
  }
  return end > start + 1 ? message.slice(start + 1, end) : null;
}

/** Whether the message quotes this turn as a program does: with its reply, or alone in quotes right after it. */
function quotesTurn(
  turn: Episode,
  isNewest: boolean,
  { message, now, quoted, isLabelled, isShort }: ParsedRequest,
): boolean {
  const said = words(turn.userMessage);
  if (said.length === 0 || !holds(words(message.replaceAll("\\n", " ")), said)) return false;
  const replied = words(turn.assistantReply ?? "").slice(0, REPLY_WORDS);
  if (isLabelled || (replied.length > 0 && holds(words(message), replied))) return true;
  if (words(quoted ?? "").join(" ") !== said.join(" ")) return false;
  const isFirst = isNewest && turn.ordinal === 0;
  return isShort || (isFirst && toMs(now) - toMs(turn.recordedAt) <= SOON_MS);
}

function holds(text: readonly string[], part: readonly string[]): boolean {
  return ` ${text.join(" ")} `.includes(` ${part.join(" ")} `);
}
