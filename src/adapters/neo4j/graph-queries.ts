import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { unsegmented } from "../../language/text.ts";
import type {
  AliasHit,
  DegreeQuery,
  Degrees,
  EntityPageQuery,
  EntitySort,
  FactFilter,
  FactPageQuery,
  FactQuery,
  FactRole,
  FactSort,
  Neighbourhood,
  KnownQuery,
  Page,
} from "../../ports/memory-store.ts";
import { filtersOf, foldsOf, soughtName, statusesOf } from "../store-core/listing.ts";
import type { Context } from "./context.ts";
import { HIGHEST, LOWEST, type PageQuery, page } from "./cursor.ts";
import { type EntityHit, type FactHit, entityOf, factOf } from "./graph-read.ts";
import { indexedFold } from "./graph-rows.ts";
import type { Params } from "./parameters.ts";

/** Hits on names and aliases alike: an entity's own name is one of the names it is known by. */
export async function entitiesByAlias(ctx: Context, names: string[]): Promise<AliasHit[]> {
  const folds = foldsOf(names, indexedFold);
  if (folds.length === 0) return [];
  const rows = await ctx.tx.run<EntityHit & Pick<AliasHit, "alias" | "kind">>("graph/entities-by-alias", {
    folds,
  });
  return rows.map((row) => ({ entity: entityOf(row), alias: row.alias, kind: row.kind }));
}

interface KnownRow {
  named: string[];
  facts: FactHit[];
  /** Entities one hop away, and two. */
  first: string[];
  second: string[];
  around: FactHit[];
}

/** One statement: a question that names an entity takes one round trip to the server, and one more for its results. */
export async function known(ctx: Context, query: KnownQuery): Promise<Neighbourhood> {
  const { self, statuses, asOf, knownAt, limit, around, depth } = query;
  const folds = foldsOf(query.names, indexedFold);
  const ids = [...(query.entityIds ?? [])];
  const row =
    folds.length === 0 && ids.length === 0 && !self
      ? undefined
      : await ctx.tx.one<KnownRow>("search/known", {
          folds,
          ids,
          self,
          statuses: [...statuses],
          as_of: asOf ?? null,
          known_at: knownAt ?? null,
          limit,
          around,
          depth,
        });
  if (row === undefined) return { entityIds: [], facts: [], around: [] };
  const [first, second] = [new Set(row.first), new Set(row.second)];
  return {
    entityIds: row.named,
    facts: row.facts.map(factOf),
    around: row.around.map((hit) => {
      const fact = factOf(hit);
      return { fact, distance: first.has(fact.subjectId) ? 1 : second.has(fact.subjectId) ? 2 : 3 };
    }),
  };
}

/** Newest first: by creation time, then by number. */
const NEWEST = {
  key: ["created_at", "n"],
  first: [HIGHEST.text, HIGHEST.number],
} satisfies Partial<PageQuery<never, never>>;

/** Exact matches of the name come before the newest. */
const NAMED = {
  statement: "graph/entities-named",
  key: ["exact", ...NEWEST.key],
  first: [HIGHEST.number, ...NEWEST.first],
} satisfies Partial<PageQuery<never, never>>;

/** Merged entities are listed among the archived only: their content belongs to their survivor. */
export function entityPage(ctx: Context, query: EntityPageQuery): Promise<Page<Entity>> {
  const { type = null, status = null, asOf, knownAt, sort = "learned", order = "desc" } = query;
  const q = query.q === undefined ? "" : unsegmented(query.q);
  const sought = soughtName(query);
  return page<EntityHit, Entity>(ctx, query, {
    kind: "entities",
    filters: filtersOf(query),
    ...(sought === null ? inOrder({ sort, order }, "graph/entity-page", "graph/entities-sorted") : NAMED),
    params: {
      type,
      status,
      sort,
      sought: sought === null ? null : indexedFold(sought),
      q: q === "" ? null : q,
      merged: status === "archived",
      as_of: asOf ?? null,
      known_at: knownAt ?? null,
      held: [...statusesOf({ asOf, knownAt })],
    },
    toItems: (hits) => hits.map(entityOf),
  });
}

/** Types of numbers; the keys of all others are texts. */
const NUMBERS = new Set(["confidence", "mentions"]);

