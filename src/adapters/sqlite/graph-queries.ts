import type { Entity } from "../../domain/entity.ts";
import type { Fact } from "../../domain/fact.ts";
import { CURRENT_STATUSES, HISTORICAL_STATUSES, STATUSES, type Status } from "../../domain/status.ts";
import { fold, foldName } from "../../domain/text.ts";
import type { AliasHit, FactQuery, Page, PageRequest } from "../../ports/memory-store.ts";
import { invalidField } from "../../errors.ts";
import type { Value } from "./connection.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { page } from "./cursor.ts";
import { entitiesById, toEntities, toFacts } from "./graph-read.ts";
import type { EntityRow, FactRow } from "../store-core/rows.ts";

const NAMES_MAX = 512;

/** Hits on names and aliases alike: an entity's own name is one of the names it is known by. */
export function entitiesByAlias(ctx: Context, names: string[]): AliasHit[] {
  if (names.length > NAMES_MAX) throw invalidField("names", `at most ${NAMES_MAX}`);
  const folded = list([...new Set(names.map(foldName))].filter((name) => name !== ""));
  const rows = ctx.db.all<{ entity_id: string; alias: string; kind: AliasHit["kind"] }>(
    `SELECT id AS entity_id, name AS alias, 'name' AS kind, 0 AS rank FROM entities
       WHERE user_id = ?1 AND merged_into IS NULL AND name_fold IN (SELECT value FROM json_each(?2))
     UNION ALL
     SELECT a.entity_id, a.alias, a.kind, 1 FROM aliases a
       JOIN entities e ON e.user_id = a.user_id AND e.id = a.entity_id
       WHERE a.user_id = ?1 AND a.alias_fold IN (SELECT value FROM json_each(?2)) AND a.alias_fold <> e.name_fold
       AND e.merged_into IS NULL
     ORDER BY rank, entity_id, alias`,
    ctx.user,
    folded,
  );
  const ids = rows.map((row) => row.entity_id);
  const byId = new Map(entitiesById(ctx, ids).map((entity) => [entity.id, entity]));
  return rows.flatMap((row) => {
    const entity = byId.get(row.entity_id);
    return entity ? [{ entity, alias: row.alias, kind: row.kind }] : [];
  });
}

export type EntityPageQuery = {
  type?: string | undefined;
  status?: Status | undefined;
  q?: string | undefined;
} & PageRequest;

/** Merged entities are listed among the archived alone: what they were stands under their survivor. */
export function entityPage(ctx: Context, query: EntityPageQuery): Page<Entity> {
  const sql = ["user_id = ?"];
  const params: Value[] = [ctx.user];
  const add = (condition: string, value: string): void => {
    sql.push(condition);
    params.push(value);
  };
  if (query.status !== "archived") sql.push("merged_into IS NULL");
  if (query.type !== undefined) add("type = ?", query.type);
  if (query.status !== undefined) add("status = ?", query.status);
  const q = query.q === undefined ? "" : fold(query.q);
  if (q !== "") add("instr(search_text, ?) > 0", q);
  return page<EntityRow, Entity>(
    ctx,
    query,
    {
      kind: "entities",
      filters: [query.type ?? null, query.status ?? null, q],
      select: `SELECT * FROM entities WHERE ${sql.join(" AND ")}`,
      params,
      key: ["created_at", "n"],
      order: "DESC",
      keyOf: (row) => [row.created_at, row.n],
    },
    (rows) => toEntities(ctx, rows),
  );
}

