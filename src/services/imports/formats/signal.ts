import { invalidField } from "../../../errors.ts";
import { asList, field, list, stringField, time } from "../loose.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, joinWords } from "../words.ts";
import type { JsonReader, TextOptions, TextReader } from "./reader.ts";
import { baseName, isSame, linesOf, textConversation, textTurns, wallOf, type Wall } from "./text-turn.ts";

const NAME = "Signal chat (JSON or text, by sigtop or signal-export)";

/** A chat of Signal Desktop as text, by sigtop (its full or its short form) or signal-export. */
export const signalText: TextReader = {
  format: "signal",
  name: NAME,
  recognises: (text) => FULL.test(text) || (HEAD.test(text.trimStart()) && OWN_HEAD.test(text)),
  read: (text, options) => {
    const lines = linesOf(text);
    return [conversationOf(FULL.test(text) ? fullMessages(lines) : shortMessages(lines), options)];
  },
};

/** The same as JSON: rows of Signal's database (sigtop), or `data.json` (signal-export). */
export const signalJson: JsonReader = {
  format: "signal",
  name: NAME,
  recognises: (json) => asList(json).some((one) => rowOf(one) !== null || exportedOf(one) !== null),
  read: (json, options) => [
    conversationOf(
      asList(json).flatMap((one) => rowOf(one) ?? exportedOf(one) ?? []),
      options,
    ),
  ],
};

interface Message {
  /** `OWNER` for the person who exported the chat. */
  speaker: string;
  text: string;
  wall: Wall | null;
}

/** These exports do not name the person who made them. */
const OWNER = "You";

function conversationOf(messages: readonly Message[], options: TextOptions): ImportedConversation | null {
  const said = messages.filter(({ text }) => text !== "");
  const turns = textTurns("signal", said, { ...options, me: userIn(said, options.me) });
  const title = nameOf(baseName(options.name));
  const others = new Set(said.flatMap(({ speaker }) => (speaker === OWNER ? [] : speaker)));
  // In a chat of two, the number or id of the other is replaced by the name the chat has.
  const named = turns.map((turn) =>
    others.size === 1 && turn.speaker !== null && NUMBER_OR_ID.test(turn.speaker) && title !== ""
      ? { ...turn, speaker: title }
      : turn,
  );
  return textConversation("signal", named, title);
}

/** The speaker who is the user: the named one, or else the person who exported the chat. */
function userIn(messages: readonly Message[], me: string | null): string | null {
  if (me === null && messages.some(({ speaker }) => speaker === OWNER))
    throw invalidField("me", "a Signal export does not name who made it; say your name");
  return messages.some(({ speaker }) => isSame(speaker, me)) ? me : OWNER;
}

const NUMBER_OR_ID = /^(?:\+\d+|[\da-f]{8}-[\da-f-]{27})$/;

/** sigtop adds the number or user name: `Mia (+491234)`. */
function nameOf(name: string): string {
  return name.replace(/ \([^()]*\)$/, "").trim();
}

function speakerOf(name: string): string {
  return name === "Me" ? OWNER : nameOf(name);
}

const SPOKEN = new Set(["incoming", "outgoing"]);

function rowOf(row: unknown): Message | null {
  const type = stringField(row, "type") ?? "";
  const at = time.parse(field(row, "sent_at") ?? field(row, "timestamp"));
  if (stringField(row, "conversationId") === null || !SPOKEN.has(type) || at === null) return null;
  const source = stringField(row, "source") ?? stringField(row, "sourceServiceId") ?? "unknown";
  return {
    speaker: type === "outgoing" ? OWNER : source,
    text: withFiles(stringField(row, "body") ?? "", field(row, "attachments")),
    wall: { ms: Date.parse(at), isUtc: true },
  };
}

function exportedOf(one: unknown): Message | null {
  const [date, sender, body] = ["date", "sender", "body"].map((name) => stringField(one, name));
  if (date == null || sender == null || body == null || !Array.isArray(field(one, "reactions"))) return null;
  return {
    speaker: speakerOf(sender),
    text: withFiles(body, field(one, "attachments")),
    wall: wallIn(LOCAL_TIME.exec(date)),
  };
}

function withFiles(body: string, attachments: unknown): string {
  const marks = list
    .parse(attachments)
    .map((file) =>
      fileMark(stringField(file, "fileName") ?? stringField(file, "name"), stringField(file, "contentType")),
    );
  return joinWords([body, ...marks]);
}

const FULL = /^\uFEFF?Conversation: [^\n]*\r?\n\r?\n(?:From: [^\n]*\n)?Type: /;
const FIELD = /^([A-Z][a-z]+): (.*)$/;

function fullMessages(lines: readonly string[]): Message[] {
  const starts = lines.flatMap((line, at) => (line.startsWith("Type: ") && isHeader(lines, at) ? at : []));
  return starts.flatMap(
    (at, nth) => fullMessage(lines.slice(at, starts[nth + 1]), lines[at - 1] ?? "") ?? [],
  );
}

