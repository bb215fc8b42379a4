import { EngramError, invalidField } from "../../errors.ts";
import type {
  DumpPage,
  DumpRequest,
  LoadCounts,
  MemoryRecord,
  RecordKind,
  RecordOf,
  TombstoneHash,
} from "../../ports/memory-record.ts";
import { type SortKey, cursorTag, decodeCursor, encodeCursor } from "./cursor.ts";
import type { ChangeRow } from "./rows.ts";

/** What both stores do alike when they give away a user's memory, or take one. */

/** Parts of a dump, in its order. */
export const PARTS = [
  "user",
  "tombstones",
  "conversations",
  "episodes",
  "changes",
  "entities",
  "facts",
  "mentions",
  "communities",
  "rejections",
  "reviews",
  "traces",
  "diffs",
  "batches",
  "days",
  "feedback",
  "entity-vectors",
  "episode-vectors",
  "fact-vectors",
  "community-vectors",
  "vector-set",
] as const;
export type Part = (typeof PARTS)[number];

/** Records of one part from a key on; `next` is null when the part is through. */
export interface PartPage {
  records: MemoryRecord[];
  next: SortKey | null;
}

export const DUMP_LIMIT_MAX = 1_000;

/** Where a dump goes on. Throws `invalid_cursor`, `invalid_request`. */
export function placeInDump(
  user: string | number,
  { after, limit }: DumpRequest,
): { part: Part; key: SortKey | null } {
  if (!Number.isInteger(limit) || limit < 1 || limit > DUMP_LIMIT_MAX) {
    throw invalidField("limit", `must be a whole number from 1 to ${DUMP_LIMIT_MAX}`);
  }
  if (after === undefined) return { part: "user", key: null };
  const [at, key] = decodeCursor(after, tagOf(user), 2);
  const part = PARTS[Number(at)];
  if (part === undefined || typeof key !== "string") throw new EngramError("invalid_cursor");
  return { part, key: key === "" ? null : (JSON.parse(key) as SortKey) };
}

/** The page as it is answered. Without vectors the dump ends before them. */
export function toDumpPage(
  user: string | number,
  { vectors }: DumpRequest,
  part: Part,
  { records, next }: PartPage,
): DumpPage {
  const at = PARTS.indexOf(part);
  if (next !== null) return { records, next: encodeCursor(tagOf(user), [at, JSON.stringify(next)]) };
  const following = PARTS[at + 1];
  const isLast = following === undefined || (!vectors && following === "entity-vectors");
  return { records, next: isLast ? null : encodeCursor(tagOf(user), [at + 1, ""]) };
}

function tagOf(user: string | number): string {
  return cursorTag("dump", user, []);
}

/** The page after these rows: none when they are fewer than were asked for. */
export function keyAfter<Row>(rows: Row[], limit: number, keyOf: (row: Row) => SortKey): SortKey | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : keyOf(last);
}

/** A row number at which something stood that these changes deleted. */
export interface Gap {
  n: number;
  changes: string[];
}

/**
 * What stands and what stood, in one order. Each list was cut at `limit`, so that only numbers that both lists reach are
 * told.
 */
export function withPlaces<T extends { n: number; id: string }>(
  of: "entity" | "fact",
  standing: T[],
  gaps: Gap[],
  limit: number,
  toRecord: (row: T) => MemoryRecord,
): PartPage {
  const reach = (rows: { n: number }[]): number =>
    rows.length < limit ? Infinity : (rows.at(-1)?.n ?? Infinity);
  const until = Math.min(reach(standing), reach(gaps));
  const changesAt = new Map(gaps.filter((gap) => gap.n <= until).map((gap) => [gap.n, gap.changes]));
  const rowAt = new Map(standing.filter((row) => row.n <= until).map((row) => [row.n, row]));
  const numbers = [...new Set([...rowAt.keys(), ...changesAt.keys()])].sort((a, b) => a - b);
  const records = numbers.flatMap((n): MemoryRecord[] => {
    const row = rowAt.get(n);
    const changes = changesAt.get(n);
    const place: MemoryRecord[] =
      changes === undefined
        ? []
        : [{ kind: "place", of, changes: [...changes].sort(), row: row?.id ?? null }];
    return row === undefined ? place : [toRecord(row), ...place];
  });
  return { records, next: until === Infinity ? null : [until] };
}