/** Newest first by the statement backed by an index; any other order by the one that sorts. */
function inOrder(
  { sort, order }: { sort: FactSort | EntitySort; order: "asc" | "desc" },
  newest: string,
  sorted: string,
): Pick<PageQuery<never, never>, "statement" | "key" | "first"> {
  if (sort === "learned" && order === "desc") return { statement: newest, ...NEWEST };
  const ends = order === "desc" ? HIGHEST : LOWEST;
  return {
    statement: `${sorted}-${order === "desc" ? "falling" : "rising"}`,
    key: ["key", "n"],
    first: [NUMBERS.has(sort) ? ends.number : ends.text, ends.number],
  };
}

/** The facts matching a query, newest belief first. */
export async function facts(ctx: Context, query: FactQuery): Promise<Fact[]> {
  const statuses = [...statusesOf(query)];
  const limit = query.limit;
  const among = query.role === "both" ? (query.entityIds ?? null) : null;
  const params: Params = { statuses, limit, ...filterOf(query), among };
  const [statement, more] = pathOf(query);
  const hits = await ctx.tx.run<FactHit>(statement, { ...params, ...more });
  return hits.map(factOf);
}

/** The ends of facts that join two entities, counted. */
export async function degrees(
  ctx: Context,
  { entityId, first, degreeMin, limit, ...moment }: DegreeQuery,
): Promise<Degrees> {
  const asked = { statuses: [...statusesOf(moment)], first, min: degreeMin, limit };
  const params = { ...asked, ...filterOf({ ...moment, joining: true }), entity: entityId ?? null };
  const counted = await ctx.tx.one<Degrees>(
    entityId === undefined ? "graph/degrees" : "graph/degrees-around",
    params,
  );
  return counted ?? { degrees: [], total: 0 };
}

/** The entry point with the fewest rows to scan; the other conditions are checked on the way. */
function pathOf(query: FactQuery): [statement: string, params: Params] {
  const ends = query.entityIds === undefined ? null : endsOf(query.entityIds, query.role ?? "either");
  if (query.episodeIds !== undefined) {
    const any = { subjects: null, objects: null };
    return ["graph/facts-of-episodes", { episode_ids: query.episodeIds, ...(ends ?? any) }];
  }
  const { entityIds: subjects, predicates, role } = query;
  if (subjects && predicates && role === "subject")
    return [
      "graph/facts-of-relations",
      { subjects: [...new Set(subjects)], predicates: [...new Set(predicates)] },
    ];
  if (ends !== null) return ["graph/facts-of-entities", ends];
  return [query.valid === undefined ? "graph/facts-by-status" : "graph/facts-by-valid", {}];
}

function endsOf(ids: string[], role: FactRole): Params {
  return {
    subjects: role === "object" ? [] : ids,
    objects: role === "subject" || role === "both" ? [] : ids,
  };
}

/** The conditions on a fact. */
function filterOf(query: FactFilter): Params {
  return {
    predicates: query.predicates ?? null,
    dated: query.valid !== undefined,
    valid_from: query.valid?.from ?? null,
    valid_to: query.valid?.to ?? null,
    learned_from: query.learned?.from ?? null,
    learned_to: query.learned?.to ?? null,
    words: query.words === undefined ? null : unsegmented(query.words),
    confidence_min: query.confidenceMin ?? null,
    joining: query.joining === true,
    among: null,
    unexpanded: query.unexpanded === true,
    as_of: query.asOf ?? null,
    known_at: query.knownAt ?? null,
  };
}

export function factPage(ctx: Context, query: FactPageQuery): Promise<Page<Fact>> {
  const { entityId, sort = "learned", order = "desc" } = query;
  const entities = entityId === undefined ? null : [entityId];
  const newest = entities === null ? "graph/fact-page" : "graph/fact-page-of-entity";
  return page<FactHit, Fact>(ctx, query, {
    kind: "facts",
    filters: filtersOf(query),
    ...inOrder({ sort, order }, newest, "graph/facts-sorted"),
    params: {
      sort,
      entities,
      statuses: [...statusesOf(query, STATUSES)],
      ...filterOf(query),
      ...endsOf(entities ?? [], "either"),
    },
    toItems: (hits) => hits.map(factOf),
  });
}
