import type { Alias, Entity } from "../../domain/entity.ts";
import type { Evidence, Fact } from "../../domain/fact.ts";
import type { EntityPatch, EpisodePatch, FactPatch } from "../../domain/mutation.ts";
import { foldName } from "../../domain/text.ts";
import { EngramError } from "../../errors.ts";
import type { Context } from "./context.ts";
import { findEpisodeRow, updateEpisode } from "./episodes.ts";
import { readEntity, readFact, rootOf } from "./graph-read.ts";
import { writeEntity, writeFact } from "./graph-write.ts";
import { redactTexts } from "./tombstones.ts";

/** The steps of a batch on rows. Unknown ids change nothing: what was forgotten meanwhile stays so. */

/** What may change on the entity that stands for the user: never its type, status or confidence. */
const SELF_FIELDS = [
  "name",
  "summary",
  "properties",
  "mentionCount",
  "lastMentionedAt",
  "externalKeys",
] as const satisfies readonly (keyof EntityPatch)[];

export function putEntity(ctx: Context, entity: Entity): void {
  if (entity.isSelf) throw new EngramError("conflict", "The user's own entity is made by the store");
  if (readEntity(ctx, entity.id)) return;
  writeEntity(ctx, entity);
}

export function patchEntity(ctx: Context, id: string, set: EntityPatch): void {
  const before = readEntity(ctx, id);
  if (!before) return;
  const allowed = before.isSelf ? pick(set, SELF_FIELDS) : set;
  writeEntity(ctx, { ...before, ...defined(allowed) });
}

export function addAlias(ctx: Context, id: string, alias: Alias): void {
  const before = readEntity(ctx, id);
  if (!before) return;
  const folded = foldName(alias.alias);
  if (before.aliases.some((known) => foldName(known.alias) === folded)) return;
  writeEntity(ctx, { ...before, aliases: [...before.aliases, alias] });
}

export function deleteEntity(ctx: Context, id: string): void {
  const before = readEntity(ctx, id);
  if (!before) return;
  if (before.isSelf) throw new EngramError("conflict", "The user's own entity cannot be deleted");
  ctx.db.run("DELETE FROM entities WHERE user_id = ? AND id = ?", ctx.user, id);
}

export function putFact(ctx: Context, fact: Fact): void {
  if (readFact(ctx, fact.id)) return;
  writeFact(ctx, { ...atRoots(ctx, fact), evidence: distinctEvidence(fact.evidence) });
}

/** What is said of a merged entity is said of the one it is now. */
export function atRoots(ctx: Context, fact: Fact): Fact {
  const { subjectId, objectId } = fact;
  return {
    ...fact,
    subjectId: rootOf(ctx, subjectId),
    objectId: objectId === null ? null : rootOf(ctx, objectId),
  };
}

export function patchFact(ctx: Context, id: string, set: FactPatch): void {
  const before = readFact(ctx, id);
  if (before) writeFact(ctx, { ...before, ...defined(set) });
}

export function addEvidence(ctx: Context, id: string, evidence: Evidence[]): void {
  const before = readFact(ctx, id);
  if (before) writeFact(ctx, { ...before, evidence: distinctEvidence([...before.evidence, ...evidence]) });
}

export function deleteFact(ctx: Context, id: string): void {
  ctx.db.run("DELETE FROM facts WHERE user_id = ? AND id = ?", ctx.user, id);
}

/** The same words are evidence once. */
function distinctEvidence(evidence: Evidence[]): Evidence[] {
  const seen = new Map<string, Evidence>();
  for (const e of evidence) {
    const key = `${e.episodeId} ${e.part} ${e.start} ${e.end}`;
    if (!seen.has(key)) seen.set(key, e);
  }
  return [...seen.values()];
}

/** A summary is written by a model from words that may have been forgotten meanwhile. */
export function patchEpisode(ctx: Context, id: string, set: EpisodePatch): void {
  const before = findEpisodeRow(ctx, id);
  if (!before) return;
  const { extraction, verification } = set;
  const said = [set.summary ?? null, set.place ?? null, set.emotion ?? null];
  const [summary, place, emotion] = redactTexts(ctx, said, before.occurred_at).texts;
  updateEpisode(ctx, {
    ...before,
    summary: set.summary === undefined ? before.summary : (summary ?? null),
    place: set.place === undefined ? before.place : (place ?? null),
    emotion: set.emotion === undefined ? before.emotion : (emotion ?? null),
    valence: set.valence ?? before.valence,
    importance: set.importance ?? before.importance,
    outcome: set.outcome ?? before.outcome,
    occurred_at: set.occurredAt ?? before.occurred_at,
    extraction_state: extraction?.state ?? before.extraction_state,
    extraction_attempts: extraction?.attempts ?? before.extraction_attempts,
    extraction_error: extraction ? extraction.error : before.extraction_error,
    verification_state: verification?.state ?? before.verification_state,
    verification_attempts: verification?.attempts ?? before.verification_attempts,
    verification_error: verification ? verification.error : before.verification_error,
  });
}

function pick<T extends object>(value: T, keys: readonly (keyof T)[]): Partial<T> {
  const kept = Object.entries(value).filter(([key]) => keys.includes(key as keyof T));
  return Object.fromEntries(kept) as Partial<T>;
}

/** `{ field: undefined }` means: leave it. */
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
}
