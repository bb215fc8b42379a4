import { NAME_CHARS_MAX } from "../schemas.ts";

/*
 * Chat programs put what they add to a message (files, passages found for it, the state of an editor) into elements next to
 * the user's words. The model is sent all of it; memory keeps the words.
 */

/** An element at the start of a line. */
const ELEMENT = /^[ \t]*<([a-z][\w.-]{0,60})(?:\s[^<>]{0,2000})?>/gim;
const CLOSING = /<\/([a-z][\w.-]{0,60})>/gi;
/** Parts of names of elements that programs add. */
const ADDED =
  /(?:^|[._-])(?:attached|attachments?|context|documents?|environment|files?|info|knowledge|memor(?:y|ies)|reminder|results?|selected|selection|sources?|web)(?:[._-]|$)/i;
/** Names of elements around the words themselves. */
const SAID = /^(?:user[._-]?)?(?:feedback|input|message|prompt|query|question|request|task)$/i;
/** Some mark the beginning and the end of what they add. */
const COMMENT = /^[ \t]*<!--[^<>]{0,2000}-->[ \t]*$/gm;
const HEADING = /^#{1,6} /m;
/** Lines close above and below a text that stands apart: frameworks put there what they found for a question. */
const OPENING_LINE = /(?<![^\r\n]\r?\n)^([-=_*~])\1{9,}[ \t]*$(?=\r?\n[^\r\n])/m;
const CLOSING_LINE = /(?<=[^\r\n]\r?\n)^([-=_*~])\1{9,}[ \t]*$(?!\r?\n[^\r\n])/gm;
const FILE_NAME = /<(?:file|attachment)\s(?:[^<>]{0,2000}\s)?name="([^"<>]{1,500})"/gi;
const FILES_MAX = 20;
/** In brackets before the words, a bridge to a messenger says from where and when they come: it has a date and a time. */
const STAMP =
  /^\s*\[(?=[^[\]\n]{0,200}\d[-./]\d{1,2}[-./]\d)(?=[^[\]\n]{0,200}\d:\d\d)[^[\]\n]{1,200}\]:?\s+(?=\S)/;

/** The user's words in a message, after the names of attached files; all of it if nothing was added, or all of it was. */
export const userWords = (message: string): string =>
  outsideLines(wordsIn(message) ?? message).replace(STAMP, "");

function outsideLines(text: string): string {
  const from = text.search(OPENING_LINE);
  const last = from < 0 ? undefined : [...text.matchAll(CLOSING_LINE)].findLast(({ index }) => index > from);
  if (last === undefined) return text;
  const around = [text.slice(0, from), text.slice(last.index + last[0].length)].map((part) => part.trim());
  return around.filter((part) => part !== "").join("\n\n") || text;
}

/** Null if a program added all of it. */
export function wordsIn(message: string): string | null {
  const added: string[] = [];
  const around: string[] = [];
  let closed: Map<string, number> | undefined;
  let from = 0;
  for (const { 0: tag, 1: name = "", index } of message.matchAll(ELEMENT)) {
    if (index < from || !ADDED.test(name)) continue;
    const opened = index + tag.length;
    const end = tag.endsWith("/>") ? opened : ((closed ??= lastClosings(message)).get(name) ?? 0);
    if (end < opened) continue;
    added.push(message.slice(index, end));
    around.push(message.slice(from, index));
    from = end;
  }
  if (added.length === 0) return unwrapped(message) ?? message;
  const after = message.slice(from);
  const [before = ""] = around;
  const isInstruction = after.trim() !== "" && HEADING.test(before);
  const words = [...(isInstruction ? around.slice(1) : around), after]
    .map((text) => text.replace(COMMENT, "").trim())
    .filter((text) => text !== "")
    .join("\n\n");
  if (words === "") return null;
  const files = [...new Set([...added.join("\n").matchAll(FILE_NAME)].map(({ 1: name = "" }) => name))];
  const marks = files.slice(0, FILES_MAX).map((name) => `[file: ${name.slice(0, NAME_CHARS_MAX)}]`);
  return [...marks, unwrapped(words) ?? words].join("\n");
}

/** Where the last closing tag of each name ends: an added text may contain one itself. */
function lastClosings(message: string): Map<string, number> {
  return new Map(
    [...message.matchAll(CLOSING)].map(({ 0: tag, 1: name = "", index }) => [name, index + tag.length]),
  );
}

/** The words, if the text is nothing but elements and the names of some say that they hold them. */
function unwrapped(text: string): string | null {
  const said = elementsOf(text)?.filter(({ name }) => SAID.test(name)) ?? [];
  const words = said.map(({ content }) => content.trim()).filter((content) => content !== "");
  return words.length === 0 ? null : words.join("\n\n");
}

/** Whether a part of a message is nothing but elements, none of which holds words or is known as added. */
export function isMarkup(part: string): boolean {
  const elements = elementsOf(part) ?? [];
  return elements.length > 0 && elements.every(({ name }) => !SAID.test(name) && !ADDED.test(name));
}

/** The elements a text consists of, each up to where the last of its name ends; null if there is anything else. */
function elementsOf(text: string): { name: string; content: string }[] | null {
  const closed = lastClosings(text);
  const elements: { name: string; content: string }[] = [];
  const opening = /\s*<([a-z][\w.-]{0,60})(?:\s[^<>]{0,2000})?>/iy;
  for (let tag = opening.exec(text); tag !== null; tag = opening.exec(text)) {
    const { 1: name = "" } = tag;
    const end = closed.get(name) ?? 0;
    if (end < opening.lastIndex) return null;
    elements.push({ name, content: text.slice(opening.lastIndex, end - `</${name}>`.length) });
    opening.lastIndex = end;
  }
  const last = closed.get(elements.at(-1)?.name ?? "") ?? 0;
  return text.slice(last).trim() === "" ? elements : null;
}
