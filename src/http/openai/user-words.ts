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
  /(?:^|[._-])(?:attached|attachments?|context|documents?|environment|files?|info|knowledge|reminder|results?|selected|selection|sources?|web)(?:[._-]|$)/i;
/** Names of elements around the words themselves. */
const SAID = /^(?:user[._-]?)?(?:feedback|input|message|prompt|query|question|request|task)$/i;
/** Some mark the beginning and the end of what they add. */
const COMMENT = /^[ \t]*<!--[^<>]{0,2000}-->[ \t]*$/gm;
const HEADING = /^#{1,6} /m;
const FILE_NAME = /<(?:file|attachment)\s(?:[^<>]{0,2000}\s)?name="([^"<>]{1,500})"/gi;
const FILES_MAX = 20;

/** The user's words in a message, after the names of attached files; all of it if nothing was added, or all of it was. */
export const userWords = (message: string): string => wordsIn(message) ?? message;

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

/** The content of the element that is the whole text, if its name says that it holds the words. */
function unwrapped(text: string): string | null {
  const whole = text.trim();
  const name = /^<([a-z][\w.-]{0,60})>/i.exec(whole)?.[1] ?? "";
  const closing = `</${name}>`;
  if (!SAID.test(name) || !whole.endsWith(closing)) return null;
  const content = whole.slice(name.length + 2, -closing.length).trim();
  return content === "" ? null : content;
}
