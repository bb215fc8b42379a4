import type { Fact } from "../../domain/model/fact.ts";
import {
  type LoadCounts,
  type MemoryRecord,
  RECORD_KINDS,
  type RecordKind,
  type RecordOf,
  type TombstoneHash,
} from "../../ports/memory-record.ts";
import { EngramError } from "../../errors.ts";
import { distinctAliases } from "./aliases.ts";
import { sortedCounts } from "./days.ts";
import type { OwnerRow } from "./dump.ts";
import { keyed, keyIdOf, type HashKey } from "./hash-key.ts";
import { type AnyRow, RECORDS, type RowKind } from "./rows.ts";
import { type Answer, type Steps, ask } from "./steps.ts";
import { toJson, vectorOf } from "./transfer.ts";

/** A record with its number in the order of the stream. */
export interface Numbered<K extends RecordKind> {
  n: number;
  record: RecordOf<K>;
}

/** How many were added and how many already existed; the rest was skipped. */
export interface AddedCounts {
  added: number;
  known: number;
}

/** For a row with resolved references: its position in the list, and whether it is new. */
export interface WrittenRow {
  i: number;
  added: boolean;
}

/** A row as stored: its key, and the rest. */
interface KeptRow {
  n: number;
  key: AnyRow;
  set: AnyRow;
}

interface Standing {
  /** Names by id. */
  entities: Map<string, string>;
  facts: Set<string>;
  episodes: Set<string>;
}

/** One user's rows, with the reads and writes of a load. Existing rows stay unchanged. */
export interface LoadTarget {
  /** This many consecutive numbers, after all existing and deleted rows; returns the first. */
  takeNumbers(count: number): Answer<number>;
  hashKey: HashKey;
  owner(): Answer<OwnerRow | null>;
  hasForgotten(): Answer<boolean>;
  /** Whether anything is known about the user besides their self entity. */
  lives(): Answer<boolean>;
  dropSelf(id: string): Answer<unknown>;
  putUser(row: Omit<OwnerRow, "vector_tag" | "vector_complete">): Answer<unknown>;
  mayBeSelf(id: string): Answer<boolean>;
  put(kind: KeptKind, rows: KeptRow[]): Answer<WrittenRow[]>;
  putHashes(tombstoneId: string, hashes: RecordOf<"hashes">["hashes"]): Answer<WrittenRow[]>;
  putEpisodes(records: Numbered<"episode">[]): Answer<AddedCounts>;
  putRowNumbers(records: Numbered<"place">[]): Answer<WrittenRow[]>;
  putMentions(records: Numbered<"mentions">[]): Answer<WrittenRow[]>;
  standing(asked: { entities: string[]; facts: string[]; episodes: string[] }): Answer<Standing>;
  createEntities(records: Numbered<"entity">[]): Answer<unknown>;
  createFacts(facts: { n: number; fact: Fact }[], names: Standing["entities"]): Answer<unknown>;
  knownCommunities(ids: string[]): Answer<string[]>;
  createCommunities(records: Numbered<"community">[]): Answer<unknown>;
  putVectors(
    of: RecordOf<"vector">["of"],
    tag: string,
    rows: { i: number; id: string; vector: Float32Array | null }[],
  ): Answer<WrittenRow[]>;
  putVectorSet(tag: string, complete: boolean): Answer<unknown>;
}

type Loader<K extends RecordKind> = (target: LoadTarget, records: Numbered<K>[]) => Steps<AddedCounts>;

/** Kind by kind: a record only refers to earlier kinds, except positions, which come after existing rows. */
export function* load(target: LoadTarget, records: MemoryRecord[]): Steps<LoadCounts> {
  const counts: LoadCounts = { added: {}, known: {}, skipped: {} };
  const first = yield* ask(target.takeNumbers(records.length));
  const numbered = records.map((record, i) => ({ n: first + i, record }));
  const byKind = Map.groupBy(numbered, ({ record }) => record.kind);
  for (const kind of RECORD_KINDS) {
    const group = byKind.get(kind) ?? [];
    if (group.length === 0) continue;
    const { added, known } = yield* loaderOf(kind)(target, group);
    const told = { added, known, skipped: group.length - added - known };
    for (const outcome of ["added", "known", "skipped"] as const)
      if (told[outcome] > 0) counts[outcome][kind] = told[outcome];
  }
  return counts;
}

