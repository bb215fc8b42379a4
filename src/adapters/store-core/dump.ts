import type { Instant } from "../../domain/model/time.ts";
import { EngramError, invalidField } from "../../errors.ts";
import type {
  DumpPage,
  DumpRequest,
  MemoryRecord,
  RecordOf,
  TombstoneHash,
} from "../../ports/memory-record.ts";
import { KINDS } from "../../store/schema.ts";
import { communitiesAfter } from "./communities.ts";
import { type SortKey, cursorTag, decodeCursor, encodeCursor } from "./cursor.ts";
import { keyIdOf } from "./hash-key.ts";
import { type AnyRow, RECORDS, type RowKind, TABLE_OF } from "./rows.ts";
import { type Answer, type Steps, ask } from "./steps.ts";
import { fromJson, vectorText } from "./transfer.ts";
import { type Listed, type UserRows, found, listIn } from "./verbs.ts";

/** An item with its row number. */
export interface NumberedRow {
  n: number;
  id: string;
  record: RecordOf<"entity"> | RecordOf<"fact">;
}

/** The row number of an item deleted by these changes. */
interface Gap {
  n: number;
  changes: string[];
}

/** A user's own row. `salt`: their part of each hash, in hex. `vector_complete`: everything ever had a vector of that tag. */
export interface OwnerRow {
  salt: string;
  settings: string | null;
  self_id: string | null;
  last_message_at: Instant | null;
  vector_tag: string | null;
  vector_complete: boolean | null;
}

/** One user's rows, for dumps. */
export interface DumpRows extends UserRows {
  /** After a row number, in their order. */
  numbered(of: "entity" | "fact", n: number, limit: number): Answer<NumberedRow[]>;
}

/** One page of everything a user has. */
export function* dump(source: DumpRows, request: DumpRequest): Steps<DumpPage> {
  const { user } = source;
  const { at, key } = placeInDump(user, request);
  const owner = yield* ask(source.owner());
  if (owner === null) return { records: [], next: null };
  const read = PARTS[at] as ReadPart;
  return toDumpPage(user, request, at, yield* read({ source, key, request, owner }));
}

interface Reading {
  source: DumpRows;
  key: SortKey | null;
  request: DumpRequest;
  owner: OwnerRow;
}

type ReadPart = (reading: Reading) => Steps<PartPage>;

/** Records of one part after a key; `next` is null at the end of the part. */
interface PartPage {
  records: MemoryRecord[];
  next: SortKey | null;
}

const DUMP_LIMIT_MAX = 1_000;

const FIRST_NUMBER = Number.MIN_SAFE_INTEGER;

/** A part that is a single list. */
function listed(kind: RowKind): ReadPart {
  const { toRecord, order } = RECORDS[kind];
  return function* ({ source, key, request: { limit } }) {
    const after = order.map((name, i) => [name, key?.[i] ?? (name === "n" ? FIRST_NUMBER : "")]);
    const asked = { ...(Object.fromEntries(after) as Record<string, string>), limit };
    const rows = yield* ask(source.find<AnyRow>(`transfer/${KINDS[kind].table}`, asked));
    return {
      records: rows.map(toRecord),
      next: keyAfter(rows, limit, (row) => order.map((name) => row[name] as string | number)),
    };
  };
}

// oxlint-disable-next-line require-yield -- the row was read already
function* readUser({ owner }: Reading): Steps<PartPage> {
  const user: MemoryRecord = {
    kind: "user",
    settings: fromJson(owner.settings),
    selfId: owner.self_id,
    salt: owner.salt,
    lastMessageAt: owner.last_message_at,
  };
  return { records: [user], next: null };
}

/** Each may have thousands of hashes. */
const TOMBSTONES_AT_ONCE = 10;

function* tombstones({ source, request, ...reading }: Reading): Steps<PartPage> {
  const limit = Math.min(request.limit, TOMBSTONES_AT_ONCE);
  const page = yield* listed("tombstone")({ source, request: { ...request, limit }, ...reading });
  if (!request.tombstones) return page;
  const records: MemoryRecord[] = [];
  for (const tombstone of page.records as RecordOf<"tombstone">[]) {
    const { id } = tombstone;
    records.push(tombstone, ...hashRecords(id, keyIdOf(source.hashKey), yield* hashesOf(source, id)));
  }
  return { ...page, records };
}

function hashesOf(source: DumpRows, tombstoneId: string): Steps<TombstoneHash[]> {
  type Row = Omit<TombstoneHash, "hash"> & { hash: string | Uint8Array };
  return found(source, "transfer/hashes", { tombstone_id: tombstoneId }, ({ hash, ...row }: Row) => ({
    ...row,
    hash: typeof hash === "string" ? hash : Buffer.from(hash).toString("base64"),
  }));
}

function* gapsIn(source: DumpRows, of: "entity" | "fact", n: number, limit: number): Steps<Gap[]> {
  type Row = { n: number; changes: Listed<string> };
  return yield* found(source, "transfer/gaps", { kind: of, n, limit }, (row: Row) => ({
    n: row.n,
    changes: listIn(row.changes),
  }));
}

function numberedRows(of: "entity" | "fact"): ReadPart {
  return function* ({ source, key, request: { limit } }) {
    const n = Number(key?.[0] ?? FIRST_NUMBER);
    const standing = yield* ask(source.numbered(of, n, limit));
    return withPlaces(of, standing, yield* gapsIn(source, of, n, limit), limit);
  };
}

function* mentions({ source, key, request: { limit } }: Reading): Steps<PartPage> {
  type Row = { id: string; mentions: Listed<RecordOf<"mentions">["mentions"][number]> };
  const asked = { id: String(key?.[0] ?? ""), limit };
  const rows = yield* ask(source.find<Row>("transfer/mentions", asked));
  return {
    records: rows.map((row) => mentionRecord(row.id, listIn(row.mentions))),
    next: keyAfter(rows, limit, (row) => [row.id]),
  };
}

