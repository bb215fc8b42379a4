import PostalMime, { type Email } from "postal-mime";
import { compareTimes, type Instant } from "../../../domain/model/time.ts";
import { hashOf } from "../clean-text.ts";
import { conversationOf } from "../conversation.ts";
import { time } from "../loose.ts";
import { importedTurns } from "../pair-turns.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, joinWords } from "../words.ts";
import { htmlText } from "./html.ts";
import { withoutQuotes } from "./mail-reply.ts";
import { isSame } from "./text-turn.ts";

export const MAIL_NAME = "mails (.eml or .mbox)";

/** Longest text of which a quoted mail is looked for; a longer one is a document. */
const TEXT_CHARS_MAX = 1_000_000;

interface Message {
  id: string;
  /** The mail it answers, or the first of its thread; null for a new one. */
  parent: string | null;
  subject: string;
  speaker: string | null;
  text: string;
  at: Instant | null;
}

/** The threads in an mbox, or the one message of an `.eml`. Null for each mail that was unreadable or has no words. */
export async function readMails(bytes: Buffer, me: string | null): Promise<(ImportedConversation | null)[]> {
  const read: (Message | null)[] = [];
  for (const mail of mailsIn(bytes)) read.push(await messageOf(mail, me));
  const messages = read.filter((one) => one !== null).sort((a, b) => compareTimes(a.at, b.at));
  const threads = Map.groupBy(messages, rootsOf(messages));
  const unread = read.filter((one) => one === null);
  return [...unread, ...[...threads].map(([root, thread]) => threadOf(root, thread))];
}

/** An mbox begins like this; no mail does. */
export function isMbox(bytes: Buffer): boolean {
  return bytes.subarray(0, SEPARATOR.length).toString("latin1") === SEPARATOR;
}

const SEPARATOR = "From ";
const HEADER_FIELD = /^[^\n]*\n>?[\w-]{1,80}:/;
const HEAD_BYTES = 1_000;

/** Mails of an mbox: a line `From ...` after an empty one, followed by a header, begins the next. */
function* mailsIn(bytes: Buffer): Generator<Buffer, void, undefined> {
  if (!isMbox(bytes)) return yield bytes;
  let start = 0;
  for (let at = bytes.indexOf(`\n${SEPARATOR}`); at >= 0; at = bytes.indexOf(`\n${SEPARATOR}`, at + 1)) {
    const isAfterEmpty = bytes[at - 1] === NEWLINE || (bytes[at - 1] === RETURN && bytes[at - 2] === NEWLINE);
    if (!isAfterEmpty || !HEADER_FIELD.test(bytes.toString("latin1", at + 1, at + HEAD_BYTES))) continue;
    yield ofMbox(bytes.subarray(start, at));
    start = at + 1;
  }
  yield ofMbox(bytes.subarray(start));
}

const NEWLINE = 10;
const RETURN = 13;

/** Without its separator line, and with `>From ` lines as they were written. */
function ofMbox(mail: Buffer): Buffer {
  const body = mail.subarray(mail.indexOf(NEWLINE) + 1);
  if (!body.includes(`>${SEPARATOR}`)) return body;
  return Buffer.from(body.toString("latin1").replaceAll(/^>(>*From )/gm, "$1"), "latin1");
}

async function messageOf(mail: Buffer, me: string | null): Promise<Message | null> {
  const email = await PostalMime.parse(mail).catch(() => null);
  const { from, subject = "", date } = email ?? {};
  if (email === null || (from === undefined && date === undefined)) return null;
  const files = email.attachments.filter(({ related }) => related !== true);
  const text = joinWords([wordsOf(email), ...files.map((file) => fileMark(file.filename, file.mimeType))]);
  if (text === "") return null;
  const isMe = [from?.name, from?.address].some((one) => one !== undefined && isSame(one, me));
  return {
    id: idsIn(email.messageId).at(0) ?? hashOf([from?.address ?? "", date ?? "", text].join("\u0000")),
    parent: idsIn(email.references).at(0) ?? idsIn(email.inReplyTo).at(0) ?? null,
    subject: subject.trim(),
    speaker: isMe ? null : from?.name || from?.address || "unknown sender",
    text,
    at: time.parse(date),
  };
}

/** The plain text, or else that of the HTML. */
function wordsOf({ text, html, subject }: Email): string {
  const whole = text?.trim() ? text : htmlText((html ?? "").slice(0, TEXT_CHARS_MAX), QUOTES);
  return whole.length > TEXT_CHARS_MAX ? whole : withoutQuotes(whole, subject ?? "");
}

/** Quoted mails are block quotes; Gmail puts them into an element together with the line that introduces them. */
const QUOTES = ["blockquote", "div.gmail_quote"];

function idsIn(header: string | undefined): string[] {
  return header?.match(/<[^<>\s]+>/g)?.map((id) => id.slice(1, -1)) ?? [];
}

/** The first mail of a message's thread, whether or not the file has it: the same in every file of the thread. */
function rootsOf(messages: readonly Message[]): (message: Message) => string {
  const roots = new Map<string, string>();
  for (const { id, parent } of messages) roots.set(id, parent === null ? id : (roots.get(parent) ?? parent));
  return ({ id }) => roots.get(id) ?? id;
}

function threadOf(root: string, thread: readonly Message[]): ImportedConversation | null {
  // The same mail may lie in several folders.
  const unique = [...new Map(thread.map((message) => [message.id, message])).values()];
  const turns = unique.map(({ text, ...mail }) => ({ ...mail, userMessage: text }));
  return conversationOf(`mail:thread:${root}`, unique[0]?.subject || null, importedTurns(turns, "mail"));
}