/** The facts that a query means, newest belief first. */
export function facts(ctx: Context, query: FactQuery): Fact[] {
  const sql = ["f.user_id = ?"];
  const params: Value[] = [ctx.user];
  const add = (condition: string, ...values: Value[]): void => {
    sql.push(condition);
    params.push(...values);
  };
  const statuses = statusesOf(query);
  if (query.entityIds !== undefined)
    addEnds(ctx, query.entityIds, list(statuses), query.role ?? "either", add);
  // One status is asked for with "=", so that the index on (user, status, time) gives it in order.
  else if (statuses.length === 1 && statuses[0] !== undefined) add("f.status = ?", statuses[0]);
  else add(`f.status ${IN_LIST}`, list(statuses));
  if (query.predicates !== undefined) add(`f.predicate ${IN_LIST}`, list(query.predicates));
  if (query.episodeIds !== undefined) {
    add(
      `f.id IN (SELECT fact_id FROM evidence WHERE user_id = ? AND episode_id ${IN_LIST})`,
      ctx.user,
      list(query.episodeIds),
    );
  }
  if (query.valid !== undefined) add("f.valid_at IS NOT NULL");
  if (query.valid?.from !== undefined) add("f.valid_at >= ?", query.valid.from);
  if (query.valid?.to !== undefined) add("f.valid_at < ?", query.valid.to);
  addTimes(query, add);
  const rows = ctx.db.all<FactRow>(
    `SELECT f.* FROM facts f WHERE ${sql.join(" AND ")} ORDER BY f.created_at DESC, f.n DESC LIMIT ?`,
    ...params,
    query.limit,
  );
  return toFacts(ctx, rows);
}

type Add = (condition: string, ...values: Value[]) => void;

/** What status a fact has today says little about what was believed then. */
function statusesOf(query: FactQuery): readonly Status[] {
  if (query.statuses !== undefined) return query.statuses;
  if (query.knownAt !== undefined) return STATUSES.filter((status) => status !== "archived");
  return query.asOf === undefined ? CURRENT_STATUSES : HISTORICAL_STATUSES;
}

/**
 * UNION instead of OR: the planner walks the whole table for an OR over two columns. The status stands inside, where
 * the index on (user, end, status) answers it: somebody with thousands of facts may have few staged ones.
 */
function addEnds(
  ctx: Context,
  ids: string[],
  statuses: Value,
  role: "subject" | "object" | "either",
  add: Add,
): void {
  const end = (column: string): string =>
    `SELECT n FROM facts WHERE user_id = ? AND ${column} ${IN_LIST} AND status ${IN_LIST}`;
  const ends = role === "either" ? ["subject_id", "object_id"] : [`${role}_id`];
  add(`f.n IN (${ends.map(end).join(" UNION ")})`, ...ends.flatMap(() => [ctx.user, list(ids), statuses]));
}

/**
 * Half-open in both times. What was believed at `knownAt` did not yet know the end that came with its own expiry,
 * so that end is not held against it.
 */
function addTimes(query: FactQuery, add: Add): void {
  const { asOf, knownAt } = query;
  if (knownAt !== undefined) {
    add("f.created_at <= ? AND (f.expired_at IS NULL OR f.expired_at > ?)", knownAt, knownAt);
  }
  if (asOf === undefined) return;
  add("(f.valid_at IS NULL OR f.valid_at <= ?)", asOf);
  if (knownAt === undefined) add("(f.invalid_at IS NULL OR f.invalid_at > ?)", asOf);
  else add("(f.invalid_at IS NULL OR f.invalid_at > ? OR f.expired_at IS NOT NULL)", asOf);
}

export type FactPageQuery = {
  entityId?: string | undefined;
  statuses?: readonly Status[] | undefined;
} & PageRequest;

export function factPage(ctx: Context, query: FactPageQuery): Page<Fact> {
  const statuses = [...(query.statuses ?? STATUSES)].sort();
  const sql = ["user_id = ?"];
  const params: Value[] = [ctx.user];
  const add: Add = (condition, ...values) => {
    sql.push(condition.replace("f.n", "n"));
    params.push(...values);
  };
  if (query.entityId === undefined) add(`status ${IN_LIST}`, list(statuses));
  else addEnds(ctx, [query.entityId], list(statuses), "either", add);
  return page<FactRow, Fact>(
    ctx,
    query,
    {
      kind: "facts",
      filters: [query.entityId ?? null, statuses],
      select: `SELECT * FROM facts WHERE ${sql.join(" AND ")}`,
      params,
      key: ["created_at", "n"],
      order: "DESC",
      keyOf: (row) => [row.created_at, row.n],
    },
    (rows) => toFacts(ctx, rows),
  );
}