function* communities({ source, key, request: { limit } }: Reading): Steps<PartPage> {
  const found = yield* communitiesAfter(source, String(key?.[0] ?? ""), limit);
  const records = found.map((community): MemoryRecord => ({ kind: "community", community }));
  return { records, next: keyAfter(found, limit, ({ id }) => [id]) };
}

/** Vectors of the tag in use. */
function vectorsOf(of: RecordOf<"vector">["of"]): ReadPart {
  return function* ({ source, key, request: { limit }, owner: { vector_tag: tag } }) {
    if (tag === null) return { records: [], next: null };
    type Row = { id: string; vector: Uint8Array | number[] | null };
    const asked = { id: String(key?.[0] ?? ""), tag, limit };
    const rows = yield* ask(source.find<Row>(`transfer/vectors-of-${TABLE_OF[of]}`, asked));
    const records = rows.map(({ id, vector }): MemoryRecord => ({
      kind: "vector",
      of,
      id,
      tag,
      vector: vector === null ? null : vectorText(floatsIn(vector)),
    }));
    return { records, next: keyAfter(rows, limit, (row) => [row.id]) };
  };
}

/** SQLite has a vector as bytes, Neo4j as a list. */
function floatsIn(vector: Uint8Array | number[]): Float32Array {
  return vector instanceof Uint8Array ? new Float32Array(vector.slice().buffer) : Float32Array.from(vector);
}

// oxlint-disable-next-line require-yield -- the row was read already
function* vectorSet({ owner: { vector_tag: tag, vector_complete } }: Reading): Steps<PartPage> {
  return {
    records: tag === null ? [] : [{ kind: "vectors", tag, complete: vector_complete === true }],
    next: null,
  };
}

const FIRST_VECTORS = vectorsOf("entity");

/** Parts of a dump, in its order. */
const PARTS: readonly ReadPart[] = [
  readUser,
  tombstones,
  listed("conversation"),
  listed("episode"),
  listed("change"),
  numberedRows("entity"),
  numberedRows("fact"),
  mentions,
  communities,
  listed("rejection"),
  listed("review"),
  listed("trace"),
  listed("diff"),
  listed("batch"),
  listed("day"),
  // Repeated equal feedback counts once.
  listed("feedback"),
  listed("link"),
  FIRST_VECTORS,
  vectorsOf("episode"),
  vectorsOf("fact"),
  vectorsOf("community"),
  vectorSet,
];

/** Where a dump continues. Throws `invalid_cursor`, `invalid_request`. */
function placeInDump(
  user: string | number,
  { after, limit }: DumpRequest,
): { at: number; key: SortKey | null } {
  if (!Number.isInteger(limit) || limit < 1 || limit > DUMP_LIMIT_MAX) {
    throw invalidField("limit", `must be a whole number from 1 to ${DUMP_LIMIT_MAX}`);
  }
  if (after === undefined) return { at: 0, key: null };
  const [at, key] = decodeCursor(after, tagOf(user), 2);
  if (PARTS[Number(at)] === undefined || typeof key !== "string") throw new EngramError("invalid_cursor");
  return { at: Number(at), key: key === "" ? null : (JSON.parse(key) as SortKey) };
}

/** The page as returned. Without vectors the dump ends before them. */
function toDumpPage(
  user: string | number,
  { vectors }: DumpRequest,
  at: number,
  { records, next }: PartPage,
): DumpPage {
  if (next !== null) return { records, next: encodeCursor(tagOf(user), [at, JSON.stringify(next)]) };
  const isLast = at + 1 === (vectors ? PARTS.length : PARTS.indexOf(FIRST_VECTORS));
  return { records, next: isLast ? null : encodeCursor(tagOf(user), [at + 1, ""]) };
}

function tagOf(user: string | number): string {
  return cursorTag("dump", user, []);
}

/** The page after these rows: none if there are fewer than requested. */
function keyAfter<Row>(rows: Row[], limit: number, keyOf: (row: Row) => SortKey): SortKey | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : keyOf(last);
}

/**
 * Existing and deleted items, in one order. Each list was cut at `limit`, so only numbers covered by both lists are
 * returned.
 */
function withPlaces(of: "entity" | "fact", standing: NumberedRow[], gaps: Gap[], limit: number): PartPage {
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
    return row === undefined ? place : [row.record, ...place];
  });
  return { records, next: until === Infinity ? null : [until] };
}

/** Hashes in one record; a forgotten conversation has one per message. */
const HASHES_AT_ONCE = 200;

function hashRecords(tombstoneId: string, keyId: string, hashes: TombstoneHash[]): RecordOf<"hashes">[] {
  const keyed = hashes.map((one) => ({ key: `${one.kind} ${one.hash}`, one }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const records: RecordOf<"hashes">[] = [];
  for (let i = 0; i < keyed.length; i += HASHES_AT_ONCE) {
    const part = keyed.slice(i, i + HASHES_AT_ONCE).map(({ one }) => one);
    records.push({ kind: "hashes", tombstoneId, keyId, part: records.length, hashes: part });
  }
  return records;
}

/** Mentions of one episode, in an order independent of the store. */
function mentionRecord(episodeId: string, mentions: RecordOf<"mentions">["mentions"]): RecordOf<"mentions"> {
  const plain = mentions.map(({ entityId, start, end }) => ({ entityId, start, end }));
  plain.sort((a, b) =>
    a.entityId === b.entityId ? a.start - b.start || a.end - b.end : a.entityId < b.entityId ? -1 : 1,
  );
  return { kind: "mentions", episodeId, mentions: plain };
}
