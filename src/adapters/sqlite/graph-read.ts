import type { Alias, Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { CHAIN_MAX } from "../store-core/graph.ts";
import { inOrder } from "../store-core/in-order.ts";
import { type Context, idsCondition } from "./context.ts";
import {
  type EntityRow,
  type EvidenceRow,
  type FactRow,
  toEntity,
  toEvidence,
  toFact,
} from "../store-core/rows.ts";

export function readEntity(ctx: Context, id: string): Entity | null {
  return entitiesById(ctx, [id])[0] ?? null;
}

/** In the requested order; unknown ids are left out. */
export function entitiesById(ctx: Context, ids: string[]): Entity[] {
  const { sql, param } = idsCondition(ids);
  const rows = ctx.db.all<EntityRow>(
    `SELECT * FROM entities WHERE user_id = ? AND id ${sql}`,
    ctx.user,
    param,
  );
  return inOrder(ids, toEntities(ctx, rows));
}

export function toEntities(ctx: Context, rows: EntityRow[]): Entity[] {
  const aliases = aliasesOf(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map((row) =>
    toEntity(
      row,
      (aliases.get(row.id) ?? []).map(({ alias, kind }) => ({ alias, kind })),
    ),
  );
}

interface AliasRow extends Alias {
  entity_id: string;
}

function aliasesOf(ctx: Context, ids: string[]): Map<string, AliasRow[]> {
  if (ids.length === 0) return new Map();
  const { sql, param } = idsCondition(ids);
  const rows = ctx.db.all<AliasRow>(
    `SELECT entity_id, alias, kind FROM aliases WHERE user_id = ? AND entity_id ${sql}
     ORDER BY entity_id, position`,
    ctx.user,
    param,
  );
  return Map.groupBy(rows, (row) => row.entity_id);
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
  const { sql, param } = idsCondition(ids);
  const rows = ctx.db.all<FactRow>(`SELECT * FROM facts WHERE user_id = ? AND id ${sql}`, ctx.user, param);
  return inOrder(ids, toFacts(ctx, rows));
}

export function toFacts(ctx: Context, rows: FactRow[]): Fact[] {
  const evidence = evidenceOf(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map((row) =>
    toFact(
      row,
      (evidence.get(row.id) ?? []).map((one) => toEvidence(one)),
    ),
  );
}

type OfFact = EvidenceRow & { fact_id: string };

function evidenceOf(ctx: Context, factIds: string[]): Map<string, OfFact[]> {
  if (factIds.length === 0) return new Map();
  const { sql, param } = idsCondition(factIds);
  const rows = ctx.db.all<OfFact>(
    `SELECT * FROM evidence WHERE user_id = ? AND fact_id ${sql} ORDER BY fact_id, position`,
    ctx.user,
    param,
  );
  return Map.groupBy(rows, (row) => row.fact_id);
}
