import { createHmac } from "node:crypto";
import type { Entity } from "../../domain/entity.ts";
import { type Span, foldName, tokens, words } from "../../domain/text.ts";
import type { Instant } from "../../domain/time.ts";
import type { ForgetTargetKind } from "../../domain/tombstone.ts";
import type { Context } from "./context.ts";
import { type Token, cut } from "./redact.ts";

/**
 * Keyed hashes of what was forgotten, by kind:
 * `pair` subject and object names of a fact; `run` words of a quote; `term` words of an object, redacted only where
 * the subject is named (`subject`) or is the user; `name` a forgotten entity; `message` a whole message.
 * Word hashes carry their word count, so that a text is searched with windows of the counts in use.
 */
export type HashKind = "pair" | "run" | "term" | "subject" | "name" | "message";

/** How the subject "I" is written into a pair. */
export const SELF_NAME = "self";

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

export function putTombstone(ctx: Context, tombstone: NewTombstone): void {
  ctx.db.run(
    "INSERT INTO tombstones (user_id, id, target, forgotten_at, subject_is_self) VALUES (?, ?, ?, ?, ?)",
    ctx.user,
    tombstone.id,
    tombstone.target,
    tombstone.forgottenAt,
    tombstone.subjectIsSelf ? 1 : 0,
  );
  const hash = hasher(ctx);
  for (const entry of tombstone.entries) {
    ctx.db.run(
      `INSERT OR IGNORE INTO tombstone_hashes (user_id, kind, hash, tombstone_id, word_count, forgotten_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      ctx.user,
      entry.kind,
      hash(spaceOf(entry.kind), entry.content),
      tombstone.id,
      entry.wordCount,
      tombstone.forgottenAt,
    );
  }
}

export function wordEntry(kind: HashKind, run: string[]): HashEntry {
  return { kind, content: run.join(" "), wordCount: run.length };
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
function spaceOf(kind: HashKind): "pair" | "message" | "words" {
  return kind === "pair" || kind === "message" ? kind : "words";
}

type Hasher = (space: string, content: string) => Uint8Array;

function hasher(ctx: Context): Hasher {
  const row = ctx.db.get<{ hmac_key: Uint8Array }>("SELECT hmac_key FROM users WHERE user_id = ?", ctx.user);
  const key = row?.hmac_key ?? new Uint8Array(0);
  return (space, content) => createHmac("sha256", key).update(`${space}\0${content}`).digest();
}

export function hasTombstones(ctx: Context): boolean {
  return ctx.db.get("SELECT 1 FROM tombstones WHERE user_id = ? LIMIT 1", ctx.user) !== undefined;
}

/** When something with this content was last forgotten; null when never. */
function lastForgotten(ctx: Context, kind: HashKind, contents: string[]): Instant | null {
  if (!hasTombstones(ctx)) return null;
  const hash = hasher(ctx);
  let last: Instant | null = null;
  for (const content of contents) {
    const row = ctx.db.get<{ at: string | null }>(
      "SELECT max(forgotten_at) AS at FROM tombstone_hashes WHERE user_id = ? AND kind = ? AND hash = ?",
      ctx.user,
      kind,
      hash(spaceOf(kind), content),
    );
    if (row?.at && (last === null || row.at > last)) last = row.at;
  }
  return last;
}

/** Until when evidence for a fact between these names is refused. */
export function pairForgottenAt(ctx: Context, subjects: string[], objects: string[]): Instant | null {
  return lastForgotten(
    ctx,
    "pair",
    subjects.flatMap((s) => objects.map((o) => pairContent(s, o))),
  );
}

export function nameForgottenAt(ctx: Context, name: string): Instant | null {
  return lastForgotten(ctx, "name", [words(name).join(" ")]);
}

/** The names under which an entity is known in a pair. */
export function pairNames(entity: Entity): string[] {
  if (entity.isSelf) return [SELF_NAME];
  const names = [entity.name, ...entity.aliases.filter((a) => a.kind !== "role").map((a) => a.alias)];
  return [...new Set(names.map(foldName))].filter((name) => name !== "");
}

export function messageEntry(text: string): HashEntry | null {
  const found = words(text);
  return found.length === 0 ? null : { kind: "message", content: found.join(" "), wordCount: found.length };
}

/**
 * A message that was forgotten whole comes again. One without a date of its own (it "occurred" when it was recorded)
 * is taken for the old one.
 */
export function isForgottenMessage(
  ctx: Context,
  said: { userMessage: string; occurredAt: Instant; recordedAt: Instant },
): boolean {
  const entry = messageEntry(said.userMessage);
  if (entry === null) return false;
  const at = lastForgotten(ctx, "message", [entry.content]);
  return at !== null && (said.occurredAt < at || said.occurredAt === said.recordedAt);
}

interface WordHash {
  kind: HashKind;
  tombstoneId: string;
  subjectIsSelf: boolean;
}

interface WordHashes {
  counts: number[];
  byHash: Map<string, WordHash[]>;
}

function wordHashesAfter(ctx: Context, at: Instant): WordHashes {
  const rows = ctx.db.all<{
    kind: HashKind;
    hash: Uint8Array;
    tombstone_id: string;
    word_count: number;
    subject_is_self: number;
  }>(
    `SELECT h.kind, h.hash, h.tombstone_id, h.word_count, t.subject_is_self FROM tombstone_hashes h
     JOIN tombstones t ON t.user_id = h.user_id AND t.id = h.tombstone_id
     WHERE h.user_id = ? AND h.kind IN ('run', 'term', 'subject', 'name') AND h.forgotten_at > ?`,
    ctx.user,
    at,
  );
  const byHash = new Map<string, WordHash[]>();
  for (const row of rows) {
    const key = Buffer.from(row.hash).toString("base64");
    const entry = { kind: row.kind, tombstoneId: row.tombstone_id, subjectIsSelf: row.subject_is_self === 1 };
    byHash.set(key, [...(byHash.get(key) ?? []), entry]);
  }
  return { counts: [...new Set(rows.map((row) => row.word_count))], byHash };
}

/** The texts of one thing said at `at`, without the words that were forgotten after that. */
export function redactTexts(
  ctx: Context,
  texts: (string | null)[],
  at: Instant,
): { texts: (string | null)[]; redacted: boolean } {
  const hashes = wordHashesAfter(ctx, at);
  if (hashes.counts.length === 0) return { texts, redacted: false };
  const found = texts.map((text) => (text === null ? [] : occurrences(ctx, text, hashes)));
  const named = new Set(
    found
      .flat()
      .filter((f) => f.kind === "subject")
      .map((f) => f.tombstoneId),
  );
  const goes = (f: Occurrence): boolean =>
    f.kind === "run" ||
    f.kind === "name" ||
    (f.kind === "term" && (f.subjectIsSelf || named.has(f.tombstoneId)));
  const cuts = texts.map((text, i) => (text === null ? null : cut(text, (found[i] ?? []).filter(goes))));
  return {
    texts: cuts.map((c) => c?.text ?? null),
    redacted: cuts.some((c) => c !== null && c.count > 0),
  };
}

type Occurrence = WordHash & Span;

function occurrences(ctx: Context, text: string, hashes: WordHashes): Occurrence[] {
  const found = tokens(text);
  const hash = hasher(ctx);
  return hashes.counts.flatMap((count) => windows(found, count, hash, hashes.byHash));
}

function windows(found: Token[], count: number, hash: Hasher, byHash: Map<string, WordHash[]>): Occurrence[] {
  const result: Occurrence[] = [];
  for (let i = 0; count > 0 && i + count <= found.length; i++) {
    const window = found.slice(i, i + count);
    const first = window[0];
    const last = window.at(-1);
    if (!first || !last) continue;
    const content = window.map((token) => token.word).join(" ");
    const key = Buffer.from(hash("words", content)).toString("base64");
    for (const entry of byHash.get(key) ?? []) {
      result.push({ ...entry, start: first.start, end: last.end });
    }
  }
  return result;
}

export function redactForgotten(
  ctx: Context,
  text: string,
  at: Instant,
): { text: string; redacted: boolean } {
  const { texts, redacted } = redactTexts(ctx, [text], at);
  return { text: texts[0] ?? text, redacted };
}

/** Every string in a JSON value, without forgotten words. */
export function redactJson<T>(ctx: Context, value: T, at: Instant): T {
  if (!hasTombstones(ctx)) return value;
  const strings: string[] = [];
  mapStrings(value, (text) => (strings.push(text), text));
  const { texts } = redactTexts(ctx, strings, at);
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
