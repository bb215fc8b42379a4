import { createHmac } from "node:crypto";
import type { Entity } from "../../domain/model/entity.ts";
import { namesOfForm } from "../../language/stems.ts";
import {
  type Span,
  type Token,
  foldName,
  isUnspaced,
  joinWords,
  letterTokens,
  letters,
  unsegmentedTokens,
} from "../../language/text.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { ForgetTargetKind } from "../../domain/model/tombstone.ts";
import { type HashKey, keyed } from "./hash-key.ts";
import { type WordRun, redactSpans } from "./redact.ts";

/**
 * Keyed hashes of forgotten content, by kind:
 * `pair` subject and object names of a fact; `run` words of a quote; `term` words of an object, redacted only where
 * the subject is named (`subject`) or is the user; `name` a forgotten entity; `message` a whole message.
 * Word hashes carry their word count, so that a text is searched with windows of the counts in use.
 */
export type HashKind = "pair" | "run" | "term" | "subject" | "name" | "message";

/** The subject "I" in a pair. */
const SELF_NAME = "self";

export interface HashEntry {
  kind: HashKind;
  /** Folded words, or the pair's text. */
  content: string;
  wordCount: number;
}

export interface NewTombstone {
  id: string;
  target: ForgetTargetKind;
  forgottenAt: Instant;
  subjectIsSelf: boolean;
  entries: HashEntry[];
}

/** A stored hash of words, for lookups in a text. */
export interface WordHash {
  kind: HashKind;
  /** Base64. */
  hash: string;
  tombstoneId: string;
  wordCount: number;
  subjectIsSelf: boolean;
}

/** One user's tombstones in a store. */
export interface Tombstones {
  /** Whether anything was ever forgotten. */
  any(): boolean;
  hash: Hasher;
  /** When something with this hash was last forgotten; null if never. */
  last(kind: HashKind, hash: Uint8Array): Instant | null;
  /** Hashes of kind `run`, `term`, `subject` and `name` forgotten after `at`. */
  wordsAfter(at: Instant): WordHash[];
}

/** A keyed hash of content; equal content in two spaces has different hashes. */
export type Hasher = (space: string, content: string) => Uint8Array;

/** The key is stored outside the database; `salt` is per user. */
export function hasherOf(key: HashKey, salt: Uint8Array): Hasher {
  return (space, content) => keyed(key, createHmac("sha256", salt).update(`${space}\0${content}`).digest());
}

export function wordEntry(kind: HashKind, run: WordRun): HashEntry {
  return { kind, content: joinWords(run.words), wordCount: run.words.length };
}

export function pairEntries(subjects: string[], objects: string[]): HashEntry[] {
  return subjects.flatMap((s) =>
    objects.map((o) => ({ kind: "pair" as const, content: pairContent(s, o), wordCount: 0 })),
  );
}

function pairContent(subject: string, object: string): string {
  return `${subject}|${object}`;
}

/** All kinds made of words share one hash space, so that one hash per window looks all of them up. */
export function spaceOf(kind: HashKind): "pair" | "message" | "words" {
  return kind === "pair" || kind === "message" ? kind : "words";
}

/** When something with this content was last forgotten; null when never. */
function lastForgotten(tombstones: Tombstones, kind: HashKind, contents: string[]): Instant | null {
  if (!tombstones.any()) return null;
  let last: Instant | null = null;
  for (const content of contents) {
    const at = tombstones.last(kind, tombstones.hash(spaceOf(kind), content));
    if (at !== null && (last === null || at > last)) last = at;
  }
  return last;
}

/** Until when evidence for a fact between these names is refused. */
export function pairForgottenAt(
  tombstones: Tombstones,
  subjects: string[],
  objects: string[],
): Instant | null {
  return lastForgotten(
    tombstones,
    "pair",
    subjects.flatMap((s) => objects.map((o) => pairContent(s, o))),
  );
}

export function nameForgottenAt(tombstones: Tombstones, name: string): Instant | null {
  return lastForgotten(tombstones, "name", [joinWords(letters(name))]);
}

/** The names under which an entity is known in a pair. */
export function pairNames(entity: Entity): string[] {
  if (entity.isSelf) return [SELF_NAME];
  const names = [entity.name, ...entity.aliases.filter((a) => a.kind !== "role").map((a) => a.alias)];
  return [...new Set(names.map(foldName))].filter((name) => name !== "");
}

