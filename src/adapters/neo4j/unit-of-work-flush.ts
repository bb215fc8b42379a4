import { entityVectorText, episodeVectorText } from "../../domain/model/embedded-text.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { begunSummary, newConversation, summaryAsEpisode } from "../store-core/episodes.ts";
import { episodeSearchText, type NamedFact } from "../store-core/search-text.ts";
import { reviews as reviewRows, toEpisodeRow, traces } from "../store-core/rows.ts";
import { communityWrite } from "./communities.ts";
import type { ComingVectors } from "./coming-vectors.ts";
import type { Context } from "./context.ts";
import { wordMarks } from "./episodes.ts";
import { repliedBy } from "./search-marks.ts";
import {
  type Edge,
  aliasRows,
  edgeOf,
  entityProperties,
  evidenceRows,
  factProperties,
  searchableEntity,
  searchableEpisode,
  searchableFact,
} from "./graph-rows.ts";
import type { Params, Value } from "./parameters.ts";
import { countedIn } from "./records.ts";
import { slices } from "../store-core/steps.ts";
import type { Pending, Slot } from "./unit-of-work-graph.ts";
import type { StoredEpisode } from "./unit-of-work-load.ts";

type Rows = { readonly [key: string]: Value }[];

/**
 * Writes the result of a unit of work: one statement per kind of write, all sent at once, executed in this order.
 * Deletions come first, so that something deleted and restored is created again.
 */
export async function flush(ctx: Context, pending: Pending, vectors?: ComingVectors): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const send = (name: string, params: Params): void => void sent.push(ctx.tx.run(name, params));
  const each = (name: string, rows: Rows): void => {
    if (rows.length > 0) send(name, { rows });
  };
  sendRemovals(pending, send, each);
  sendEntities(pending, each, vectors);
  sendFacts(pending, each, vectors);
  sendSummaries(ctx, pending, send, each);
  sendEpisodes(ctx, pending, each, vectors);
  each("graph/put-mentions", [...pending.mentions.values()].map(mentionRow));
  sendCommunities(pending, send, each);
  sendRecord(ctx, pending, send, each);
  const count = vectors?.count() ?? 0;
  if (count > 0) send("vectors/counted", { count });
  await Promise.all(sent);
  await renameElsewhere(ctx, pending);
}

type Send = (name: string, params: Params) => void;
type Each = (name: string, rows: Rows) => void;

function mentionRow(mention: { episodeId: string; entityId: string; start: number; end: number }) {
  return {
    episode_id: mention.episodeId,
    entity_id: mention.entityId,
    set: { span_start: mention.start, span_end: mention.end },
  };
}

function isGone<T>(slot: Slot<T>): boolean {
  return slot.stored !== null && (slot.now === null || slot.made);
}

function isNew<T>(slot: Slot<T>): boolean {
  return slot.now !== null && (slot.stored === null || slot.made);
}

function isChanged<T>({ stored, now, made }: Slot<T>): boolean {
  if (stored === null || now === null || made || stored === now) return false;
  return stored.n !== now.n || JSON.stringify(stored.value) !== JSON.stringify(now.value);
}

function sendRemovals({ entities, facts }: Pending, send: Send, each: Each): void {
  const lost: Edge[] = [];
  for (const slot of facts.values()) {
    const before = slot.stored === null ? null : edgeOf(slot.stored.value);
    const after = slot.now === null || slot.made ? null : edgeOf(slot.now.value);
    if (before !== null && !sameEdge(before, after)) lost.push(before);
  }
  each("graph/drop-edges", lost.map(edgeRow));
  const goneFacts = [...facts].filter(([, slot]) => isGone(slot)).map(([id]) => id);
  if (goneFacts.length > 0) send("graph/delete-facts", { ids: goneFacts });
  const goneEntities = [...entities].filter(([, slot]) => isGone(slot)).map(([id]) => id);
  if (goneEntities.length > 0) send("graph/delete-entities", { ids: goneEntities });
}

function edgeRow({ fact_id, from, to, type, predicate }: Edge) {
  return { fact_id, from, to, type, predicate };
}

