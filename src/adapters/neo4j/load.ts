import type { Entity } from "../../domain/entity.ts";
import type { Fact } from "../../domain/fact.ts";
import { RECORD_KINDS } from "../../ports/memory-record.ts";
import type { LoadCounts, MemoryRecord, RecordKind, RecordOf } from "../../ports/memory-record.ts";
import { distinctAliases } from "../store-core/aliases.ts";
import { toDayRow } from "../store-core/days.ts";
import { episodeSearchText } from "../store-core/search-text.ts";
import { toTraceRow } from "../store-core/traces.ts";
import {
  count,
  noneLoaded,
  otherOrigin,
  otherTombstones,
  toChangeRow,
  toJson,
  toRejectionRow,
  vectorOf,
} from "../store-core/transfer.ts";
import { communityWrite } from "./communities.ts";
import type { Context } from "./context.ts";
import { openMark } from "./episodes.ts";
import {
  aliasRows,
  edgeOf,
  entityProperties,
  evidenceRows,
  factProperties,
  searchableEntity,
  searchableFact,
} from "./graph-rows.ts";
import type { Params, Value } from "./parameters.ts";
import { countedIn } from "./rejections.ts";
import { toEpisodeRow } from "../store-core/episodes.ts";
import { reviewColumns } from "../store-core/reviews.ts";
import { foundBy } from "./search-marks.ts";
import { isUsable } from "./vectors.ts";

/** A record with its number in the order of the stream. */
interface Numbered<K extends RecordKind> {
  n: number;
  record: RecordOf<K>;
}

/** How many were added and how many were there already; the rest was skipped. */
interface Taken {
  added: number;
  known: number;
}

type Loader<K extends RecordKind> = (ctx: Context, records: Numbered<K>[]) => Promise<Taken>;
type Row = { readonly [key: string]: Value };

/**
 * Kind by kind, each with one statement or two: a record refers to kinds before its own only, but for places, which come
 * after what stands.
 */
export async function load(ctx: Context, records: MemoryRecord[]): Promise<LoadCounts> {
  const counts = noneLoaded();
  const first = await ctx.takeNumbers(records.length);
  const numbered = records.map((record, i) => ({ n: first + i, record }));
  const byKind = Map.groupBy(numbered, ({ record }) => record.kind);
  for (const kind of RECORD_KINDS) {
    const group = byKind.get(kind) ?? [];
    if (group.length === 0) continue;
    const { added, known } = await loaderOf(kind)(ctx, group);
    count(counts, "added", kind, added);
    count(counts, "known", kind, known);
    count(counts, "skipped", kind, group.length - added - known);
  }
  return counts;
}

function loaderOf(kind: RecordKind): Loader<RecordKind> {
  return LOAD[kind] as unknown as Loader<RecordKind>;
}

const LOAD: { [K in RecordKind]: Loader<K> } = {
  user: loadUser,
  tombstone: put("put-tombstones", ({ record }) => ({
    id: record.id,
    forgotten_at: record.forgottenAt,
    set: {
      target: record.target,
      forgotten_at: record.forgottenAt,
      subject_is_self: record.subjectIsSelf,
    },
  })),
  hashes: (ctx, records) =>
    taken(
      ctx,
      "transfer/put-hashes",
      records.flatMap(({ record }, i) =>
        record.hashes.map(({ kind, hash, wordCount }) => ({
          i,
          tombstone_id: record.tombstoneId,
          kind,
          hash,
          word_count: wordCount,
        })),
      ),
    ),
  conversation: put("put-conversations", ({ record: { conversation, nextOrdinal } }) => ({
    id: conversation.id,
    external_id: conversation.externalId,
    next_ordinal: nextOrdinal,
    set: {
      title: conversation.title,
      started_at: conversation.startedAt,
      last_message_at: conversation.lastMessageAt,
      client_system: conversation.clientSystem,
      history_from: conversation.historyFrom,
      history_summary: conversation.historySummary,
      external_id: conversation.externalId,
    },
  })),
  episode: loadEpisodes,
  change: put("put-changes", ({ n, record }) => {
    const { id, ...set } = toChangeRow(record);
    return { id, set: { n, ...set } };
  }),
  entity: loadEntities,
  fact: loadFacts,
  place: put("put-places", ({ n, record: { of, changes, row } }) => ({
    changes,
    entity: of === "entity" ? row : null,
    fact: of === "fact" ? row : null,
    n,
  })),
  mentions: put("put-mentions", ({ record }) => ({
    episode_id: record.episodeId,
    mentions: record.mentions.map(({ entityId, start, end }) => ({ entityId, start, end })),
  })),
  community: loadCommunities,
  rejection: put("put-rejections", ({ n, record }) => {
    const { id, ...set } = toRejectionRow(record);
    return { id, set: { n, ...set, ...countedIn(set.proposal) } };
  }),
  review: put("put-reviews", ({ n, record: { review } }) => ({
    id: review.id,
    set: { n, ...reviewColumns(review) },
  })),
  trace: put("put-traces", ({ record }) => {
    const { episode_id, purpose, ...set } = toTraceRow(record.trace);
    return { episode_id, purpose, set };
  }),
  diff: put("put-diffs", ({ record: { runId, steps } }) => ({ run_id: runId, steps: JSON.stringify(steps) })),
  batch: put("put-batches", ({ record: { once, at } }) => ({ once, at })),
  day: put("put-days", ({ record: { day } }) => {
    const { date, ...set } = toDayRow(day);
    return { date, set };
  }),
  feedback: put("put-feedback", ({ record: { targetId, helpful, at } }) => ({
    target_id: targetId,
    helpful,
    at,
  })),
  vector: loadVectors,
  vectors: loadVectorSet,
};

