import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { STATUSES, type Status } from "../../domain/model/status.ts";
import { WORD_END, foldName, unsegmented } from "../../language/text.ts";
import type {
  AliasHit,
  DegreeQuery,
  Degrees,
  EntityPageQuery,
  EntitySort,
  FactFilter,
  FactPageQuery,
  FactQuery,
  FactSort,
  Page,
} from "../../ports/memory-store.ts";
import type { Value } from "./connection.ts";
import { type Add, type Context, IN_LIST, conditions, list } from "./context.ts";
import { page } from "./cursor.ts";
import { entitiesById, toEntities, toFacts } from "./graph-read.ts";
import { filtersOf, foldsOf, soughtName, statusesOf } from "../store-core/listing.ts";
import type { EntityRow, FactRow } from "../store-core/rows.ts";

/** Hits on names and aliases alike: an entity's own name is one of the names it is known by. */
export function entitiesByAlias(ctx: Context, names: string[]): AliasHit[] {
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
    list(foldsOf(names, foldName)),
  );
  const ids = rows.map((row) => row.entity_id);
  const byId = new Map(entitiesById(ctx, ids).map((entity) => [entity.id, entity]));
  return rows.flatMap((row) => {
    const entity = byId.get(row.entity_id);
    return entity ? [{ entity, alias: row.alias, kind: row.kind }] : [];
  });
}

const ENTITY_COLUMNS = {
  learned: "created_at",
  name: "name_fold",
  mentions: "mention_count",
  mentioned: "last_mentioned_at",
  confidence: "confidence",
} satisfies Record<EntitySort, string>;

/** 2 for a name, 1 for an alias, that matches exactly. */
const EXACTNESS = `CASE WHEN e.name_fold = ? THEN 2 WHEN EXISTS (
  SELECT 1 FROM aliases a WHERE a.user_id = e.user_id AND a.entity_id = e.id AND a.alias_fold = ?) THEN 1 ELSE 0 END`;

/** Merged entities are listed among the archived only: their content belongs to their survivor. */
export function entityPage(ctx: Context, query: EntityPageQuery): Page<Entity> {
  const [sql, params, add] = conditions("e.user_id = ?", ctx.user);
  if (query.status !== "archived") add("e.merged_into IS NULL");
  if (query.type !== undefined) add("e.type = ?", query.type);
  if (query.status !== undefined) add("e.status = ?", query.status);
  const q = query.q === undefined ? "" : unsegmented(query.q);
  if (q !== "") add(`instr(${written("e.search_text")}, ?) > 0`, q);
  if (query.asOf !== undefined || query.knownAt !== undefined) addHeldThen(ctx, query, add);
  const { sort = "learned", order = "desc" } = query;
  const sought = soughtName(query);
  const matching = `entities e WHERE ${sql.join(" AND ")}`;
  const key = [ENTITY_COLUMNS[sort], "n"];
  return page<EntityRow, Entity>(ctx, query, {
    kind: "entities",
    filters: filtersOf(query),
    ...(sought === null
      ? { select: `SELECT e.* FROM ${matching}`, params, key }
      : {
          select: `SELECT * FROM (SELECT e.*, ${EXACTNESS} AS exact FROM ${matching}) e WHERE true`,
          params: [sought, sought, ...params],
          key: ["exact", ...key],
        }),
    order: order === "asc" ? "ASC" : "DESC",
    toItems: (rows) => toEntities(ctx, rows),
  });
}

/** Those of these entities with a fact true, or believed, then. */
function addHeldThen(ctx: Context, { asOf, knownAt }: EntityPageQuery, add: Add): void {
  const ends = ["subject_id", "object_id"].map((end) => {
    const [sql, params, addOfEnd] = conditions(`f.user_id = ? AND f.${end} = e.id`, ctx.user);
    addOfEnd(`f.status ${IN_LIST}`, list(statusesOf({ asOf, knownAt })));
    addFilter({ asOf, knownAt }, addOfEnd);
    return { exists: `EXISTS (SELECT 1 FROM facts f WHERE ${sql.join(" AND ")})`, params };
  });
  add(`(${ends.map(({ exists }) => exists).join(" OR ")})`, ...ends.flatMap(({ params }) => params));
}

/** The facts matching a query, newest belief first. Only those are read in full: a person may have told thousands of themself. */
export function facts(ctx: Context, query: FactQuery): Fact[] {
  const [sql, params] = matching(ctx, "f.n, f.created_at", query, statusesOf(query));
  const rows = ctx.db.all<FactRow>(
    `SELECT * FROM facts WHERE n IN (SELECT n FROM (${sql}) ORDER BY created_at DESC, n DESC LIMIT ?)
     ORDER BY created_at DESC, n DESC`,
    ...params,
    query.limit,
  );
  return toFacts(ctx, rows);
}

/** The ends of facts that join two entities, counted. */
export function degrees(
  ctx: Context,
  { entityId, first, degreeMin, limit, ...moment }: DegreeQuery,
): Degrees {
  const entityIds = entityId === undefined ? undefined : [entityId];
  const query = { ...moment, entityIds, joining: true };
  const [sql, params] = matching(ctx, "f.n, f.subject_id, f.object_id", query, statusesOf(moment));
  const rows = ctx.db.all<Degrees["degrees"][number] & { total: number }>(
    `WITH joining AS MATERIALIZED (${sql})
     SELECT id, count(*) AS degree, count(*) OVER () AS total
     FROM (SELECT subject_id AS id FROM joining
       UNION ALL SELECT object_id FROM joining WHERE object_id <> subject_id)
     GROUP BY id HAVING count(*) >= ? OR id = ? ORDER BY id = ? DESC, degree DESC, id LIMIT ?`,
    ...params,
    degreeMin,
    first,
    first,
    limit,
  );
  return { degrees: rows.map(({ id, degree }) => ({ id, degree })), total: rows[0]?.total ?? 0 };
}