function sameEdge(a: Edge, b: Edge | null): boolean {
  return b !== null && JSON.stringify(edgeRow(a)) === JSON.stringify(edgeRow(b));
}

function sendEntities({ entities }: Pending, each: Each, vectors?: ComingVectors): void {
  const made: Rows = [];
  const changed: Rows = [];
  const lost: Rows = [];
  const names: Rows = [];
  for (const slot of entities.values()) {
    const { stored, now } = slot;
    if (now === null) continue;
    if (isNew(slot)) {
      const entity = now.value;
      const text = entityVectorText({ ...entity, aliases: entity.aliases.map(({ alias }) => alias) });
      const words = searchableEntity(entity);
      const found = vectors?.taken("entity", entity.id, text, words) ?? words;
      made.push({ set: { ...entityProperties(entity, now.n), ...found }, aliases: aliasRows(entity) });
    } else if (stored !== null && isChanged(slot)) {
      changed.push({ id: now.value.id, set: entityChanges(stored.value, now.value, now.n) });
      const before = aliasRows(stored.value);
      const after = aliasRows(now.value);
      const kept = new Set(after.map((alias) => alias.fold));
      const known = new Set(before.map((alias) => JSON.stringify(alias)));
      lost.push(...before.filter((alias) => !kept.has(alias.fold)));
      names.push(...after.filter((alias) => !known.has(JSON.stringify(alias))));
    }
  }
  each("graph/create-entities", made);
  each("graph/update-entities", changed);
  each("graph/drop-aliases", lost);
  each("graph/put-aliases", names);
}

function entityChanges(before: Entity, after: Entity, n: number) {
  const found = searchableEntity(after);
  const same = searchableEntity(before).search_text === found.search_text;
  return { ...entityProperties(after, n), ...(same ? {} : found) };
}

/** Names of both ends, now and before. A fact's ends are always loaded with it. */
function namesOf(pending: Pending, fact: Fact, which: "stored" | "now"): [string, string | null] {
  const name = (id: string): string => {
    const slot = pending.entities.get(id);
    return (which === "now" ? slot?.now : slot?.stored)?.value.name ?? "";
  };
  return [name(fact.subjectId), fact.objectId === null ? null : name(fact.objectId)];
}

function sendFacts(pending: Pending, each: Each, vectors?: ComingVectors): void {
  const made: Rows = [];
  const changed: Rows = [];
  const moved: Rows = [];
  const quoted: Rows = [];
  const edges: Edge[] = [];
  for (const slot of pending.facts.values()) {
    const { stored, now } = slot;
    if (now === null) continue;
    const fact = now.value;
    const edge = edgeOf(fact);
    const found = searchableFact(fact, ...namesOf(pending, fact, "now"));
    if (isNew(slot)) {
      const set = {
        ...factProperties(fact, now.n),
        ...(vectors?.taken("fact", fact.id, fact.text, found) ?? found),
      };
      made.push({ set, evidence: evidenceRows(fact.evidence) });
      if (edge !== null) edges.push(edge);
      continue;
    }
    if (stored === null) continue;
    const before = stored.value;
    const was = searchableFact(before, ...namesOf(pending, before, "stored"));
    const reads = was.search_text === found.search_text ? {} : found;
    if (isChanged(slot)) {
      changed.push({ id: fact.id, set: { ...factProperties(fact, now.n), ...reads } });
    } else if (was.search_text !== found.search_text) {
      changed.push({ id: fact.id, set: found });
    }
    if (before.subjectId !== fact.subjectId || before.objectId !== fact.objectId) {
      moved.push({ id: fact.id, subject_id: fact.subjectId, object_id: fact.objectId });
    }
    if (JSON.stringify(before.evidence) !== JSON.stringify(fact.evidence)) {
      quoted.push({ id: fact.id, evidence: evidenceRows(fact.evidence) });
    }
    const had = edgeOf(before);
    if (edge !== null && (had === null || !sameEdge(had, edge))) edges.push(edge);
  }
  each("graph/create-facts", made);
  each("graph/update-facts", changed);
  each("graph/move-facts", moved);
  each("graph/put-evidence", quoted);
  each("graph/put-edges", edges.map(edgeRow));
}

