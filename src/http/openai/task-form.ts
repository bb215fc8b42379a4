import { setImmediate } from "node:timers/promises";
import { OFF_THE_RECORD, type Episode } from "../../domain/model/episode.ts";
import { fold, tokens } from "../../language/text.ts";
import { MINUTE_MS, toMs, type Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/*
 * Chat programs ask the same endpoint for titles, tags, follow-up questions and completions. Such a request is recognised by
 * its form, not its words: it has no history, and contains a chat as data next to an instruction. So are the prompts of
 * frameworks and translators, templates that a label ends.
 */

/** Tags, lines and labels by which programs separate a chat from their instruction. */
const CHAT = "(?:chat_?history|chat|conversation|dialogue|history|messages|transcript)\\b";
const CHAT_TAG = new RegExp(`<${CHAT}`, "i");
/** The first line. */
const CHAT_HEADING = new RegExp(`^#{1,6} [\\w ]{0,40}\\b${CHAT}[\\w ]{0,40}:?\\s`, "i");
const CHAT_LINE = new RegExp(`^[^\\w\\s]{3,10}[\\w ]{0,40}\\b${CHAT}[\\w ]{0,40}[^\\w\\s]{3,10}$`, "gim");
const USER_LABEL = /^[^\w\n\r\u2028\u2029]*(?:user|human|you)\W{0,3}:|["']role["']\s*:\s*["']user["']/im;
/** A chat and nothing else, each message below its role. */
const ROLE_HEADINGS = /^\s*#+ (?:user|human)[ \t]*\r?\n[^]*\n#+ (?:assistant|ai|bot|model)[ \t]*\r?\n/i;
const REPLY_LABEL =
  /^[^\w\n\r\u2028\u2029]*(?:assistant|ai|bot|model|response)\W{0,3}:|["']role["']\s*:\s*["']assistant["']/im;

/** No chat asks for a reply this short, tokens. */
const SHORT_ANSWER_MAX = 256;
/** A word, or nothing at all: programs ask so whether a model answers, and which class a text is of. */
const ONE_WORD_MAX = 16;
/** Longest label below a text, characters. */
const LABEL_CHARS_MAX = 40;
/** Turns for which a title may be requested. */
const RECENT_TURNS = 8;
/** Words at the beginning of a text that identify it. */
const FIRST_WORDS = 10;
/** Characters of them that identify it alone. */
const FIRST_CHARS_MIN = 40;
/** Characters searched for them. */
const FIRST_CHARS_MAX = 1000;
/** A title is requested right after the first reply. */
const SOON_MS = 5 * MINUTE_MS;

export interface SingleRequest {
  /** The only message besides system messages. */
  message: string;
  maxTokens: number | undefined;
  now: Instant;
}

interface ParsedRequest extends SingleRequest {
  /** In the form of `flat`. */
  quoted: string | null;
  flatMessage: string;
  flatUnescaped: string;
  isLabelled: boolean;
  isShort: boolean;
}

/** Whether a text is an instruction to what comes after it. */
export const introduces = (text: string): boolean => /[:：]$/.test(text.trimEnd());

/** Whether a text of several lines ends in a label (`Answer:`) that the reply is to follow: a template of a program. */
function endsInLabel(text: string): boolean {
  const start = text.trimEnd().lastIndexOf("\n") + 1;
  return start > 0 && introduces(text) && text.trimEnd().length - start <= LABEL_CHARS_MAX;
}

/** Empty for a text of one line. */
const firstOfLines = (text: string): string => text.slice(0, Math.max(0, text.indexOf("\n")));

/** Whether a request without history is a program's own. */
export async function isTaskByForm(user: UserStore, asked: SingleRequest): Promise<boolean> {
  const { message, maxTokens = Number.POSITIVE_INFINITY } = asked;
  if (maxTokens <= ONE_WORD_MAX || endsInLabel(message) || ROLE_HEADINGS.test(message)) return true;
  const tag = message.search(CHAT_TAG);
  if ((message.match(CHAT_LINE)?.length ?? 0) > 1) return true;
  const isTagged = (tag >= 0 && message.includes(">", tag)) || CHAT_HEADING.test(message);
  const isLabelled = USER_LABEL.test(message) && REPLY_LABEL.test(message);
  if (isTagged && (USER_LABEL.test(message) || REPLY_LABEL.test(message))) return true;
  const isShort = maxTokens <= SHORT_ANSWER_MAX;
  if (isShort && (isTagged || isLabelled || introduces(firstOfLines(message)))) return true;
  const quoted = quotedIn(message);
  const isMarked = isTagged || isLabelled || quoted !== null || message.includes("```");
  if (!isMarked && !isShort) return false;
  const recent = await user.episodes({ order: "newest", limit: RECENT_TURNS });
  if (isLabelled && recent.some((turn) => turn.userMessage === OFF_THE_RECORD)) return true;
  const parsed = {
    ...asked,
    quoted: quoted === null ? null : flat(quoted),
    flatMessage: flat(message),
    flatUnescaped: flat(message.replaceAll("\\n", " ")),
    isLabelled,
    isShort,
  };
  for (const [at, turn] of recent.entries()) {
    if (quotesTurn(turn, at === 0, parsed)) return true;
    await setImmediate();
  }
  return false;
}

/** The text in quotes or in a tag, whichever begins first, up to where the last of them closes; null without any. */
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

/** Whether the message quotes this turn as a program does: with its reply, both cut, the reply alone, or alone in quotes right after it. */
function quotesTurn(
  turn: Episode,
  isNewest: boolean,
  { flatMessage, flatUnescaped, now, quoted, isLabelled, isShort }: ParsedRequest,
): boolean {
  const replied = beginningOf(turn.assistantReply ?? "");
  const hasReply = replied.trim() !== "" && flatMessage.includes(replied);
  if (isShort && hasReply && replied.length >= FIRST_CHARS_MIN) return true;
  const begun = beginningOf(turn.userMessage);
  if (hasReply && begun.length >= FIRST_CHARS_MIN && flatUnescaped.includes(begun)) return true;
  if (turn.userMessage.length > LONGER_MAX * flatUnescaped.length) return false;
  const said = flat(turn.userMessage);
  if (said.trim() === "" || said === flatMessage || !flatUnescaped.includes(said)) return false;
  if (isLabelled || hasReply) return true;
  if (quoted !== said) return false;
  const isFirst = isNewest && turn.ordinal === 0;
  return isShort || (isFirst && toMs(now) - toMs(turn.recordedAt) <= SOON_MS);
}

/** Folding drops punctuation: a text may be this many times as long as its folded form. */
const LONGER_MAX = 4;

/** Folded words between single spaces; scripts without spaces stay as they are. */
function flat(text: string): string {
  return ` ${fold(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim()} `;
}

/** The first words of a text. */
function beginningOf(text: string): string {
  const first = tokens(text.slice(0, FIRST_CHARS_MAX)).slice(0, FIRST_WORDS);
  return flat(text.slice(0, first.at(-1)?.end ?? 0));
}
