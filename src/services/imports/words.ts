/** Placeholder for an image in a turn. */
export const imageMark = "[image]";

/** Longest file name kept in a turn, characters. */
const FILE_NAME_CHARS_MAX = 200;

const IMAGE_NAME = /\.(?:avif|bmp|gif|heic|jpe?g|png|svg|tiff?|webp)$/i;

/** Placeholder for an attachment without words. Without a name it still counts as a file. */
export function fileMark(name: string | null, type: string | null = null): string {
  if (type?.startsWith("image") === true || (name !== null && IMAGE_NAME.test(name))) return imageMark;
  const clean = (name ?? "").replace(/[[\]\s]+/g, " ").trim();
  return clean === "" ? "[file]" : `[file: ${clean.slice(0, FILE_NAME_CHARS_MAX)}]`;
}

const MARKS = /\[(?:image|file|file: [^[\]\n]*)\]/g;

/** Number of images and files in a text. */
export function countMarks(text: string): number {
  return text.match(MARKS)?.length ?? 0;
}

/** A message's words and attachment marks. Marks alone are kept: the answer may describe the image. */
export function joinWords(parts: readonly string[]): string {
  return parts
    .filter((part) => part.trim() !== "")
    .join("\n")
    .trim();
}

/** Marks that ChatGPT's web page turns into links: `cite`, then fields, between private use characters. */
const PAGE_MARK = /\ue200([^\ue200\ue201]*)\ue201/g;
const LEFT_OVER = /[\ue200-\ue206]/g;
const BRACKET_MARK = /【[^【】]*】/g;
const SOURCE = /^【\d+(?::\d+)?†/;

/** A reply without citation marks. Marks that contain words keep those. */
export function withoutCitations(text: string): string {
  return text
    .replace(PAGE_MARK, (_mark, inner: string) => markWords(inner))
    .replace(LEFT_OVER, "")
    .replace(BRACKET_MARK, (mark) => (SOURCE.test(mark) ? "" : mark));
}

function markWords(inner: string): string {
  const [kind, first = ""] = inner.split("\ue202");
  if (kind === "url") return first;
  if (kind !== "entity") return "";
  try {
    const name = (JSON.parse(first) as unknown[])[1];
    return typeof name === "string" ? name : "";
  } catch {
    return "";
  }
}

/** Where a web page collapses a model's reasoning or tool output, or shows cards of sources. */
const FOLDED: readonly (readonly [begin: string, end: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ['<details type="reasoning"', "</details>"],
  ['<details type="tool_calls"', "</details>"],
  ['<details type="code_interpreter"', "</details>"],
  [":::thinking", "\n:::"],
  ["<grok:render", "</grok:render>"],
  ["<xai:tool_usage_card", "</xai:tool_usage_card>"],
];

/** A reply without reasoning and tool output. An unclosed block was cut off while thinking: the rest is dropped too. */
export function withoutThoughts(text: string): string {
  return FOLDED.reduce((left, [begin, end]) => withoutBlocks(left, begin, end), text).trim();
}

/** A message of a page that folds thoughts: its words, and marks of its files. */
export function spoken(
  role: string | null | undefined,
  words: string,
  marks: readonly string[] = [],
): string {
  return joinWords([role === "assistant" ? withoutThoughts(words) : words, ...marks]);
}

function withoutBlocks(text: string, begin: string, end: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let from = text.indexOf(begin); from >= 0; from = text.indexOf(begin, at)) {
    kept.push(text.slice(at, from));
    const to = text.indexOf(end, from + begin.length);
    at = to < 0 ? text.length : to + end.length;
  }
  return at === 0 ? text : kept.join("") + text.slice(at);
}
