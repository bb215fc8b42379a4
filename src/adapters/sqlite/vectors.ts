import type {
  Embeddable,
  Embedded,
  VectorHit,
  VectorKind,
  VectorOf,
  VectorQuery,
} from "../../ports/memory-store.ts";
import { EngramError } from "../../errors.ts";
import type { Connection } from "./connection.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { TABLE_OF, VECTOR_KINDS } from "../store-core/rows.ts";
import { type NearRow, type OfKind, isNarrow, toVectorHits } from "../store-core/search.ts";
import { filterOf } from "./search.ts";
import { dropMissingVectors, nearestByHamming } from "./binary-vectors.ts";

/** As in `domain/model/embedded-text.ts`. */
const TEXTS: Record<VectorKind, string> = {
  fact: "t.text",
  entity: `t.name || coalesce((SELECT ', ' || group_concat(a.alias, ', ' ORDER BY a.position) FROM aliases a
      WHERE a.user_id = t.user_id AND a.entity_id = t.id AND a.alias <> t.name), '')
    || ' (' || t.type || ')' || coalesce(': ' || t.summary, '')`,
  episode: "coalesce(t.speaker || ': ', '') || t.user_message",
  community: "t.name || ': ' || t.summary",
};

/** Bits are packed in bytes. */
const BITS_PER_BYTE = 8;

interface VectorSet {
  tag: string;
  complete: number;
  serving: string | null;
}

function vectorSet(ctx: Context): VectorSet | undefined {
  return ctx.db.get<VectorSet>("SELECT tag, complete, serving FROM vector_sets WHERE user_id = ?", ctx.user);
}

export function unembedded(ctx: Context, tag: string, limit: number): Embeddable[] {
  if (ctx.user === 0) return [];
  if (vectorSet(ctx)?.tag !== tag) beginSet(ctx, tag);
  const waiting = VECTOR_KINDS.flatMap((kind) => waitingOf(ctx, kind, limit));
  if (waiting.length === 0) completeSet(ctx, tag);
  return waiting.slice(0, limit);
}

function waitingOf(ctx: Context, kind: VectorKind, limit: number): Embeddable[] {
  const rows = ctx.db.all<{ id: string; text: string }>(
    `SELECT t.id, ${TEXTS[kind]} AS text FROM unembedded u
     JOIN ${TABLE_OF[kind]} t ON t.user_id = u.user_id AND t.id = u.id
     WHERE u.user_id = ? AND u.kind = '${kind}' ORDER BY u.id DESC LIMIT ?`,
    ctx.user,
    limit,
  );
  return rows.map((row) => ({ kind, ...row }));
}

/** Everything waits for the new tag; the vectors of the last complete one are used until it is done. */
function beginSet(ctx: Context, tag: string): void {
  ctx.db.run(
    `INSERT INTO vector_sets (user_id, tag, complete) VALUES (?, ?, 0) ON CONFLICT (user_id) DO UPDATE SET
       serving = CASE WHEN complete = 1 THEN tag ELSE serving END, tag = excluded.tag, complete = 0`,
    ctx.user,
    tag,
  );
  for (const kind of VECTOR_KINDS) {
    ctx.db.run(
      `INSERT OR IGNORE INTO unembedded SELECT t.user_id, '${kind}', t.id FROM ${TABLE_OF[kind]} t
       WHERE t.user_id = ? AND t.search_text <> '' AND NOT EXISTS (
         SELECT 1 FROM vectors v WHERE v.user_id = t.user_id AND v.tag = ? AND v.kind = '${kind}' AND v.id = t.id)`,
      ctx.user,
      tag,
    );
  }
}

function completeSet(ctx: Context, tag: string): void {
  if (vectorSet(ctx)?.complete === 1) return;
  ctx.db.run("UPDATE vector_sets SET complete = 1, serving = NULL WHERE user_id = ?", ctx.user);
  ctx.db.run("DELETE FROM vectors WHERE user_id = ? AND tag <> ?", ctx.user, tag);
}