function loaderOf(kind: RecordKind): Loader<RecordKind> {
  return (LOAD[kind] ?? rows(kind as KeptKind)) as unknown as Loader<RecordKind>;
}

/** Of all others, each record is a row. */
const LOAD: { [K in Exclude<RecordKind, KeptKind>]: Loader<K> } & { [K in KeptKind]?: Loader<K> } = {
  user: loadUser,
  hashes: loadHashes,
  /** The episodes of a conversation are counted as they arrive. */
  *episode(target, records) {
    return yield* ask(target.putEpisodes(records));
  },
  entity: loadEntities,
  fact: loadFacts,
  *place(target, records) {
    return taken(yield* ask(target.putRowNumbers(records)));
  },
  *mentions(target, records) {
    return taken(yield* ask(target.putMentions(records)));
  },
  community: loadCommunities,
  *day(target, records) {
    const sorted = records.map(({ n, record: { kind, day } }) => ({
      n,
      record: { kind, day: { ...day, counts: sortedCounts(day.counts) } },
    }));
    return yield* rows("day")(target, sorted);
  },
  vector: loadVectors,
  vectors: loadVectorSet,
};

type KeptKind = Exclude<RowKind, "episode">;

function rows<K extends KeptKind>(kind: K): Loader<K> {
  const { key, toRow } = RECORDS[kind];
  return function* (target, records) {
    const kept = records.map(({ n, record }) => {
      const cells = Object.entries(toRow(record));
      const part = (isKey: boolean): AnyRow =>
        Object.fromEntries(cells.filter(([column]) => key.includes(column) === isKey));
      return { n, key: part(true), set: part(false) };
    });
    return taken(yield* ask(target.put(kind, kept)));
  };
}

function taken(told: WrittenRow[]): AddedCounts {
  const found = new Set(told.map((row) => row.i)).size;
  const added = new Set(told.filter((row) => row.added).map((row) => row.i)).size;
  return { added, known: found - added };
}

/** An empty user takes over the salt and the self entity; one of the same origin has them already. */
function* loadUser(target: LoadTarget, [first]: Numbered<"user">[]): Steps<AddedCounts> {
  const owner = yield* ask(target.owner());
  if (first === undefined || owner === null) return { added: 0, known: 0 };
  const { record } = first;
  const sameSalt = record.salt === owner.salt;
  if (!sameSalt && (yield* ask(target.hasForgotten()))) throw otherTombstones();
  const isOther = owner.self_id !== null && record.selfId !== null && owner.self_id !== record.selfId;
  if (isOther) {
    // A self entity without any facts gives way.
    if (yield* ask(target.lives())) throw otherOrigin();
    yield* ask(target.dropSelf(owner.self_id ?? ""));
  }
  const [a, b] = [owner.last_message_at, record.lastMessageAt];
  yield* ask(
    target.putUser({
      salt: record.salt,
      self_id: record.selfId ?? owner.self_id,
      settings: owner.settings ?? toJson(record.settings),
      last_message_at: a === null || (b !== null && b > a) ? b : a,
    }),
  );
  const isKnown = sameSalt && owner.self_id === record.selfId;
  return isKnown ? { added: 0, known: 1 } : { added: 1, known: 0 };
}

/** Two memories cannot be merged. */
function otherOrigin(): EngramError {
  return new EngramError(
    "conflict",
    "This user has a memory of another origin: take it into a user who has none, or into the one it came from",
  );
}

/** Hashes with two salts cannot be combined. */
function otherTombstones(): EngramError {
  return new EngramError("conflict", "This user has forgotten things that this memory does not know of");
}

function* loadHashes(target: LoadTarget, records: Numbered<"hashes">[]): Steps<AddedCounts> {
  const told: WrittenRow[] = [];
  for (const [i, { record }] of records.entries()) {
    const hashes = hashesHere(target.hashKey, record);
    const rows = hashes === null ? [] : yield* ask(target.putHashes(record.tombstoneId, hashes));
    told.push(...rows.map(({ added }) => ({ i, added })));
  }
  return taken(told);
}

