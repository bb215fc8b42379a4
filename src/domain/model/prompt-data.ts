import { isBracket, OPENING, shapeBehind } from "../../language/look-alikes.ts";
import { clip } from "../../language/text.ts";

/**
 * Text of others inside a prompt. Whatever is put into one goes through here: a message, a name, a statement, a page of
 * the web. It cannot close the element it stands in, open one of ours, or begin a message of its own, nor look as if it
 * did: of what has the shape of such a mark, the sign that opens it is replaced.
 */

/** Elements that frame data in prompts. */
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

/** Behind `<`: marks with which templates of models begin a role or a text. */
const ROLE_MARK = String.raw`\|[^\s|]{1,40}\||(?:(?:start|end)_of_turn|bos|eos)>|/? ?sys>`;
/** Behind `[`: the same, the first line of our requests, and how a summary of what was cut is announced. */
const BRACKETED = /^ ?(?:\/? ?inst ?\]|extraction request\b|summary of the earlier part\b)/;
/** Longest shape that is looked at. */
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

/** Lines stay as they are. */
export function asData(text: string): string {
  return withoutMarks(text, ANY_ELEMENT);
}

/** Of a text that is cut, so much more than is kept is read: white space is left out of it. */
const READ_SHARE = 10;

/** In one line, cut at a word. */
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

/** A message of a conversation, where only the block of memories is framed: other elements may be what is talked about. */
export function asMessage(text: string): string {
  return withoutMarks(text, MEMORY_ELEMENT);
}