/** Hashes in one record; a forgotten conversation has one per message. */
const HASHES_AT_ONCE = 200;

export function hashRecords(tombstoneId: string, hashes: TombstoneHash[]): RecordOf<"hashes">[] {
  const keyed = hashes.map((one) => ({ key: `${one.kind} ${one.hash}`, one }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const records: RecordOf<"hashes">[] = [];
  for (let i = 0; i < keyed.length; i += HASHES_AT_ONCE) {
    const part = keyed.slice(i, i + HASHES_AT_ONCE).map(({ one }) => one);
    records.push({ kind: "hashes", tombstoneId, part: records.length, hashes: part });
  }
  return records;
}

/** What one episode mentions, in an order that does not depend on the store. */
export function mentionRecord(
  episodeId: string,
  mentions: { entityId: string; start: number; end: number }[],
): RecordOf<"mentions"> {
  const plain = mentions.map(({ entityId, start, end }) => ({ entityId, start, end }));
  plain.sort((a, b) =>
    a.entityId === b.entityId ? a.start - b.start || a.end - b.end : a.entityId < b.entityId ? -1 : 1,
  );
  return { kind: "mentions", episodeId, mentions: plain };
}

export function toChangeRow({ change, mentions }: RecordOf<"change">): Omit<ChangeRow, "n" | "target_n"> {
  return {
    id: change.id,
    at: change.at,
    actor: change.actor,
    reason: change.reason,
    run_id: change.runId,
    kind: change.kind,
    target_id: change.targetId,
    before_json: toJson(change.before),
    after_json: toJson(change.after),
    mentions_json: toJson(mentions),
    undone: change.undone ? 1 : 0,
  };
}

export function toRejectionRow({ rejection, overruledRun }: RecordOf<"rejection">) {
  return {
    id: rejection.id,
    episode_id: rejection.episodeId,
    fact_id: rejection.factId,
    stage: rejection.stage,
    reason: rejection.reason,
    detail: rejection.detail,
    proposal: JSON.stringify(rejection.proposal ?? null),
    reasoning: rejection.reasoning,
    at: rejection.at,
    overruled_at: rejection.overruledAt ?? null,
    overruled_run: overruledRun,
    overruled_fact: rejection.overruledFactId ?? null,
  };
}

/** Null stays null: JSON of something that was not kept. */
export function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

export function fromJson<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T);
}

const FLOAT_BYTES = 4;

export function vectorText(floats: Float32Array): string {
  const bytes = Buffer.alloc(floats.length * FLOAT_BYTES);
  floats.forEach((x, i) => bytes.writeFloatLE(x, i * FLOAT_BYTES));
  return bytes.toString("base64");
}

export function vectorOf(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return Float32Array.from({ length: Math.floor(bytes.length / FLOAT_BYTES) }, (_, i) =>
    bytes.readFloatLE(i * FLOAT_BYTES),
  );
}

export type Outcome = keyof LoadCounts;

export function noneLoaded(): LoadCounts {
  return { added: {}, known: {}, skipped: {} };
}

export function count(counts: LoadCounts, outcome: Outcome, kind: RecordKind, by = 1): void {
  if (by > 0) counts[outcome][kind] = (counts[outcome][kind] ?? 0) + by;
}

/** Two memories do not become one. */
export function otherOrigin(): EngramError {
  return new EngramError(
    "conflict",
    "This user has a memory of another origin: take it into a user who has none, or into the one it came from",
  );
}

/** Two keys cannot both tell what was forgotten. */
export function otherTombstones(): EngramError {
  return new EngramError("conflict", "This user has forgotten things that this memory does not know of");
}
