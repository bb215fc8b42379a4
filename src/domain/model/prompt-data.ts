import { isBracket, OPENING, shapeBehind } from "../../language/look-alikes.ts";
import { clip } from "../../language/text.ts";

/**
 * Untrusted text inside a prompt. Everything inserted into one passes through here: messages, names, statements, web
 * pages. It cannot close its enclosing element, open one of ours or start a message, nor appear to: the opening
 * character of anything shaped like such a mark is replaced.
 */

/** Elements that delimit data in prompts. */
export const MARKS = [
  "memory",
  "turn",
  "turns",
  "before",
  "statements",
  "pairs",
  "items",
  "keep",
  "news",
  "known",
  "old",
  "wish",
  "memories",
  "claim",
  "results",
] as const;

/** After `<`: the marks that model templates use to start a role or a text. */
const ROLE_MARK = String.raw`\|[^\s|]{1,40}\||(?:(?:start|end)_of_turn|bos|eos)>|/? ?sys>`;
/** After `[`: the same, the first line of our requests, and the announcement of a summary of cut text. */
const BRACKETED = /^ ?(?:\/? ?inst ?\]|extraction request\b|summary of the earlier part\b)/;
/** Longest shape considered. */
const SHAPE_CHARS_MAX = 48;

const elements = (names: readonly string[]): RegExp =>
  new RegExp(`^(?: ?/? ?(?:${names.join("|")})(?![\\p{L}\\p{N}_])| ?/? ?(?:${ROLE_MARK}))`, "u");
const ANY_ELEMENT = elements(MARKS);
const MEMORY_ELEMENT = elements(["memory"]);

/** Linear in the length of the text. */
function withoutMarks(text: string, element: RegExp): string {
  return text.replace(OPENING, (opening, at: number) => {
    const shape = shapeBehind(text, at + opening.length, SHAPE_CHARS_MAX);
    if (isBracket(opening)) return BRACKETED.test(shape) ? "(" : opening;
    return element.test(shape) ? "‹" : opening;
  });
}

/** Keeps line breaks. */
export function asData(text: string): string {
  return withoutMarks(text, ANY_ELEMENT);
}

/** To cut a text, read at most this multiple of the kept length, because white space is dropped. */
const READ_SHARE = 10;

/** On one line, cut at a word. */
export function asLine(text: string, charsMax = Number.POSITIVE_INFINITY): string {
  return clip(
    asData(
      text
        .slice(0, READ_SHARE * charsMax)
        .replace(/[\s\x85]+/g, " ")
        .trim(),
    ),
    charsMax,
  );
}

/** A message of a conversation, where only the memory block is delimited: it may talk about other elements. */
export function asMessage(text: string): string {
  return withoutMarks(text, MEMORY_ELEMENT);
}
