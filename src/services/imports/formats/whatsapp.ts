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
  recognises: (text) => {
    const first = linesOf(text.slice(0, HEAD_CHARS_MAX)).find((line) => line !== "") ?? "";
    return stampOf(first) !== null && messagesOf(linesOf(text)).length > 0;
  },
  read: (text, options) => [readChat(text, options)],
};

/** Beginning of the text that must contain its first line. */
const HEAD_CHARS_MAX = 2_000;

/**
 * What begins a message: in brackets (iOS) or before a dash (Android; Korean: a comma), then `Name: text`, or a note by
 * the app. It holds a date and a time in either order, and a few letters: `à`, `г.`, the half of the day.
 */
const STAMPS = [/^[\u200e\u200f]?\[([^\]]+)\]\s/u, /^[\u200e\u200f]?(.+?)\s-\s/u, /^(.+?\d),\s/u];
const DATE = /(\d{1,4})\u200f?[./-] ?(\d{1,2})\u200f?[./-] ?(\d{1,4})/u;
const TIME = /(?<!\d)(\d{1,2})(?:[:.]|\sh\s)(\d\d)(?:(?:[:.]|\smin\s)(\d\d))?(?!\d)/u;
const BETWEEN = /^[\s\p{L}\p{M}.,،()\u200f]*$/u;

/** A date and a time are shorter, in any locale. */
const STAMP_CHARS_MAX = 80;

interface Stamp {
  /** Of the line. */
  length: number;
  /** The three numbers of the date in written order. */
  date: [number, number, number];
  time: number[];
}

function stampOf(line: string): Stamp | null {
  const start = withPlainDigits(line.slice(0, STAMP_CHARS_MAX));
  for (const pattern of STAMPS) {
    const [whole = "", inner = ""] = pattern.exec(start) ?? [];
    const date = DATE.exec(inner);
    const rest = date && inner.replace(date[0], " ");
    const time = rest && TIME.exec(rest);
    if (!date || !rest || !time) continue;
    const words = rest.replace(time[0], " ");
    const half = halfIn(words);
    if (!BETWEEN.test(words) || (half === null && pattern === STAMPS[2])) continue;
    const [a = 0, b = 0, c = 0] = date.slice(1).map(Number);
    const [hour = 0, minute = 0, second = 0] = time.slice(1).map((part) => Number(part ?? 0));
    return { length: whole.length, date: [a, b, c], time: [hourOf(hour, half), minute, second] };
  }
  return null;
}

const NOON = 12;
/** Locales that write the half of the day differently; some have words for more parts of it. */
const LOCALES =
  "en af am ar bg cs el es eu fa fi ga hu is ja ko ky lo lt lv mk mn ms my ne si sl sq sv tr uk uz vi zh zh-TW".split(
    " ",
  );

type Half = "morning" | "afternoon";

/** The words for both halves, such as `pm` and `오후`. */
function halvesOfDay(): Map<string, Half> {
  const halves = new Map<string, Half>();
  for (const locale of LOCALES) {
    const format = new Intl.DateTimeFormat(locale, { timeStyle: "short", hour12: true, timeZone: "UTC" });
    for (let hour = 0; hour < 2 * NOON; hour++) {
      const parts = format.formatToParts(Date.UTC(2000, 0, 1, hour));
      const word = plain(parts.find(({ type }) => type === "dayPeriod")?.value ?? "");
      if (!halves.has(word)) halves.set(word, hour < NOON ? "morning" : "afternoon");
    }
  }
  return halves;
}

let halves: Map<string, Half> | undefined;

/** `p. m.` is `pm`. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[.\s]/g, "");
}

/** Which half of the day the words around a time name; null for a time of 24 hours. */
function halfIn(words: string): Half | null {
  // Building them takes some milliseconds.
  halves ??= halvesOfDay();
  const whole = words
    .replaceAll(/[\s,،()\u200f]+/g, " ")
    .trim()
    .split(" ");
  for (let from = 0; from < whole.length; from++)
    for (let to = whole.length; to > from; to--) {
      const half = halves.get(plain(whole.slice(from, to).join("")));
      if (half !== undefined) return half;
    }
  return null;
}

const NAME_CHARS_MAX = 100;
/** Directional marks, which surround telephone numbers. */
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

interface Message extends Omit<Stamp, "length"> {
  speaker: string;
  lines: string[];
}

function readChat(text: string, options: TextOptions): ImportedConversation | null {
  const messages = messagesOf(linesOf(text));
  const order = orderOf(messages);
  const said = messages.flatMap((message): TextTurn[] => {
    const words = wordsOf(message.lines);
    const wall = wallIn(message, order);
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
    const stamp = stampOf(line);
    if (stamp === null) {
      open?.lines.push(line);
      continue;
    }
    open = messageOf(stamp, line.slice(stamp.length));
    if (open !== null) messages.push(open);
  }
  return messages;
}

/** Null for a note by the app, which has no speaker. */
function messageOf({ date, time }: Stamp, rest: string): Message | null {
  const colon = rest.indexOf(": ");
  const name = rest
    .slice(0, Math.max(colon, 0))
    .replaceAll(MARKS, "")
    .replace(/^\s*~?\s*/u, "")
    .trim();
  if (name === "" || name.length > NAME_CHARS_MAX || /["“„«]/.test(name)) return null;
  return { date, time, speaker: name, lines: [rest.slice(colon + 2)] };
}

function hourOf(hour: number, half: Half | null): number {
  if (half === null) return hour;
  return (hour % NOON) + (half === "afternoon" ? NOON : 0);
}

/** Positions of year, month and day among the three numbers. */
const ORDERS = [
  [2, 1, 0],
  [2, 0, 1],
  [0, 1, 2],
] as const;
type Order = (typeof ORDERS)[number];

/**
 * The order of the numbers in these dates: the one in which most are valid and ascending; then the one with the shorter
 * time span, because people write on the days in between. The year comes first only where nothing else makes sense.
 */
function orderOf(messages: readonly Message[]): Order {
  const tried = ORDERS.map((order) => ({ order, ...tryOrder(messages, order) }));
  const least = Math.min(...tried.map(({ faults }) => faults));
  const [first, second] = tried.filter(({ faults }) => faults === least);
  const isSecond = second !== undefined && second.order[0] === 2 && second.spanMs < (first?.spanMs ?? 0);
  return (isSecond ? second : first)?.order ?? ORDERS[0];
}

function tryOrder(messages: readonly Message[], order: Order): { faults: number; spanMs: number } {
  let [faults, first, last] = [0, null as number | null, -Infinity];
  for (const message of messages) {
    const at = wallIn(message, order)?.ms ?? null;
    if (at === null || at < last) faults++;
    first ??= at;
    last = at ?? last;
  }
  return { faults, spanMs: last - (first ?? last) };
}

/** No chat is older; what seems to be has the years of another calendar. */
const APP_BEGAN_MS = Date.UTC(2009, 0);

function wallIn({ date, time }: Message, order: Order): Wall | null {
  const [year = 0, month = 0, day = 0] = (date[0] > 999 ? ORDERS[2] : order).map((at) => date[at]);
  const wall = wallOf([year < 100 ? 2000 + year : year, month, day, ...time]);
  return wall === null || wall.ms < APP_BEGAN_MS ? null : wall;
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
