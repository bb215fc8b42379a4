import { compareTimes } from "../../domain/model/time.ts";
import { EngramError, invalidField } from "../../errors.ts";
import { badFile, FORMAT } from "../transfer/format.ts";
import { readImport, readMailImport, readTextImport, unknownFormat } from "./detect.ts";
import { isMbox } from "./formats/mail.ts";
import { decodeText, parseJson } from "./read-file.ts";
import type { ImportSource } from "./sources.ts";
import { BETWEEN_PEOPLE, type ImportedFile, type ImportRead, type ImportSurvey } from "./types.ts";
import { countMarks } from "./words.ts";

export interface ReadOptions {
  timeZone: string;
  /** Which speaker of a chat between people is the user. */
  me: string | null;
}

/** A survey, with the sources for reading its files again. */
export interface Surveyed extends ImportSurvey {
  /** Parallel to `files`; oldest first, so that newer statements supersede older ones. */
  sources: ImportSource[];
  /** The parsed content if there is only one file to read. */
  only: ImportRead | null;
}

/**
 * Lists the contents of all sources, one in memory at a time. Unreadable files are recorded without affecting the
 * others; in a zip or folder with chats the texts are left out, because they are its attachments.
 *
 * @throws EngramError `invalid_request` if none can be read, `cancelled` if the signal aborts.
 */
export async function survey(
  sources: readonly ImportSource[],
  options: ReadOptions,
  signal: AbortSignal,
): Promise<Surveyed> {
  const found: Found[] = [];
  const unread: ImportSurvey["unread"] = [];
  let [leftOut, only, problem] = [0, null as ImportRead | null, null as EngramError | null];
  for (const source of sources) {
    if (signal.aborted) throw new EngramError("cancelled");
    try {
      const read = await readSource(source, options);
      if (read === null || (source.within !== null && isEmpty(read))) leftOut++;
      else found.push({ source, file: about(source.name, read), hasMe: hasUser(read) });
      only = sources.length === 1 ? read : null;
    } catch (error) {
      if (!(error instanceof EngramError) || error.code !== "invalid_request") throw error;
      problem ??= error;
      unread.push({ name: source.name, detail: error.message });
    }
  }
  const chats = withoutAttached(found);
  if (chats.length === 0) throw problem ?? unknownFormat();
  if (options.me !== null) checkMe(options.me, chats);
  chats.sort((a, b) => compareTimes(a.file.from, b.file.from));
  return {
    files: chats.map(({ file }) => file),
    sources: chats.map(({ source }) => source),
    unread,
    leftOut: leftOut + found.length - chats.length,
    only,
  };
}

interface Found {
  source: ImportSource;
  file: ImportedFile;
  /** Whether the user is one of its speakers. */
  hasMe: boolean;
}

/** User messages attributed to someone else would be hard to undo. */
function checkMe(me: string, found: readonly Found[]): void {
  const people = found.filter(({ file }) => BETWEEN_PEOPLE.has(file.format));
  if (people.some(({ hasMe }) => hasMe)) return;
  const names = [...new Set(people.flatMap(({ file }) => file.speakers))].slice(0, SPEAKERS_MAX);
  const told = names.length === 0 ? "there is no chat between people" : `there are: ${names.join(", ")}`;
  throw invalidField("me", `nobody in these files is called ${me}; ${told}`);
}

/** Texts next to chats are attachments; Signal's export tools write the same chat as JSON and as text. */
function withoutAttached(found: readonly Found[]): Found[] {
  const foldersOf = (isChat: (one: Found) => boolean): Set<string> =>
    new Set(found.flatMap((one) => (isChat(one) ? (one.source.within ?? []) : [])));
  const withChats = foldersOf(({ file }) => file.format !== "journal");
  const withSignalJson = foldersOf(({ source, file }) => file.format === "signal" && source.kind === "json");
  return found.filter(({ source: { within, kind }, file }) => {
    if (within === null) return true;
    if (file.format === "signal" && kind === "text") return !withSignalJson.has(within);
    return file.format !== "journal" || !withChats.has(within);
  });
}

function hasUser({ conversations }: ImportRead): boolean {
  return conversations.some(({ turns }) => turns.some(({ speaker }) => speaker === null));
}

function isEmpty({ conversations, skipped }: ImportRead): boolean {
  return conversations.length === 0 && skipped === 0;
}

/** Null for a file next to the chats of a zip or folder, in no known shape. */
export async function readSource(source: ImportSource, options: ReadOptions): Promise<ImportRead | null> {
  const bytes = await source.read();
  if (source.kind === "mail" || (source.kind === null && isMbox(bytes)))
    return readMailImport(bytes, options);
  const text = decodeText(bytes);
  refuseOthers(text);
  const named = { name: source.name, ...options };
  const isJson = JSON_START.test(text);
  if (source.kind === "text" || (source.kind === null && !isJson)) {
    const misnamed = isJson && source.within === null ? readMisnamed(text, named) : null;
    return misnamed ?? readTextImport(text, named);
  }
  const read = readImport(parseJson(text), named);
  if (read === null && source.within === null) throw unknownFormat();
  return read;
}

const JSON_START = /^\s*[[{]/;

/** JSON named `.txt`, as some systems store a download; null if it is text that only begins like it. */
function readMisnamed(text: string, named: Parameters<typeof readImport>[1]): ImportRead | null {
  try {
    return readImport(JSON.parse(text), named);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const MEMORY_START = `{"kind":"header","format":"${FORMAT}"`;

/** Files that people take for one of chats. */
function refuseOthers(text: string): void {
  if (text.startsWith(MEMORY_START))
    throw badFile("it is a memory that Engram wrote: engram restore takes it, or POST /memory/import");
  if (/^\s*<(?:!doctype html|html)\b/i.test(text))
    throw badFile("it is a web page; give the JSON or text of the same export");
}

const SPEAKERS_MAX = 20;

function about(name: string, { format, conversations, skipped }: ImportRead): ImportedFile {
  const turns = conversations.flatMap((conversation) => conversation.turns);
  const dates = turns.flatMap(({ occurredAt }) => occurredAt ?? []).sort();
  const speakers = new Set(turns.flatMap(({ speaker }) => speaker ?? []));
  return {
    name,
    format,
    conversations: conversations.length,
    turns: turns.length,
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
    undated: turns.length - dates.length,
    attachments: turns.reduce(
      (sum, turn) => sum + countMarks(turn.userMessage) + countMarks(turn.assistantReply ?? ""),
      0,
    ),
    skipped,
    speakers: [...speakers].slice(0, SPEAKERS_MAX),
  };
}
