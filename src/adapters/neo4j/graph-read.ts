import type { Alias, Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import {
  type EntityRow,
  type EvidenceRow,
  type FactRow,
  entities,
  toEvidence,
  facts,
} from "../store-core/rows.ts";
import type { NumberedRow } from "../store-core/dump.ts";
import { inOrder } from "../store-core/in-order.ts";
import type { Context } from "./context.ts";

/** An entity with its aliases, as the statements return it. */
export interface EntityHit {
  row: EntityRow;
  aliases: (Alias & { position: number })[];
}

/** A fact with its evidence. */
export interface FactHit {
  row: FactRow;
  evidence: (EvidenceRow & { position: number })[];
}

export function entityOf({ row, aliases }: EntityHit): Entity {
  return entities.fromRow(row, { aliases: inPlace(aliases).map(({ alias, kind }) => ({ alias, kind })) });
}

export function factOf({ row, evidence }: FactHit): Fact {
  return facts.fromRow(row, { evidence: inPlace(evidence).map((one) => toEvidence(one)) });
}

function inPlace<T extends { position: number }>(items: T[]): T[] {
  return [...items].sort((a, b) => a.position - b.position);
}

export async function readEntity(ctx: Context, id: string): Promise<Entity | null> {
  return (await entitiesById(ctx, [id]))[0] ?? null;
}

/** In the requested order; unknown ids are left out. */
export async function entitiesById(ctx: Context, ids: string[]): Promise<Entity[]> {
  if (ids.length === 0) return [];
  const hits = await ctx.tx.run<EntityHit>("graph/entities-by-id", { ids: [...new Set(ids)] });
  return inOrder(ids, hits.map(entityOf));
}

/** Entities that were merged into this one. */
export async function mergedInto(ctx: Context, id: string): Promise<Entity[]> {
  return (await ctx.tx.run<EntityHit>("graph/merged-into", { id })).map(entityOf);
}

export async function readFact(ctx: Context, id: string): Promise<Fact | null> {
  return (await factsById(ctx, [id]))[0] ?? null;
}

/** In the requested order; unknown ids are left out. */
export async function factsById(ctx: Context, ids: string[]): Promise<Fact[]> {
  if (ids.length === 0) return [];
  const hits = await ctx.tx.run<FactHit>("graph/facts-by-id", { ids: [...new Set(ids)] });
  return inOrder(ids, hits.map(factOf));
}

/** Read by dumps. */
export async function numbered(
  { tx }: Context,
  of: "entity" | "fact",
  n: number,
  limit: number,
): Promise<NumberedRow[]> {
  if (of === "entity") {
    const hits = await tx.run<EntityHit>("transfer/entities", { n, limit });
    return hits.map((hit) => ({ n: hit.row.n, id: hit.row.id, record: { kind: of, entity: entityOf(hit) } }));
  }
  const hits = await tx.run<FactHit>("transfer/facts", { n, limit });
  return hits.map((hit) => ({ n: hit.row.n, id: hit.row.id, record: { kind: of, fact: factOf(hit) } }));
}