export function messageEntry(text: string): HashEntry | null {
  const found = letters(text);
  return found.length === 0 ? null : { kind: "message", content: joinWords(found), wordCount: found.length };
}

/**
 * A message that was forgotten whole comes again. One without a date of its own (it "occurred" when it was recorded)
 * is taken for the old one.
 */
export function isForgottenMessage(
  tombstones: Tombstones,
  said: { userMessage: string; occurredAt: Instant; recordedAt: Instant },
): boolean {
  const entry = messageEntry(said.userMessage);
  if (entry === null) return false;
  const at = lastForgotten(tombstones, "message", [entry.content]);
  return at !== null && (said.occurredAt < at || said.occurredAt === said.recordedAt);
}

/** The texts of one thing said at `at`, without the words that were forgotten after that. */
export function redactTexts(
  tombstones: Tombstones,
  texts: (string | null)[],
  at: Instant,
): { texts: (string | null)[]; redacted: boolean } {
  const hashes = tombstones.wordsAfter(at);
  if (hashes.length === 0) return { texts, redacted: false };
  const found = texts.map((text) => (text === null ? [] : occurrences(tombstones.hash, text, hashes)));
  const named = new Set(
    found
      .flat()
      .filter((f) => f.kind === "subject")
      .map((f) => f.tombstoneId),
  );
  const isForgotten = (f: Occurrence): boolean =>
    f.kind === "run" ||
    f.kind === "name" ||
    (f.kind === "term" && (f.subjectIsSelf || named.has(f.tombstoneId)));
  const cuts = texts.map((text, i) =>
    text === null ? null : redactSpans(text, (found[i] ?? []).filter(isForgotten)),
  );
  return {
    texts: cuts.map((c) => c?.text ?? null),
    redacted: cuts.some((c) => c !== null && c.count > 0),
  };
}

type Occurrence = WordHash & Span;

function occurrences(hash: Hasher, text: string, hashes: WordHash[]): Occurrence[] {
  // A hash of an earlier version may be of a whole run of a script without spaces.
  const sequences = isUnspaced(text) ? [letterTokens(text), unsegmentedTokens(text)] : [letterTokens(text)];
  const byHash = new Map<string, WordHash[]>();
  for (const one of hashes) byHash.set(one.hash, [...(byHash.get(one.hash) ?? []), one]);
  const counts = [...new Set(hashes.map((one) => one.wordCount))];
  return sequences.flatMap((found) => counts.flatMap((count) => windows(found, count, hash, byHash)));
}

function windows(found: Token[], count: number, hash: Hasher, byHash: Map<string, WordHash[]>): Occurrence[] {
  const result: Occurrence[] = [];
  for (let i = 0; count > 0 && i + count <= found.length; i++) {
    const window = found.slice(i, i + count);
    const first = window[0];
    const last = window.at(-1);
    if (!first || !last) continue;
    const before = window.slice(0, -1).map(({ word }) => word);
    for (const name of namesOfForm(last.word)) {
      const key = Buffer.from(hash("words", joinWords([...before, name]))).toString("base64");
      for (const entry of byHash.get(key) ?? []) result.push({ ...entry, start: first.start, end: last.end });
    }
  }
  return result;
}

export function redactText(
  tombstones: Tombstones,
  text: string,
  at: Instant,
): { text: string; redacted: boolean } {
  const { texts, redacted } = redactTexts(tombstones, [text], at);
  return { text: texts[0] ?? text, redacted };
}

/** Every string in a JSON value, without forgotten words. */
export function redactJson<T>(tombstones: Tombstones, value: T, at: Instant): T {
  if (!tombstones.any()) return value;
  const strings: string[] = [];
  mapStrings(value, (text) => (strings.push(text), text));
  const { texts } = redactTexts(tombstones, strings, at);
  let next = 0;
  return mapStrings(value, (text) => texts[next++] ?? text);
}

/** Fields that hold ids, not words. */
const ID_FIELDS = new Set([
  "id",
  "subjectId",
  "objectId",
  "episodeId",
  "factId",
  "supersedes",
  "origin",
  "mergedInto",
]);

export function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change)) as T;
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    ID_FIELDS.has(key) ? item : mapStrings(item, change),
  ]);
  return Object.fromEntries(entries) as T;
}
