import { PAGE_FIELD } from "../../transfer/markdown.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark } from "../words.ts";
import type { TextReader } from "./reader.ts";
import { isWeekday, writtenDate } from "./written-date.ts";
import {
  baseName,
  linesOf,
  textConversation,
  textTurns,
  wallOf,
  type TextTurn,
  type Wall,
} from "./text-turn.ts";

/** Any text: the user's own, one turn per entry. */
export const journal: TextReader = {
  format: "journal",
  name: "a journal or other text (.md, .txt)",
  recognises: () => true,
  read: (text, options) => [readJournal(text, options)],
};

const ISO =
  /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?:[T ,]{1,2}(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?(Z|[+-]\d\d:?\d\d)(?![\d:]))?)?(?!\d)/;

/** An entry without a time of day gets noon, so that the day is the same in every time zone. */
const NOON = 12;

interface Dated {
  wall: Wall;
  /** Position of the date. */
  from: number;
  to: number;
}

function dateIn(text: string): Dated | null {
  const found = ISO.exec(text);
  if (found === null) return dateInWords(text);
  const parts = found.slice(1, 7).map((part) => Number(part ?? 0));
  const hasTime = found[4] !== undefined;
  const wall = wallOf(hasTime ? parts : [...parts.slice(0, 3), NOON], offsetOf(found[7]));
  return wall === null ? null : { wall, from: found.index, to: found.index + found[0].length };
}

/** "Tuesday, 12 March 2024" */
function dateInWords(text: string): Dated | null {
  const date = writtenDate(text);
  const wall = date && wallOf([date.year, date.month, date.day, NOON]);
  if (date === null || wall === null) return null;
  const before = text.slice(0, date.from).trimEnd();
  const word = before.slice(before.lastIndexOf(" ") + 1).replace(/^\P{L}+/u, "");
  return { wall, from: isWeekday(word) ? before.length - word.length : date.from, to: date.to };
}

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  if (zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith("-") ? -minutes : minutes;
}

interface Entry {
  wall: Wall | null;
  lines: string[];
}

/** Null for a page written by Engram: its words are already in memory, or were removed from it. */
function readJournal(text: string, options: { name: string; timeZone: string }): ImportedConversation | null {
  const { wall: ofHeader, title, isPage, lines } = headerOf(linesOf(text));
  if (isPage) return null;
  const ofName = wallOfName(options.name);
  const said = entriesOf(lines, ofHeader ?? ofName).flatMap(({ wall, lines: words }): TextTurn[] => {
    const entry = withMarks(words.join("\n")).trim();
    return entry === "" || isHeading(entry) ? [] : [{ text: entry, speaker: null, wall }];
  });
  const turns = textTurns("journal", said, { timeZone: options.timeZone, me: null });
  const thread = threadOf(options.name);
  const key = thread === "" ? `text:${turns[0]?.externalId}` : `file:${thread}`;
  return textConversation("journal", turns, title ?? thread.split("/").at(-1) ?? null, key);
}

/** `2024-03-12`, Logseq's `2024_03_12`, or `20240312`. */
const DAY_NAME = /(?<!\d)(\d{4})([-_.]?)(\d\d)\2(\d\d)(?!\d)/;

/** The date in a file's name. */
function wallOfName(path: string): Wall | null {
  const base = baseName(path);
  const [, year, , month, day] = (DAY_NAME.exec(base) ?? []).map(Number);
  return dateIn(base)?.wall ?? (year === undefined ? null : wallOf([year, month ?? 0, day ?? 0, NOON]));
}

/** Daily files belong to the journal of their folder. */
function threadOf(path: string): string {
  const base = baseName(path);
  const folder = path.split("/").slice(0, -1).join("/");
  if (folder !== "" && wallOfName(path) !== null) return folder;
  return [folder, base].filter((part) => part !== "").join("/");
}

const HEADER_LINES_MAX = 50;
/** Without front matter: within the first lines of a text. */
const LOOSE_LINES_MAX = 5;
const DATE_FIELD = /^(?:date(?:[ _-]created)?|created\w*)\s*:/i;
const TITLE_FIELD = /^title:\s*(\S.*)$/i;

