import type { Alias, Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { NumberedRow } from "../store-core/dump.ts";
import { CHAIN_MAX } from "../store-core/graph.ts";
import { inOrder } from "../store-core/in-order.ts";
import {
  type EntityRow,
  type EvidenceRow,
  type FactRow,
  TABLE_OF,
  entities,
  facts,
  toEvidence,
} from "../store-core/rows.ts";
import { type Context, idsCondition } from "./context.ts";

export function readEntity(ctx: Context, id: string): Entity | null {
  return entitiesById(ctx, [id])[0] ?? null;
}

/** In the requested order; unknown ids are left out. */
export function entitiesById(ctx: Context, ids: string[]): Entity[] {
  return inOrder(ids, toEntities(ctx, rowsOf<EntityRow>(ctx, "entities", "id", ids)));
}

export function toEntities(ctx: Context, rows: EntityRow[]): Entity[] {
  const aliases = partsOf<Alias>(ctx, "aliases", "entity_id", rows);
  return rows.map((row) => {
    const named = aliases.get(row.id) ?? [];
    return entities.fromRow(row, { aliases: named.map(({ alias, kind }) => ({ alias, kind })) });
  });
}

function rowsOf<Row>({ db, user }: Context, table: string, column: string, ids: string[], order = ""): Row[] {
  const { sql, param } = idsCondition(ids);
  return db.all<Row>(`SELECT * FROM ${table} WHERE user_id = ? AND ${column} ${sql} ${order}`, user, param);
}

/** What belongs to these rows, in its order, by their ids. */
function partsOf<Part>(
  ctx: Context,
  table: string,
  owner: "entity_id" | "fact_id",
  rows: { id: string }[],
): Map<string, Part[]> {
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.id);
  const parts = rowsOf<Part & Record<typeof owner, string>>(
    ctx,
    table,
    owner,
    ids,
    `ORDER BY ${owner}, position`,
  );
  return Map.groupBy(parts, (part) => part[owner]);
}

/** The current entity: itself, or the one it was merged into. */
export function rootOf(ctx: Context, id: string): string {
  let root = id;
  for (let links = 0; links < CHAIN_MAX; links++) {
    const next = ctx.db.get<{ merged_into: string | null }>(
      "SELECT merged_into FROM entities WHERE user_id = ? AND id = ?",
      ctx.user,
      root,
    )?.merged_into;
    if (next === null || next === undefined) return root;
    root = next;
  }
  return root;
}

/** Entities that were merged into this one. */
export function mergedInto(ctx: Context, id: string): Entity[] {
  const rows = ctx.db.all<EntityRow>(
    "SELECT * FROM entities WHERE user_id = ? AND merged_into = ?",
    ctx.user,
    id,
  );
  return toEntities(ctx, rows);
}

export function readFact(ctx: Context, id: string): Fact | null {
  return factsById(ctx, [id])[0] ?? null;
}

/** In the requested order; unknown ids are left out. */
export function factsById(ctx: Context, ids: string[]): Fact[] {
  return inOrder(ids, toFacts(ctx, rowsOf<FactRow>(ctx, "facts", "id", ids)));
}

export function toFacts(ctx: Context, rows: FactRow[]): Fact[] {
  const evidence = partsOf<EvidenceRow>(ctx, "evidence", "fact_id", rows);
  return rows.map((row) => facts.fromRow(row, { evidence: (evidence.get(row.id) ?? []).map(toEvidence) }));
}

/** Read by dumps. */
export function numbered(ctx: Context, of: "entity" | "fact", n: number, limit: number): NumberedRow[] {
  const sql = `SELECT * FROM ${TABLE_OF[of]} WHERE user_id = ? AND n > ? ORDER BY n LIMIT ?`;
  const rows = ctx.db.all<EntityRow & FactRow>(sql, ctx.user, n, limit);
  const records =
    of === "entity"
      ? toEntities(ctx, rows).map((entity) => ({ kind: of, entity }))
      : toFacts(ctx, rows).map((fact) => ({ kind: of, fact }));
  return rows.flatMap(({ n, id }, i) => (records[i] ? [{ n, id, record: records[i] }] : []));
}