/** Hashes with another key are useless here: null. Those of a file from before there was a key are rehashed with this one. */
function hashesHere(key: HashKey, { keyId, hashes }: RecordOf<"hashes">): TombstoneHash[] | null {
  if (keyId === keyIdOf(key)) return hashes;
  if (keyId !== null) return null;
  return hashes.map((one) => ({
    ...one,
    hash: keyed(key, Buffer.from(one.hash, "base64")).toString("base64"),
  }));
}

/** The missing ones, each once. */
function unknown<T>(items: T[], idOf: (item: T) => string, known: { has(id: string): boolean }): T[] {
  const fresh = new Map(items.map((item): [string, T] => [idOf(item), item]));
  return [...fresh].flatMap(([id, item]) => (known.has(id) ? [] : [item]));
}

function* loadEntities(target: LoadTarget, records: Numbered<"entity">[]): Steps<AddedCounts> {
  const entities = records.map(({ record }) => record.entity.id);
  const known = (yield* ask(target.standing({ entities, facts: [], episodes: [] }))).entities;
  const others = unknown(records, ({ record }) => record.entity.id, known);
  const fresh: Numbered<"entity">[] = [];
  for (const { n, record } of others) {
    const { entity } = record;
    if (entity.isSelf && !(yield* ask(target.mayBeSelf(entity.id)))) continue;
    const aliases = distinctAliases(entity.aliases);
    fresh.push({ n, record: { ...record, entity: { ...entity, aliases } } });
  }
  if (fresh.length > 0) yield* ask(target.createEntities(fresh));
  return { added: fresh.length, known: records.length - others.length };
}

function* loadFacts(target: LoadTarget, records: Numbered<"fact">[]): Steps<AddedCounts> {
  const all = records.map(({ record }) => record.fact);
  const standing = yield* ask(
    target.standing({
      facts: all.map((fact) => fact.id),
      entities: all.flatMap(endsOf),
      episodes: all.flatMap((fact) => fact.evidence.map((one) => one.episodeId)),
    }),
  );
  const others = unknown(records, ({ record }) => record.fact.id, standing.facts);
  const fresh = others.flatMap(({ n, record: { fact } }) => {
    const evidence = fact.evidence.filter((one) => standing.episodes.has(one.episodeId));
    const isBare = evidence.length === 0 && fact.evidence.length > 0;
    const hasEnds = endsOf(fact).every((id) => standing.entities.has(id));
    return isBare || !hasEnds ? [] : [{ n, fact: { ...fact, evidence } }];
  });
  if (fresh.length > 0) yield* ask(target.createFacts(fresh, standing.entities));
  return { added: fresh.length, known: records.length - others.length };
}

function endsOf(fact: Fact): string[] {
  return fact.objectId === null ? [fact.subjectId] : [fact.subjectId, fact.objectId];
}

function* loadCommunities(target: LoadTarget, records: Numbered<"community">[]): Steps<AddedCounts> {
  const known = yield* ask(target.knownCommunities(records.map(({ record }) => record.community.id)));
  const fresh = unknown(records, ({ record }) => record.community.id, new Set(known));
  if (fresh.length > 0) yield* ask(target.createCommunities(fresh));
  return { added: fresh.length, known: records.length - fresh.length };
}

/** A user with vectors of another model keeps those. */
function* loadVectors(target: LoadTarget, records: Numbered<"vector">[]): Steps<AddedCounts> {
  const sum: AddedCounts = { added: 0, known: 0 };
  const tag = records[0]?.record.tag ?? "";
  const current = (yield* ask(target.owner()))?.vector_tag ?? tag;
  for (const kind of ["entity", "episode", "fact", "community"] as const) {
    const asked = records
      .filter(({ record }) => record.of === kind && record.tag === current)
      .map(({ record: { id, vector } }, i) => ({ i, id, vector: vector === null ? null : vectorOf(vector) }));
    if (asked.length === 0) continue;
    const { added, known } = taken(yield* ask(target.putVectors(kind, current, asked)));
    sum.added += added;
    sum.known += known;
  }
  return sum;
}

function* loadVectorSet(target: LoadTarget, [first]: Numbered<"vectors">[]): Steps<AddedCounts> {
  if (first === undefined) return { added: 0, known: 0 };
  const { tag, complete } = first.record;
  const current = (yield* ask(target.owner()))?.vector_tag ?? null;
  if (current !== null) return { added: 0, known: current === tag ? 1 : 0 };
  yield* ask(target.putVectorSet(tag, complete));
  return { added: 1, known: 0 };
}
