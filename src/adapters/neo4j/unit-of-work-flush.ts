import { entityVectorText, saidText } from "../../domain/model/embedded-text.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Vectors } from "../../ports/memory-store.ts";
import { reviews } from "../store-core/rows.ts";
import {
  type NamedFact,
  entitySearchText,
  episodeSearchText,
  factSearchText,
} from "../store-core/search-text.ts";
import { mentionRow } from "../store-core/forget-store.ts";
import { slices } from "../store-core/steps.ts";
import { type ComingVectors, comingVectors } from "./coming-vectors.ts";
import { communityWrite } from "./communities.ts";
import type { Context } from "./context.ts";
import { aliasRows, edgeOf, entityProperties, evidenceRows, factProperties } from "./graph-rows.ts";
import type { Value } from "./parameters.ts";
import { foundBy, foundIfChanged, repliedBy } from "./search-marks.ts";
import type { Pending } from "./unit-of-work-graph.ts";
import type { Slots, StoredEpisode } from "./unit-of-work-load.ts";
import type { Writes } from "./unit-of-work-writes.ts";
import { putVectors } from "./vectors.ts";

/** Writes the result of a unit of work, and the vectors that come with it. */
export async function flush(ctx: Context, pending: Pending, vectors?: Vectors): Promise<void> {
  const { slots, mentions, writes } = pending;
  const coming = await comingVectors(ctx, writes, vectors);
  writeEntities(slots, writes, coming);
  writeFacts(slots, writes, coming);
  writeEpisodes(ctx, slots, writes, coming);
  writeOthers(slots, writes);
  for (const { isNew, ...mention } of mentions.values())
    if (isNew) writes.add("graph/put-mentions", mentionRow(mention));
  if (coming.count() > 0) writes.add("vectors/counted", { count: coming.count() });
  await writes.send(ctx);
  await renameElsewhere(ctx, slots);
  const left = coming.left();
  if (vectors !== undefined && left.length > 0) await putVectors(ctx, vectors.tag, left);
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function writeEntities(slots: Slots, writes: Writes, coming: ComingVectors): void {
  for (const [id, { stored, now, made }] of slots.entity) {
    if (stored !== null && (now === null || made)) writes.add("graph/delete-entities", id);
    if (now === null) continue;
    const entity = now.value;
    const properties = entityProperties(entity, now.n);
    const aliases = aliasRows(entity);
    if (stored === null || made) {
      const text = entityVectorText({ ...entity, aliases: entity.aliases.map(({ alias }) => alias) });
      const words = foundBy(entitySearchText(entity));
      coming.take("entity", id, text, words);
      writes.add("graph/create-entities", { set: { ...properties, ...words }, aliases });
    } else if (!isSame(stored, now)) {
      const words = foundIfChanged(entitySearchText(stored.value), entitySearchText(entity));
      writes.add("graph/update-entities", { id, set: { ...properties, ...words } });
      const before = aliasRows(stored.value);
      const kept = new Set(aliases.map(({ fold }) => fold));
      const known = new Set(before.map((alias) => JSON.stringify(alias)));
      writes.add("graph/drop-aliases", ...before.filter(({ fold }) => !kept.has(fold)));
      writes.add("graph/put-aliases", ...aliases.filter((alias) => !known.has(JSON.stringify(alias))));
    }
  }
}

function writeFacts(slots: Slots, writes: Writes, coming: ComingVectors): void {
  /** The names of both ends are part of its words. A fact's ends are always loaded with it. */
  const wordsOf = (fact: Fact, when: "stored" | "now"): string => {
    const name = (id: string): string => slots.entity.get(id)?.[when]?.value.name ?? "";
    return factSearchText(fact, name(fact.subjectId), fact.objectId === null ? null : name(fact.objectId));
  };
  for (const [id, { stored, now, made }] of slots.fact) {
    const had = stored && edgeOf(stored.value);
    const edge = now && edgeOf(now.value);
    if (made || !isSame(had, edge)) {
      if (had) writes.add("graph/drop-edges", had);
      if (edge) writes.add("graph/put-edges", edge);
    }
    if (stored !== null && (now === null || made)) writes.add("graph/delete-facts", id);
    if (now === null) continue;
    const fact = now.value;
    const properties = factProperties(fact, now.n);
    const evidence = evidenceRows(fact.evidence);
    if (stored === null || made) {
      const words = foundBy(wordsOf(fact, "now"));
      coming.take("fact", id, fact.text, words);
      writes.add("graph/create-facts", { set: { ...properties, ...words }, evidence });
      continue;
    }
    const before = stored.value;
    const words = foundIfChanged(wordsOf(before, "stored"), wordsOf(fact, "now"));
    const set = isSame(stored, now) ? words : { ...properties, ...words };
    if (Object.keys(set).length > 0) writes.add("graph/update-facts", { id, set });
    if (before.subjectId !== fact.subjectId || before.objectId !== fact.objectId)
      writes.add("graph/move-facts", { id, subject_id: fact.subjectId, object_id: fact.objectId });
    if (!isSame(before.evidence, fact.evidence)) writes.add("graph/put-evidence", { id, evidence });
  }
}

function writeEpisodes(ctx: Context, slots: Slots, writes: Writes, coming: ComingVectors): void {
  for (const [id, { stored, now }] of slots.episode) {
    if (stored === null || now === null || stored === now) continue;
    const { speaker, user_message } = now.value;
    const text = saidText({ speaker, userMessage: user_message ?? "" });
    const words = episodeWords(ctx, stored.value, now.value);
    coming.take("episode", id, text, words);
    writes.add("graph/update-episodes", {
      id,
      set: { ...changedColumns(stored.value, now.value), ...words },
    });
  }
}

function changedColumns(stored: StoredEpisode, now: StoredEpisode): Record<string, Value> {
  const changed = Object.entries(now).filter(([key, value]) => stored[key as keyof StoredEpisode] !== value);
  return Object.fromEntries(changed) as Record<string, Value>;
}

function episodeWords(ctx: Context, stored: StoredEpisode, now: StoredEpisode): Record<string, Value> {
  const isHiddenOrBack = stored.consolidated_into !== now.consolidated_into;
  if (stored.summary === now.summary && !isHiddenOrBack) return {};
  const { search_text, reply_text } = episodeSearchText({
    ...now,
    user_message: now.user_message ?? "",
    memory: now.memory as "on",
  });
  return { ...foundBy(search_text), ...(isHiddenOrBack ? repliedBy(ctx.userKey, reply_text) : {}) };
}

function writeOthers(slots: Slots, writes: Writes): void {
  for (const [id, { stored, now }] of slots.community) {
    if (stored !== null && now === null) writes.add("graph/delete-communities", id);
    if (now !== null && !isSame(stored, now))
      writes.add("communities/put", communityWrite(now.value, stored && stored.value));
  }
  // The questions about a deleted entity are deleted with it.
  for (const { stored, now } of slots.review.values())
    if (now !== null && !isSame(stored, now))
      writes.add("reviews/put", { n: now.n, ...reviews.toRow(now.value) });
}

/** Facts indexed under an entity's old name that no step loaded. */
async function renameElsewhere(ctx: Context, slots: Slots): Promise<void> {
  const renamed = [...slots.entity.values()].flatMap(({ stored, now }) =>
    stored !== null && now !== null && stored.value.name !== now.value.name ? [now.value.id] : [],
  );
  if (renamed.length === 0) return;
  const rows = await ctx.tx.run<NamedFact>("graph/facts-named-after", { ids: renamed });
  const others = rows.filter((row) => !slots.fact.has(row.id));
  for (const slice of slices(others)) {
    await ctx.tx.run("graph/update-facts", {
      rows: slice.map((row) => ({
        id: row.id,
        set: foundBy(factSearchText(row, row.subject_name, row.object_name)),
      })),
    });
  }
}
