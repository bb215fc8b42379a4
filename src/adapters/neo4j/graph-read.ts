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