/** A kind that one statement takes, row by row; it returns `i` and `added` for each that found what it refers to. */
function put<K extends RecordKind>(statement: string, toRow: (one: Numbered<K>) => Row): Loader<K> {
  return (ctx, records) =>
    taken(
      ctx,
      `transfer/${statement}`,
      records.map((one, i) => ({ i, ...toRow(one) })),
    );
}

async function taken(ctx: Context, statement: string, rows: Row[], params: Params = {}): Promise<Taken> {
  if (rows.length === 0) return { added: 0, known: 0 };
  const told = await ctx.tx.run<{ i: number; added: boolean }>(statement, { ...params, rows });
  const found = new Set(told.map((row) => row.i));
  const added = new Set(told.filter((row) => row.added).map((row) => row.i)).size;
  return { added, known: found.size - added };
}

/** A user of whom nothing is kept takes the key and the self over; one of the same origin has them already. */
async function loadUser(ctx: Context, [first]: Numbered<"user">[]): Promise<Taken> {
  const owner = await ctx.owner();
  if (first === undefined || owner === null) return { added: 0, known: 0 };
  const { record } = first;
  const sameKey = record.hmacKey === owner.hmac_key;
  if (!sameKey && owner.forgotten_at !== null) throw otherTombstones();
  const sameSelf = owner.self_id === null || record.selfId === null || owner.self_id === record.selfId;
  if (!sameSelf) await dropBareSelf(ctx, owner.self_id as string);
  const [a, b] = [owner.last_message_at, record.lastMessageAt];
  await ctx.tx.run("transfer/put-user", {
    set: {
      hmac_key: record.hmacKey,
      self_id: record.selfId ?? owner.self_id,
      settings: owner.settings ?? toJson(record.settings),
      last_message_at: a === null || (b !== null && b > a) ? b : a,
    },
  });
  const isKnown = sameKey && owner.self_id === record.selfId;
  return isKnown ? { added: 0, known: 1 } : { added: 1, known: 0 };
}

/** An "I" of whom nothing is known gives way. */
async function dropBareSelf(ctx: Context, selfId: string): Promise<void> {
  const found = await ctx.tx.one<{ lives: boolean }>("transfer/lives");
  if (found?.lives !== false) throw otherOrigin();
  await ctx.tx.run("graph/delete-entities", { ids: [selfId] });
}

async function loadEpisodes(ctx: Context, records: Numbered<"episode">[]): Promise<Taken> {
  const rows = records.map(({ n, record }) => ({ ...toEpisodeRow(record.episode), n }));
  const told = await ctx.tx.run<{ i: number; known: boolean; refused: boolean }>("transfer/known-episodes", {
    rows: rows.map(({ id, conversation_id, ordinal, external_id, idempotency_key }, i) => ({
      i,
      id,
      conversation_id,
      ordinal,
      external_id,
      idempotency_key,
    })),
  });
  const known = new Set(told.filter((row) => row.known).map((row) => row.i));
  const refused = new Set(told.filter((row) => row.refused).map((row) => row.i));
  const fresh = rows.filter((_, i) => !known.has(i) && !refused.has(i));
  if (fresh.length > 0) {
    await ctx.tx.run("transfer/create-episodes", {
      rows: fresh.map((row) => ({
        conversation_id: row.conversation_id,
        set: { ...row, ...openMark(row.state), ...foundBy(episodeSearchText(row)) },
      })),
    });
  }
  return { added: fresh.length, known: known.size };
}

interface Standing {
  /** Names by id. */
  entities: Map<string, string>;
  facts: Set<string>;
  episodes: Set<string>;
}

async function standing(
  ctx: Context,
  asked: { entities?: string[]; facts?: string[]; episodes?: string[] },
): Promise<Standing> {
  const unique = (ids: string[] = []): string[] => [...new Set(ids)];
  const rows = await ctx.tx.run<{ kind: string; id: string; name: string | null }>("transfer/standing", {
    entities: unique(asked.entities),
    facts: unique(asked.facts),
    episodes: unique(asked.episodes),
  });
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    entities: new Map(of("entity").map(({ id, name }) => [id, name ?? ""])),
    facts: new Set(of("fact").map(({ id }) => id)),
    episodes: new Set(of("episode").map(({ id }) => id)),
  };
}

