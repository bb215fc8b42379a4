import { withPlainDigits } from "../../../language/spelled-numbers.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, joinWords } from "../words.ts";
import type { TextOptions, TextReader } from "./reader.ts";
import {
  baseName,
  linesOf,
  textConversation,
  textTurns,
  wallOf,
  type TextTurn,
  type Wall,
} from "./text-turn.ts";

/** WhatsApp's "Export chat": a dated line begins a message, undated lines continue it. */
export const whatsApp: TextReader = {
  format: "whatsapp",
  name: "WhatsApp chat (the zip, or its .txt)",
  recognises: (text) =>
    headIn(linesOf(text.slice(0, HEAD_CHARS_MAX)).find((line) => line !== "") ?? "") !== null,
  read: (text, options) => [readChat(text, options)],
};

/** Beginning of the text that must contain its first line. */
const HEAD_CHARS_MAX = 2_000;

/**
 * Date and time in brackets (iOS) or before a dash (Android; Korean: a comma), followed by `Name: text`, or a note by
 * the app. The half of the day is a word before or after the time.
 */
const HEAD =
  /^[\u200e\u200f]?\[?(\d{1,4})\u200f?[./-] ?(\d{1,2})\u200f?[./-] ?(\d{1,4})\.?[,،]?\s(?:(\p{L}{1,4})\s?)?(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?(?:\s?(\p{L}[\p{L}.]{0,4}(?:\s\p{L}\.)?))?(\]|\s-|,)\s/iu;

/** A date and a time are shorter, in any locale. */
const HEAD_LINE_CHARS_MAX = 80;

function headIn(line: string): RegExpExecArray | null {
  const head = HEAD.exec(withPlainDigits(line.slice(0, HEAD_LINE_CHARS_MAX)));
  return head?.[9] === "," && halfIn(head) === null ? null : head;
}

/** Hours of the morning and the afternoon. */
const [MORNING, AFTERNOON] = [3, 15];
/** Locales that write the half of the day differently. */
const LOCALES = ["en", "ar", "el", "fa", "ja", "ko", "vi", "zh"];
/** The words for both halves, such as `pm` and `오후`. */
const HALVES = new Map(
  LOCALES.flatMap((locale) => {
    const format = new Intl.DateTimeFormat(locale, { hour: "numeric", hour12: true, timeZone: "UTC" });
    return [MORNING, AFTERNOON].map((hour) => {
      const parts = format.formatToParts(Date.UTC(2000, 0, 1, hour));
      return [plain(parts.find(({ type }) => type === "dayPeriod")?.value ?? ""), hour] as const;
    });
  }),
);

/** `p. m.` is `pm`. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[.\s]/g, "");
}

/** `MORNING`, `AFTERNOON`, or null for a time of 24 hours. */
function halfIn(head: RegExpExecArray): number | null {
  return HALVES.get(plain(head[4] ?? "")) ?? HALVES.get(plain(head[8] ?? "")) ?? null;
}

const NAME_CHARS_MAX = 100;

interface Message {
  /** The three numbers of the date in written order. */
  date: [number, number, number];
  time: number[];
  speaker: string;
  lines: string[];
}

function readChat(text: string, options: TextOptions): ImportedConversation | null {
  const messages = messagesOf(linesOf(text));
  const isMonthFirst = monthFirst(messages);
  const said = messages.flatMap((message): TextTurn[] => {
    const words = wordsOf(message.lines);
    const wall = wallIn(message, isMonthFirst);
    return words === "" ? [] : [{ text: words, speaker: message.speaker, wall }];
  });
  const turns = textTurns("whatsapp", said, options);
  // Its name differs between phones; its beginning does not.
  return textConversation("whatsapp", turns, titleOf(options.name, messages));
}

function messagesOf(lines: readonly string[]): Message[] {
  const messages: Message[] = [];
  let open: Message | null = null;
  for (const line of lines) {
    const head = headIn(line);
    if (head === null) {
      open?.lines.push(line);
      continue;
    }
    open = messageOf(head, line.slice(head[0].length));
    if (open !== null) messages.push(open);
  }
  return messages;
}

/** Null for a note by the app, which has no speaker. */
function messageOf(head: RegExpExecArray, rest: string): Message | null {
  const colon = rest.indexOf(": ");
  const name = rest
    .slice(0, Math.max(colon, 0))
    .replace(/^[\u200e\u200f\s]*~?\s*/u, "")
    .trim();
  if (name === "" || name.length > NAME_CHARS_MAX || /["“„«]/.test(name)) return null;
  const [a, b, c] = head.slice(1, 4).map(Number);
  const [hour, minute, second] = head.slice(5, 8).map((part) => Number(part ?? 0));
  const date: Message["date"] = [a ?? 0, b ?? 0, c ?? 0];
  const time = [hourOf(hour ?? 0, halfIn(head)), minute ?? 0, second ?? 0];
  return { date, time, speaker: name, lines: [rest.slice(colon + 2)] };
}

function hourOf(hour: number, half: number | null): number {
  if (half === null) return hour;
  return (hour % 12) + (half === AFTERNOON ? 12 : 0);
}

/**
 * Whether these dates have the month first: the order in which all are valid and ascending; if both are, the one with
 * the shorter time span, because people write on the days in between.
 */
function monthFirst(messages: readonly Message[]): boolean {
  const [dayFirst, monthFirstToo] = [tryOrder(messages, false), tryOrder(messages, true)];
  if (dayFirst.faults !== monthFirstToo.faults) return monthFirstToo.faults < dayFirst.faults;
  return monthFirstToo.spanMs < dayFirst.spanMs;
}

function tryOrder(messages: readonly Message[], isMonthFirst: boolean): { faults: number; spanMs: number } {
  let [faults, first, last] = [0, null as number | null, -Infinity];
  for (const message of messages) {
    const at = wallIn(message, isMonthFirst)?.ms ?? null;
    if (at === null || at < last) faults++;
    first ??= at;
    last = at ?? last;
  }
  return { faults, spanMs: last - (first ?? last) };
}

function wallIn({ date: [a, b, c], time }: Message, isMonthFirst: boolean): Wall | null {
  if (a > 999) return wallOf([a, b, c, ...time]);
  const year = c < 100 ? 2000 + c : c;
  return wallOf([year, isMonthFirst ? a : b, isMonthFirst ? b : a, ...time]);
}

/** The app's own words begin with a directional mark. */
const OF_THE_APP = "\u200e";
const ATTACHED = /^\u200e?<[^<>:]+: ([^<>]+)>$/;
const ATTACHED_BEFORE = /^\u200e?(\S[^()\n]*\.\w{2,5}) \([^()]+\)$/;
/** `plan.pdf • 2 pages document omitted`, where a directional mark begins each of the app's notes. */
const OMITTED_AFTER = /^\u200e?(\S[^\u200e\n]*\.\w{2,5})(?: •)? \u200e/;
const OMITTED = /^<[^<>]+>$/;

function wordsOf(lines: readonly string[]): string {
  return joinWords(
    lines.map((line) => {
      const name = (ATTACHED.exec(line) ?? ATTACHED_BEFORE.exec(line) ?? OMITTED_AFTER.exec(line))?.[1];
      if (name !== undefined) return fileMark(name.trim());
      if (OMITTED.test(line.trim())) return fileMark(null);
      return line.startsWith(OF_THE_APP) ? "" : withoutNote(line);
    }),
  );
}

/** The app marks edited messages with a trailing `\u200e<...>`. */
function withoutNote(line: string): string {
  const at = line.lastIndexOf(`${OF_THE_APP}<`);
  return at > 0 && line.endsWith(">") ? line.slice(0, at).trimEnd() : line;
}

const SPEAKERS_IN_TITLE = 4;

function titleOf(path: string, messages: readonly Message[]): string {
  const parts = path.split("/").filter((part) => !/^_chat\.txt$/i.test(part));
  const name = baseName(parts.at(-1) ?? "");
  if (name !== "") return name;
  return [...new Set(messages.map(({ speaker }) => speaker))].slice(0, SPEAKERS_IN_TITLE).join(", ");
}