/** Below an empty line, or below the sender's below one; with a time. */
function isHeader(lines: readonly string[], at: number): boolean {
  if (!/^(?:Sent|Received): /.test(lines[at + 1] ?? "")) return false;
  const above = lines[at - 1]?.startsWith("From: ") === true ? at - 2 : at - 1;
  return lines[above]?.trim() === "";
}

function fullMessage(lines: readonly string[], above: string): Message | null {
  const [head, rest] = headOf(lines);
  const of = (name: string): string | undefined => head.find(([field]) => field === name)?.[1];
  const from = FIELD.exec(above);
  if (!SPOKEN.has(of("Type") ?? "")) return null;
  const files = head.flatMap(([name, value]) => (name === "Attachment" ? attachmentMark(value) : []));
  const ms = Date.parse(of("Sent") ?? "");
  return {
    speaker: from?.[1] === "From" ? speakerOf(from[2] ?? "") : "unknown",
    text: joinWords([bodyOf(rest), ...files]),
    wall: Number.isNaN(ms) ? null : { ms, isUtc: true },
  };
}

function headOf(lines: readonly string[]): [[name: string, value: string][], string[]] {
  const end = lines.findIndex((line) => line.trim() === "");
  const head = lines.slice(0, end < 0 ? lines.length : end);
  return [
    head.flatMap((line) => {
      const found = FIELD.exec(line);
      return found === null ? [] : [[found[1] ?? "", found[2] ?? ""] as [string, string]];
    }),
    end < 0 ? [] : lines.slice(end + 1),
  ];
}

/** From `weir.jpg (image/jpeg, 1234 bytes)`. */
function attachmentMark(value: string): string {
  const at = value.lastIndexOf(" (");
  const name = at < 0 ? value : value.slice(0, at);
  return fileMark(name === "no filename" ? null : name, value.slice(at + 2).split(",")[0]);
}

/** Without the message it replies to; of an edited one the newest version, which comes first. */
function bodyOf(lines: readonly string[]): string {
  // The line of the sender belongs to the message below.
  const own = lines.at(-1)?.startsWith("From: ") === true ? lines.slice(0, -1) : [...lines];
  if (own[0]?.startsWith("| Version: ") === true) {
    const version = own.map((line) => line.replace(/^\| ?/, ""));
    const next = version.findIndex((line, at) => at > 0 && line.startsWith("Version: "));
    return bodyOf(headOf(version.slice(0, next < 0 ? version.length : next))[1]);
  }
  const isReply = own[0]?.startsWith("> From: ") === true;
  const start = isReply ? own.findIndex((line) => !line.startsWith(">")) : 0;
  return start < 0 ? "" : own.slice(start).join("\n").trim();
}

/** Followed by time and speaker: the first line of a message. */
const HEAD = /^\[?(\d{4})-(\d\d)-(\d\d),? (\d\d):(\d\d)(?::(\d\d))?\]? ([^:\n]{1,100}):(?: |$)/;
const OWN_HEAD = /^\[?\d{4}-\d\d-\d\d,? \d\d:\d\d(?::\d\d)?\]? (?:You|Me):/m;
const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/;

function wallIn(found: RegExpExecArray | null): Wall | null {
  return found === null ? null : wallOf(found.slice(1, 7).map((part) => Number(part ?? 0)));
}

function shortMessages(lines: readonly string[]): Message[] {
  const messages: (Omit<Message, "text"> & { lines: string[] })[] = [];
  for (const line of lines) {
    const head = HEAD.exec(line);
    if (head === null) messages.at(-1)?.lines.push(line);
    else
      messages.push({
        speaker: speakerOf(head[7] ?? ""),
        wall: wallIn(head),
        lines: [line.slice(head[0].length)],
      });
  }
  return messages.map(({ lines: said, ...about }) => ({ ...about, text: shortBody(said.join("\n")) }));
}

const EVENT = /^\[[a-z-]+ message\]$/;
const REPLIED = /^\n\n(?:>[^\n]*\n)+\n/;
const REACTIONS = /\n\(- [^\n]* -\)/g;
const MEDIA = /!?\[([^[\]\n]*)\]\(\.\/media\/[^()\n]*\)/g;

function shortBody(text: string): string {
  if (EVENT.test(text.trim())) return "";
  const { body, files } = withoutNotes(text);
  const words = body
    .replace(REPLIED, "")
    .replaceAll(REACTIONS, "")
    .replaceAll(MEDIA, (_link, name: string) => fileMark(name));
  return joinWords([words.trim(), ...(files ? [fileMark(null)] : [])]);
}

const FILES = /^\d{1,4} attachments?$/;

/** Without sigtop's notes before the words: `[reply to Jon on 2024-03-12 18:22, edited, 1 attachment]`. */
function withoutNotes(text: string): { body: string; files: boolean } {
  const end = text.startsWith("[") ? text.indexOf("]") : -1;
  const notes = text.slice(1, Math.max(1, end)).split(", ");
  const isNote = notes.every((note) => note === "edited" || FILES.test(note));
  if (end < 0 || !(isNote || notes[0]?.startsWith("reply to ") === true)) return { body: text, files: false };
  return { body: text.slice(end + 1), files: notes.some((note) => FILES.test(note)) };
}