export function putVectors(ctx: Context, tag: string, items: Embedded[]): number {
  if (vectorSet(ctx)?.tag !== tag) return 0;
  const current = items.filter((item) => textNow(ctx, item) === item.text);
  for (const { kind, id } of current) {
    ctx.db.run("DELETE FROM unembedded WHERE user_id = ? AND kind = ? AND id = ?", ctx.user, kind, id);
  }
  const made = current.flatMap(({ vector, ...item }) => (vector === null ? [] : [{ ...item, vector }]));
  writeVectors(ctx, tag, made);
  return made.length;
}

function textNow(ctx: Context, { kind, id }: Embeddable): string | undefined {
  return ctx.db.get<{ text: string }>(
    `SELECT ${TEXTS[kind]} AS text FROM ${TABLE_OF[kind]} t WHERE t.user_id = ? AND t.id = ? AND t.search_text <> ''`,
    ctx.user,
    id,
  )?.text;
}

type Made = VectorOf & { vector: Float32Array };

export function vectorsOf(ctx: Context, tag: string, items: VectorOf[]): Made[] {
  return VECTOR_KINDS.flatMap((kind) => {
    const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
    if (ids.length === 0) return [];
    const rows = ctx.db.all<{ id: string; e: Uint8Array }>(
      `SELECT id, e FROM vectors WHERE user_id = ? AND tag = ? AND kind = '${kind}' AND id ${IN_LIST}`,
      ctx.user,
      tag,
      list(ids),
    );
    return rows.map(({ id, e }) => ({ kind, id, vector: new Float32Array(e.slice().buffer) }));
  });
}

/** Next to those of another tag, replacing those of this one. Each gets a number never used before. */
export function writeVectors(ctx: Context, tag: string, made: Made[]): void {
  if (made.length === 0) return;
  let number = ctx.db.get<{ last: number }>("SELECT last FROM vector_numbers WHERE id = 1")?.last;
  if (number === undefined) throw new EngramError("internal", "The table of vector numbers is empty");
  for (const { kind, id, vector } of made) {
    const key = [ctx.user, tag, kind, id] as const;
    const blob = bytesOf(vector);
    number += 1;
    ctx.db.run("DELETE FROM vectors WHERE user_id = ? AND tag = ? AND kind = ? AND id = ?", ...key);
    ctx.db.run(
      "INSERT INTO vectors (n, user_id, tag, kind, id, e) VALUES (?, ?, ?, ?, ?, ?)",
      number,
      ...key,
      blob,
    );
    ctx.db.run(
      "INSERT INTO vector_bits (user_id, tag, kind, n, bits) VALUES (?, ?, ?, ?, vec_quantize_binary(?))",
      ctx.user,
      tag,
      kind,
      number,
      blob,
    );
  }
  ctx.db.run("UPDATE vector_numbers SET last = ? WHERE id = 1", number);
}

/** Trailing zeros do not change the cosine. */
function bytesOf(vector: Float32Array): Uint8Array {
  const length = Math.ceil(vector.length / BITS_PER_BYTE) * BITS_PER_BYTE;
  const padded = new Float32Array(length);
  padded.set(vector);
  return new Uint8Array(padded.buffer);
}

export function servingTag(ctx: Context): string | null {
  return vectorSet(ctx)?.serving ?? null;
}

function answers({ tag, complete, serving }: VectorSet, asked: string): boolean {
  return asked === serving || (asked === tag && complete === 1);
}

export function nearest(ctx: Context, query: OfKind<VectorQuery>): VectorHit[] | null {
  const set = vectorSet(ctx);
  if (set === undefined || !answers(set, query.tag)) return null;
  const best = isNarrow(query) ? null : bestNear(ctx, query);
  return best ?? everyNear(ctx, query);
}

