import { breakControlTokens, clip } from "../../language/text.ts";

/**
 * Text of others inside a prompt. Whatever is put into one goes through here: a message, a name, a statement, a page of
 * the web. It cannot close the element it stands in, open one of ours, or begin a message of its own.
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
  "wish",
  "memories",
  "claim",
  "results",
] as const;

const ANY_MARK = new RegExp(`<(?=\\s*(?:/\\s*)?(?:${MARKS.join("|")})\\b)`, "gi");
const MEMORY_MARK = /<(?=\s*(?:\/\s*)?memory\b)/gi;

/** Lines stay as they are. */
export function asData(text: string): string {
  return breakControlTokens(text).replace(ANY_MARK, "‹");
}

/** Of a text that is cut, so much more than is kept is read: white space is left out of it. */
const READ_SHARE = 10;

/** In one line, cut at a word. */
export function asLine(text: string, charsMax = Number.POSITIVE_INFINITY): string {
  return clip(
    asData(text.slice(0, READ_SHARE * charsMax))
      .replace(/\s+/g, " ")
      .trim(),
    charsMax,
  );
}

/** A message of a conversation, where only the block of memories is framed: other elements may be what is talked about. */
export function asMessage(text: string): string {
  return breakControlTokens(text).replace(MEMORY_MARK, "‹");
}