type Matching = FactFilter & Pick<FactQuery, "entityIds" | "role" | "episodeIds">;

/**
 * Selects these columns, the row number among them, of the facts that match. UNION instead of OR: the planner scans the whole
 * table for an OR over two columns. The entities and statuses come first, so that each pair is one range of an index: the
 * planner would read all facts of an entity, and a third of what a person tells is about themself (33,000 facts: 32 ms to
 * find their names, now 0.01).
 */
function matching(
  ctx: Context,
  columns: string,
  query: Matching,
  statuses: readonly Status[],
): [sql: string, params: Value[]] {
  const { entityIds, episodeIds, role = "either" } = query;
  const [sql, params, add] = conditions("f.user_id = ?", ctx.user);
  if (entityIds === undefined) addStatuses(statuses, add);
  if (episodeIds !== undefined) {
    add(
      `f.id IN (SELECT fact_id FROM evidence WHERE user_id = ? AND episode_id ${IN_LIST})`,
      ctx.user,
      list(episodeIds),
    );
  }
  addFilter(query, add);
  const where = sql.join(" AND ");
  if (entityIds === undefined) return [`SELECT ${columns} FROM facts f WHERE ${where}`, params];
  const end = (column: string): string =>
    `SELECT ${columns} FROM json_each(?) e CROSS JOIN json_each(?) s CROSS JOIN facts f
     WHERE f.${column} = e.value AND f.status = s.value AND ${where}`;
  const ends = role === "either" || role === "both" ? ["subject_id", "object_id"] : [`${role}_id`];
  return [
    ends.map(end).join(role === "both" ? " INTERSECT " : " UNION "),
    ends.flatMap(() => [list([...new Set(entityIds)]), list(statuses), ...params]),
  ];
}

/** A single status uses "=", so that the index on (user, status, time) returns rows in order. */
function addStatuses(statuses: readonly Status[], add: Add): void {
  if (statuses.length === 1 && statuses[0] !== undefined) add("f.status = ?", statuses[0]);
  else add(`f.status ${IN_LIST}`, list(statuses));
}

/** Search text as written, without word-boundary marks. */
function written(column: string): string {
  return `replace(${column}, char(${WORD_END.codePointAt(0)}), '')`;
}

/** The conditions on a fact, for every kind of query. */
function addFilter(query: FactFilter, add: Add): void {
  const { predicates, valid, learned, words, confidenceMin } = query;
  if (predicates !== undefined) add(`f.predicate ${IN_LIST}`, list(predicates));
  if (valid !== undefined) add("f.valid_at IS NOT NULL");
  if (valid?.from !== undefined) add("f.valid_at >= ?", valid.from);
  if (valid?.to !== undefined) add("f.valid_at < ?", valid.to);
  if (learned?.from !== undefined) add("f.created_at >= ?", learned.from);
  if (learned?.to !== undefined) add("f.created_at < ?", learned.to);
  if (words !== undefined) add(`instr(${written("f.search_text")}, ?) > 0`, unsegmented(words));
  if (confidenceMin !== undefined) add("f.confidence >= ?", confidenceMin);
  if (query.joining === true) add("f.object_id IS NOT NULL");
  if (query.unexpanded === true) add("f.expansion IS NULL");
  addTimes(query, add);
}

/** `heldAt` of the domain. The index finds the evidence of the few facts without a date. */
function addTimes({ asOf, knownAt }: FactFilter, add: Add): void {
  if (knownAt !== undefined)
    add("f.created_at <= ? AND (f.expired_at IS NULL OR f.expired_at > ?)", knownAt, knownAt);
  if (asOf === undefined) return;
  add(`coalesce(f.valid_at, ${SAID_AT}, f.created_at) <= ?`, asOf);
  const unknownYet = knownAt === undefined ? "" : " OR f.expired_at IS NOT NULL";
  add(`(coalesce(f.invalid_at, ${CLOSED_AT}, ${NEVER}) > ?${unknownYet})`, asOf);
}

const SAID_AT = `(SELECT min(said.occurred_at) FROM evidence said
  WHERE said.user_id = f.user_id AND said.fact_id = f.id)`;
/** Sorts after every instant. */
const NEVER = "'~'";
/** Of a superseded fact without a stated end. */
const CLOSED_AT = "iif(f.status = 'superseded', f.expired_at, NULL)";

const FACT_COLUMNS = {
  learned: "created_at",
  valid: "valid_at",
  confidence: "confidence",
  predicate: "predicate",
} satisfies Record<FactSort, string>;

export function factPage(ctx: Context, query: FactPageQuery): Page<Fact> {
  const { entityId, sort = "learned", order = "desc" } = query;
  const statuses = [...statusesOf(query, STATUSES)].sort();
  const [all, params] =
    entityId === undefined
      ? matching(ctx, "f.*", query, statuses)
      : matching(ctx, "f.n", { ...query, entityIds: [entityId] }, statuses);
  const column = FACT_COLUMNS[sort];
  return page<FactRow, Fact>(ctx, query, {
    kind: "facts",
    filters: filtersOf(query),
    select: entityId === undefined ? all : `SELECT f.* FROM facts f WHERE f.n IN (${all})`,
    params,
    key: [column, "n"],
    columns: [sort === "valid" ? `coalesce(${column}, '')` : column, "n"],
    order: order === "asc" ? "ASC" : "DESC",
    toItems: (rows) => toFacts(ctx, rows),
  });
}