async function loadEntities(ctx: Context, records: Numbered<"entity">[]): Promise<Taken> {
  const known = await standing(ctx, { entities: records.map(({ record }) => record.entity.id) });
  const others = records.filter(({ record }) => !known.entities.has(record.entity.id));
  const selfId = others.some(({ record }) => record.entity.isSelf) ? await selfOf(ctx) : null;
  const fresh = others.filter(({ record: { entity } }) => !entity.isSelf || entity.id === selfId);
  if (fresh.length > 0) {
    await ctx.tx.run("graph/create-entities", {
      rows: fresh.map(({ n, record }) => {
        const entity: Entity = { ...record.entity, aliases: distinctAliases(record.entity.aliases) };
        return {
          set: { ...entityProperties(entity, n), ...searchableEntity(entity) },
          aliases: aliasRows(entity),
        };
      }),
    });
  }
  return { added: fresh.length, known: records.length - others.length };
}

/** As it is now: this very load may have set it. */
async function selfOf(ctx: Context): Promise<string | null> {
  return (await ctx.tx.one<{ self_id: string | null }>("users/read"))?.self_id ?? null;
}

async function loadFacts(ctx: Context, records: Numbered<"fact">[]): Promise<Taken> {
  const all = records.map(({ record }) => record.fact);
  const known = await standing(ctx, {
    facts: all.map((fact) => fact.id),
    entities: all.flatMap(endsOf),
    episodes: all.flatMap((fact) => fact.evidence.map((one) => one.episodeId)),
  });
  const fresh = records.flatMap(({ n, record: { fact } }) => {
    const evidence = fact.evidence.filter((one) => known.episodes.has(one.episodeId));
    const isBare = evidence.length === 0 && fact.evidence.length > 0;
    const hasEnds = endsOf(fact).every((id) => known.entities.has(id));
    return known.facts.has(fact.id) || isBare || !hasEnds ? [] : [{ n, fact: { ...fact, evidence } }];
  });
  if (fresh.length > 0) {
    await ctx.tx.run("graph/create-facts", {
      rows: fresh.map(({ n, fact }) => ({
        set: { ...factProperties(fact, n), ...searchableFact(fact, ...namesOf(known, fact)) },
        evidence: evidenceRows(fact.evidence),
      })),
    });
    const edges = fresh.flatMap(({ fact }) => edgeOf(fact) ?? []);
    if (edges.length > 0) await ctx.tx.run("graph/put-edges", { rows: edges.map((edge) => ({ ...edge })) });
  }
  return { added: fresh.length, known: all.filter((fact) => known.facts.has(fact.id)).length };
}

function endsOf(fact: Fact): string[] {
  return fact.objectId === null ? [fact.subjectId] : [fact.subjectId, fact.objectId];
}

function namesOf({ entities }: Standing, fact: Fact): [string, string | null] {
  const name = (id: string): string => entities.get(id) ?? "";
  return [name(fact.subjectId), fact.objectId === null ? null : name(fact.objectId)];
}

async function loadCommunities(ctx: Context, records: Numbered<"community">[]): Promise<Taken> {
  const ids = records.map(({ record }) => record.community.id);
  const rows = await ctx.tx.run<{ id: string }>("transfer/known-communities", { ids });
  const known = new Set(rows.map((row) => row.id));
  const fresh = records.filter(({ record }) => !known.has(record.community.id));
  if (fresh.length > 0) {
    await ctx.tx.run("communities/put", {
      rows: fresh.map(({ record }) => communityWrite(record.community, null)),
    });
  }
  return { added: fresh.length, known: known.size };
}

const PLURAL = {
  entity: "entities",
  episode: "episodes",
  fact: "facts",
  community: "communities",
} as const;

/** A user whose vectors are of another model keeps those. */
async function loadVectors(ctx: Context, records: Numbered<"vector">[]): Promise<Taken> {
  const sum: Taken = { added: 0, known: 0 };
  const tag = records[0]?.record.tag ?? "";
  const current = (await ctx.owner())?.vector_tag ?? tag;
  for (const kind of ["entity", "episode", "fact", "community"] as const) {
    const rows = records
      .filter(({ record }) => record.of === kind && record.tag === current)
      .map(({ record: { id, vector } }, i) => ({ i, id, vector: usable(vector) }));
    const { added, known } = await taken(ctx, `transfer/put-vectors-of-${PLURAL[kind]}`, rows, {
      tag: current,
    });
    sum.added += added;
    sum.known += known;
  }
  if (sum.added > 0) await ctx.tx.run("vectors/counted", { count: sum.added });
  return sum;
}

function usable(text: string | null): Float32Array | null {
  const vector = text === null ? null : vectorOf(text);
  return vector === null || !isUsable(vector) ? null : vector;
}

async function loadVectorSet(ctx: Context, [first]: Numbered<"vectors">[]): Promise<Taken> {
  if (first === undefined) return { added: 0, known: 0 };
  const { tag, complete } = first.record;
  const current = (await ctx.owner())?.vector_tag ?? null;
  if (current !== null) return { added: 0, known: current === tag ? 1 : 0 };
  await ctx.tx.run("transfer/put-vector-set", { tag, complete });
  return { added: 1, known: 0 };
}