/**
 * Memories compared at full length: those with the least different signs. Of 400, nearly all of the 20 nearest of 50,000
 * were found on synthetic data; a user with no more than that many is compared in full.
 */
const COMPARED = 400;

/** Null if so many candidates are filtered out by status or id that others should have been returned. */
function bestNear(ctx: Context, query: OfKind<VectorQuery>): VectorHit[] | null {
  const { kind, tag, limit } = query;
  const blob = bytesOf(query.vector);
  const numbers = nearestByHamming(ctx, { tag, kind }, blob, COMPARED);
  const compared = ctx.db.all<NearRow & { n: number }>(
    `SELECT v.n, v.id, 1 - vec_distance_cosine(v.e, ?) AS score FROM json_each(?) b JOIN vectors v ON v.n = b.value
     WHERE v.user_id = ? AND v.tag = ? AND v.kind = '${kind}' ORDER BY score DESC, v.id`,
    blob,
    JSON.stringify(numbers),
    ctx.user,
    tag,
  );
  if (compared.length < numbers.length) {
    const there = new Set(compared.map(({ n }) => n));
    dropMissingVectors(
      ctx,
      { tag, kind },
      numbers.filter((n) => !there.has(n)),
    );
  }
  const found: NearRow[] = [];
  for (let at = 0; at < compared.length && found.length < limit; at += limit)
    found.push(...staying(ctx, compared.slice(at, at + limit), query));
  if (found.length < limit && numbers.length === COMPARED) return null;
  return toVectorHits(kind, found.slice(0, limit));
}

/** Those whose memories pass the filter, in this order: looking all of them up took longer than comparing them. */
function staying(ctx: Context, rows: NearRow[], query: OfKind<VectorQuery>): NearRow[] {
  const { sql, params } = filterOf(query.kind, query);
  const there = ctx.db.all<{ id: string }>(
    `SELECT t.id FROM ${TABLE_OF[query.kind]} t WHERE t.user_id = ? AND t.id ${IN_LIST} ${sql}`,
    ctx.user,
    list(rows.map(({ id }) => id)),
    ...params,
  );
  const ids = new Set(there.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

function everyNear(ctx: Context, query: OfKind<VectorQuery>): VectorHit[] {
  const { kind } = query;
  const { sql, params } = filterOf(kind, query);
  const rows = ctx.db.all<NearRow>(
    `SELECT v.id, 1 - vec_distance_cosine(v.e, ?) AS score
     FROM ${TABLE_OF[kind]} t JOIN vectors v ON v.user_id = t.user_id AND v.tag = ? AND v.kind = '${kind}' AND v.id = t.id
     WHERE t.user_id = ? ${sql} ORDER BY score DESC, v.id LIMIT ${query.limit}`,
    bytesOf(query.vector),
    query.tag,
    ctx.user,
    ...params,
  );
  return toVectorHits(kind, rows);
}

/** All memories that may have a vector. */
const FINDABLE = `(${VECTOR_KINDS.map(
  (kind) => `(SELECT count(*) FROM ${TABLE_OF[kind]} t WHERE t.user_id = u.user_id AND t.search_text <> '')`,
).join(" + ")})`;

/** Users with waiting memories, including those who never had a vector of this tag. */
export function pendingEmbedding(
  { db }: { db: Connection },
  tag: string,
): { userId: string; memories: number }[] {
  return db.all<{ userId: string; memories: number }>(
    `SELECT u.name AS userId, CASE WHEN s.tag <> ?1 THEN ${FINDABLE} ELSE count(w.id) END AS memories FROM users u
     LEFT JOIN vector_sets s ON s.user_id = u.user_id
     LEFT JOIN unembedded w ON w.user_id = u.user_id
     GROUP BY u.user_id HAVING memories > 0 OR s.tag IS NOT ?1 OR s.complete = 0 ORDER BY u.name`,
    tag,
  );
}
