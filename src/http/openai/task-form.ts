import { OFF_THE_RECORD, type Episode } from "../../domain/episode.ts";
import { words } from "../../domain/text.ts";
import { MINUTE_MS, toMs, type Instant } from "../../domain/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/*
 * Chat programs ask the same endpoint for titles, tags, follow-up questions and completions. Such a request is told by
 * its form, whatever its words: it has no history, and holds a chat as data beside an instruction.
 */

/** Tags and labels by which programs set a chat apart from their instruction. */
const CHAT_TAG = /<(?:chat_?history|chat|conversation|dialogue|history|messages|transcript)\b[^>]*>/i;
const USER_LABEL = /^\W*(?:user|human|you)\W{0,3}:|"role"\s*:\s*"user"/im;
const REPLY_LABEL = /^\W*(?:assistant|ai|bot|model|response)\W{0,3}:|"role"\s*:\s*"assistant"/im;
const QUOTED = /["“«„](.+)["”»“]|<(\w+)>(.+)<\/\2>/s;

/** An answer this short cannot be wanted of a chat, tokens. */
const SHORT_ANSWER_MAX = 256;
/** Turns that a title may be asked for. */
const RECENT_TURNS = 8;
/** Words at the beginning of a reply by which it is known. */
const REPLY_WORDS = 10;
/** A title is asked for right after the first reply. */
const SOON_MS = 5 * MINUTE_MS;

export interface AskedOnce {
  /** The only message that is no system text. */
  message: string;
  maxTokens: number | undefined;
  now: Instant;
}

/** Whether a request without history is a program's own. */
export async function isTaskByForm(user: UserStore, asked: AskedOnce): Promise<boolean> {
  const { message, maxTokens } = asked;
  const isTagged = CHAT_TAG.test(message);
  const isLabelled = USER_LABEL.test(message) && REPLY_LABEL.test(message);
  if (isTagged && (USER_LABEL.test(message) || REPLY_LABEL.test(message))) return true;
  const isShort = maxTokens !== undefined && maxTokens <= SHORT_ANSWER_MAX;
  if (isShort && (isTagged || isLabelled)) return true;
  const quoted = isTagged || isLabelled || QUOTED.test(message);
  if (!quoted) return false;
  const recent = await user.episodes({ order: "newest", limit: RECENT_TURNS });
  if (isLabelled && recent.some((turn) => turn.userMessage === OFF_THE_RECORD)) return true;
  return recent.some((turn, at) => tellsOf(turn, at === 0, { ...asked, isLabelled, isShort }));
}

/** Whether the message quotes this turn as a program does: with its reply, or alone in quotes right after it. */
function tellsOf(
  turn: Episode,
  isNewest: boolean,
  { message, now, isLabelled, isShort }: AskedOnce & { isLabelled: boolean; isShort: boolean },
): boolean {
  const said = words(turn.userMessage);
  if (said.length === 0 || !holds(words(message.replaceAll("\\n", " ")), said)) return false;
  const replied = words(turn.assistantReply ?? "").slice(0, REPLY_WORDS);
  if (isLabelled || (replied.length > 0 && holds(words(message), replied))) return true;
  const [, inQuotes, , inTag] = QUOTED.exec(message) ?? [];
  if (words(inQuotes ?? inTag ?? "").join(" ") !== said.join(" ")) return false;
  const isFirst = isNewest && turn.ordinal === 0;
  return isShort || (isFirst && toMs(now) - toMs(turn.recordedAt) <= SOON_MS);
}

function holds(text: readonly string[], part: readonly string[]): boolean {
  return ` ${text.join(" ")} `.includes(` ${part.join(" ")} `);
}