function sendEpisodes(ctx: Context, { episodes }: Pending, each: Each, vectors?: ComingVectors): void {
  const rows: Rows = [];
  for (const { stored, now } of episodes.values()) {
    if (stored === now) continue;
    const words = episodeWords(ctx, stored, now);
    const text = episodeVectorText({ speaker: now.speaker, userMessage: now.user_message ?? "" });
    const found = vectors?.taken("episode", now.id, text, words) ?? words;
    rows.push({ id: now.id, set: { ...episodeChanges(stored, now), ...found } });
  }
  each("graph/update-episodes", rows);
}

function episodeChanges(stored: StoredEpisode, now: StoredEpisode): Record<string, Value> {
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
  return { ...searchableEpisode(search_text), ...(isHiddenOrBack ? repliedBy(ctx.userKey, reply_text) : {}) };
}

function sendSummaries(ctx: Context, { summaries }: Pending, send: Send, each: Each): void {
  if (summaries.gone.length > 0) send("summaries/delete", { ids: summaries.gone });
  for (const { n, value } of summaries.made) {
    const { conversation_id, ordinal: _given, ...columns } = toEpisodeRow(begunSummary(value, 0));
    send("episodes/insert", {
      conversation_id,
      conversation: newConversation(summaryAsEpisode(value)),
      occurred_at: value.from,
      last_message_at: null,
      row: { n, ...columns, ...wordMarks(ctx, episodeSearchText(columns)) },
    });
    each(
      "graph/put-mentions",
      value.mentions.map((mention) => mentionRow({ episodeId: value.id, ...mention })),
    );
  }
}

function sendCommunities({ communities }: Pending, send: Send, each: Each): void {
  const slots = [...communities];
  const gone = slots.filter(([, { stored, now }]) => stored !== null && now === null).map(([id]) => id);
  if (gone.length > 0) send("graph/delete-communities", { ids: gone });
  each(
    "communities/put",
    slots.flatMap(([, { stored, now }]) =>
      now === null || JSON.stringify(stored) === JSON.stringify(now) ? [] : [communityWrite(now, stored)],
    ),
  );
}

function sendRecord(ctx: Context, pending: Pending, send: Send, each: Each): void {
  each("changes/put", pending.changes);
  if (pending.undone.length > 0) send("changes/mark-undone", { ids: pending.undone });
  each(
    "rejections/put",
    pending.rejections.map((row) => ({ ...row, ...countedIn(row.proposal) })),
  );
  if (pending.overruled.length > 0) {
    send("rejections/overrule", { rows: pending.overruled, at: ctx.now });
  }
  if (pending.droppedRejectionsOf.length > 0) {
    send("rejections/drop-of-facts", { ids: pending.droppedRejectionsOf });
  }
  const reviews = [...pending.reviews.values()].map(({ n, value }) => ({ n, ...reviewRows.toRow(value) }));
  each("reviews/put", reviews);
  each("traces/put", pending.traces.map(traceRow));
  if (pending.once !== null) send("graph/put-once", { once: pending.once, at: ctx.now });
}

function traceRow(trace: Pending["traces"][number]) {
  const { episode_id, purpose, ...set } = traces.toRow(trace);
  return { episode_id, purpose, set };
}

/** Facts indexed under an entity's old name that no step loaded. */
async function renameElsewhere(ctx: Context, { entities, facts }: Pending): Promise<void> {
  const renamed = [...entities.values()].flatMap(({ stored, now }) =>
    stored !== null && now !== null && stored.value.name !== now.value.name ? [now.value.id] : [],
  );
  if (renamed.length === 0) return;
  const rows = await ctx.tx.run<NamedFact>("graph/facts-named-after", { ids: renamed });
  const others = rows.filter((row) => !facts.has(row.id));
  for (const slice of slices(others)) {
    await ctx.tx.run("graph/update-facts", {
      rows: slice.map((row) => ({ id: row.id, set: searchableFact(row, row.subject_name, row.object_name) })),
    });
  }
}