/** A text's own date and title, from front matter or a line `Date: ...`, and the rest of the text. */
function headerOf(lines: readonly string[]) {
  const isFront = lines[0]?.trim() === "---";
  const end = isFront ? lines.findIndex((line, at) => at > 0 && line.trim() === "---") : -1;
  if (end > 0 && end < HEADER_LINES_MAX) {
    const front = lines.slice(1, end);
    const dated = front.find((line) => DATE_FIELD.test(line));
    const title = front.flatMap((line) => TITLE_FIELD.exec(line)?.[1]?.trim() ?? []).at(0);
    const wall = dated === undefined ? null : (dateIn(dated)?.wall ?? null);
    const isPage = front.some((line) => line.startsWith(`${PAGE_FIELD}:`));
    return {
      wall,
      title: title?.replace(/^(["'])(.*)\1$/, "$2") ?? null,
      isPage,
      lines: lines.slice(end + 1),
    };
  }
  const at = lines.slice(0, LOOSE_LINES_MAX).findIndex((line) => DATE_FIELD.test(line));
  const wall = at < 0 ? null : (dateIn(lines[at] ?? "")?.wall ?? null);
  return { wall, title: null, isPage: false, lines: wall === null ? [...lines] : lines.toSpliced(at, 1) };
}

function entriesOf(lines: readonly string[], wall: Wall | null): Entry[] {
  let open: Entry = { wall, lines: [] };
  const entries = [open];
  for (const line of lines) {
    const head = headIn(line);
    if (head === null) {
      open.lines.push(line);
      continue;
    }
    open = { wall: head.wall, lines: head.rest === "" ? [] : [head.rest] };
    entries.push(open);
  }
  return entries;
}

/** Markdown and list marks before a date. */
const BEFORE = /^[\s#*_=[(-]*$/;
/** Marks after it, possibly with a weekday. */
const MARKS = /[\s*_=#\]),.-]+/g;
const WEEKDAY_AT_MOST = /^\p{L}{0,12}$/u;
const GOES_ON = /^[\s*_\])]*(?::|\s[-–—|]\s)/;
const HEADING = /^\s{0,3}#{1,6}\s/;

/** The date that starts an entry, and the rest of its line; null for any other line. */
function headIn(line: string): { wall: Wall; rest: string } | null {
  if (line.length > HEAD_CHARS_MAX && !HEADING.test(line)) return headAtStart(line);
  const dated = dateIn(line);
  if (dated === null) return null;
  if (!HEADING.test(line)) return headAtStart(line);
  const rest = `${line.slice(0, dated.from)} ${line.slice(dated.to)}`;
  return { wall: dated.wall, rest: bare(rest) };
}

/** Part of a line within which a leading date must end. */
const HEAD_CHARS_MAX = 100;

function headAtStart(line: string): { wall: Wall; rest: string } | null {
  const dated = dateIn(line.slice(0, HEAD_CHARS_MAX));
  if (dated === null || !BEFORE.test(line.slice(0, dated.from))) return null;
  const after = line.slice(dated.to);
  if (after.length <= HEAD_CHARS_MAX && WEEKDAY_AT_MOST.test(after.replace(MARKS, " ").trim()))
    return { wall: dated.wall, rest: bare(after) };
  return GOES_ON.test(after.slice(0, HEAD_CHARS_MAX)) ? { wall: dated.wall, rest: bare(after) } : null;
}

/** Without the marks around the date. */
function bare(rest: string): string {
  return rest.replace(/^[\s#*_=\])([:,|–—-]+/u, "").trimEnd();
}

function isHeading(text: string): boolean {
  return HEADING.test(text) && !text.includes("\n");
}

const MARKDOWN_IMAGE = /!\[[^[\]\n]*\]\(([^()\n]*)\)/g;
const WIKI_FILE = /!\[\[([^[\]\n]*)\]\]/g;

function withMarks(text: string): string {
  return text
    .replace(MARKDOWN_IMAGE, () => fileMark(null, "image"))
    .replace(WIKI_FILE, (_link, name: string) => fileMark(name.split("|")[0] ?? null));
}
