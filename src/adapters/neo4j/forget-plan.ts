import type { Entity } from "../../domain/entity.ts";
import type { Fact } from "../../domain/fact.ts";
import type { Instant } from "../../domain/time.ts";
import type { ForgetTarget } from "../../domain/tombstone.ts";
import { invalidField } from "../../errors.ts";
import {
  type SaidRow,
  addFact,
  addRepetition,
  forgetNames,
  objectNames,
  repeats,
  saidWords,
  samePair,
  saysTheSame,
  takeChange,
  takeEntity,
  takeEpisodes,
  takeRestingFact,
  tellsAnother,
} from "../store-core/forget-facts.ts";
import type { ChangeRow } from "../store-core/rows.ts";
import { type Rule, type Sweep, newSweep } from "../store-core/sweep.ts";
import type { Context } from "./context.ts";
import { entitiesOfEpisodes, factsRestingOn } from "./graph-delete.ts";
import { entitiesById, factsById, mergedInto, readEntity, readFact } from "./graph-read.ts";
import { indexedFold } from "./graph-rows.ts";
import type { Params } from "./parameters.ts";
import { byNumber, slices } from "./scan.ts";

type Target = Exclude<ForgetTarget, { everything: true }>;

/** What forgetting a target takes along. Reads only. */
export async function plan(ctx: Context, target: Target, at: Instant): Promise<Sweep> {
  if ("factId" in target) return planFact(ctx, target.factId, at);
  if ("entityId" in target) return planEntity(ctx, target.entityId, at);
  if ("episodeId" in target) {
    return planEpisodes(ctx, newSweep("episode", at), "forget/episode", { id: target.episodeId });
  }
  if ("conversationId" in target) return planConversation(ctx, target.conversationId, at);
  return planEpisodes(ctx, newSweep("range", at), "forget/episodes-in-range", {
    from: target.from,
    to: target.to,
  });
}

async function planFact(ctx: Context, id: string, at: Instant): Promise<Sweep> {
  const sweep = newSweep("fact", at);
  const fact = await readFact(ctx, id);
  if (!fact) return sweep;
  await addWhole(ctx, sweep, await sameStatements(ctx, fact));
  const objects = await objectsOf(ctx, sweep.facts.values());
  await addChanges(
    ctx,
    sweep,
    saysTheSame(sweep, (id) => objects.get(id) ?? null),
  );
  return sweep;
}

async function sameStatements(ctx: Context, fact: Fact): Promise<Fact[]> {
  const object = fact.objectId === null ? null : await readEntity(ctx, fact.objectId);
  const names = new Set(objectNames(fact, object));
  const [named, pairs] = await Promise.all([
    ctx.tx.run<{ id: string }>("forget/entities-named", { folds: [...names].map(indexedFold) }),
    ctx.tx.run<Pick<Fact, "id" | "objectId" | "value">>("forget/pairs-of-subject", { id: fact.subjectId }),
  ]);
  const objects = new Set([...named.map((row) => row.id), fact.objectId]);
  const same = pairs.filter(samePair(fact, names, objects));
  const facts = await factsById(
    ctx,
    same.map((pair) => pair.id),
  );
  return facts.filter((other) => !tellsAnother(fact, other));
}

async function objectsOf(ctx: Context, facts: Iterable<Fact>): Promise<Map<string, Entity>> {
  const ids = new Set([...facts].flatMap((fact) => fact.objectId ?? []));
  return entityMap(ctx, ids);
}

async function entityMap(ctx: Context, ids: Iterable<string>): Promise<Map<string, Entity>> {
  const found = new Map<string, Entity>();
  for (const slice of slices(ids)) {
    for (const entity of await entitiesById(ctx, slice)) found.set(entity.id, entity);
  }
  return found;
}

async function messageMap(ctx: Context, ids: Iterable<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const slice of slices(ids)) {
    const rows = await ctx.tx.run<{ id: string; user_message: string }>("forget/messages", { ids: slice });
    for (const row of rows) found.set(row.id, row.user_message);
  }
  return found;
}

/** A rule and the fact it was made of; it is held against the other facts of the same subject. */
interface Made {
  words: Rule;
  factId: string;
}

async function addWhole(ctx: Context, sweep: Sweep, facts: Fact[]): Promise<void> {
  const ends = new Set(facts.flatMap((fact) => [fact.subjectId, fact.objectId ?? []].flat()));
  const entities = await entityMap(ctx, ends);
  const episodeIds = (fact: Fact): string[] => [...new Set(fact.evidence.map((e) => e.episodeId))];
  const messages = await messageMap(ctx, new Set(facts.flatMap(episodeIds)));
  const bySubject = new Map<string, Made[]>();
  for (const fact of facts) {
    const subject = entities.get(fact.subjectId);
    if (!subject || sweep.facts.has(fact.id)) continue;
    const words = addFact(sweep, fact, {
      subject,
      object: fact.objectId === null ? null : (entities.get(fact.objectId) ?? null),
      messages: episodeIds(fact).flatMap((id) => messages.get(id) ?? []),
    });
    bySubject.set(subject.id, [...(bySubject.get(subject.id) ?? []), { words, factId: fact.id }]);
  }
  for (const [subjectId, made] of bySubject) await addRepetitions(ctx, subjectId, made);
}

/** Other facts about the subject whose sentence repeats the words. */
async function addRepetitions(ctx: Context, subjectId: string, made: Made[]): Promise<void> {
  const rules = made.filter(({ words }) => words.runs.length > 0);
  if (rules.length === 0) return;
  const about = await ctx.tx.run<{ id: string }>("forget/pairs-of-subject", { id: subjectId });
  for (const slice of slices(about.map((row) => row.id))) {
    const hits: { words: Rule; other: Fact }[] = [];
    for (const other of await factsById(ctx, slice)) {
      const said = saidWords(other);
      const repeated = rules.filter((one) => one.factId !== other.id && repeats(one.words, said));
      hits.push(...repeated.map(({ words }) => ({ words, other })));
    }
    const objects = await objectsOf(
      ctx,
      hits.map((hit) => hit.other),
    );
    for (const { words, other } of hits) {
      addRepetition(words, other, objectNames(other, objects.get(other.objectId ?? "") ?? null));
    }
  }
}

async function addChanges(
  ctx: Context,
  sweep: Sweep,
  matches: (fact: Partial<Fact>) => boolean,
): Promise<void> {
  for await (const rows of byNumber<ChangeRow>(ctx, "forget/changes", { kinds: ["fact"] })) {
    for (const row of rows) takeChange(sweep, row, matches);
  }
}

async function planEntity(ctx: Context, id: string, at: Instant): Promise<Sweep> {
  const sweep = newSweep("entity", at);
  const entity = await readRoot(ctx, id);
  if (!entity) return sweep;
  if (entity.isSelf) throw invalidField("entityId", "this is you; forget everything instead");
  const same = [entity, ...(await mergedInto(ctx, entity.id))];
  for (const one of same) takeEntity(sweep, one);
  const about = await ctx.tx.run<{ id: string }>("forget/facts-about", { id: entity.id });
  for (const slice of slices(about.map((row) => row.id))) {
    await addWhole(ctx, sweep, await factsById(ctx, slice));
  }
  forgetNames(sweep, same);
  const ids = new Set<string | null | undefined>(same.map((one) => one.id));
  await addChanges(ctx, sweep, (fact) => ids.has(fact.subjectId) || ids.has(fact.objectId));
  return sweep;
}

/** Merging points every merged entity at its survivor; a chain can only come of undoing. */
const CHAIN_MAX = 16;

async function readRoot(ctx: Context, id: string): Promise<Entity | null> {
  let entity = await readEntity(ctx, id);
  for (let links = 0; links < CHAIN_MAX && entity?.mergedInto !== undefined; links++) {
    entity = await readEntity(ctx, entity.mergedInto);
  }
  return entity;
}

async function planConversation(ctx: Context, id: string, at: Instant): Promise<Sweep> {
  const sweep = newSweep("conversation", at);
  await planEpisodes(ctx, sweep, "forget/episodes-of-conversation", { id });
  if (await ctx.tx.one("forget/conversation-known", { id })) sweep.conversationIds.add(id);
  return sweep;
}

/** Whole episodes, and the facts that rest on them alone. */
async function planEpisodes(ctx: Context, sweep: Sweep, statement: string, params: Params): Promise<Sweep> {
  const rows = await ctx.tx.run<SaidRow>(statement, params);
  takeEpisodes(sweep, rows);
  if (rows.length > 0) await takeFactsOfEpisodes(ctx, sweep);
  return sweep;
}

async function takeFactsOfEpisodes(ctx: Context, sweep: Sweep): Promise<void> {
  const ids = [...sweep.episodeIds];
  const factIds = await factsRestingOn(ctx, ids);
  for (const id of await entitiesOfEpisodes(ctx, ids, factIds)) sweep.maybeOrphans.add(id);
  for (const slice of slices(factIds)) {
    const facts = await factsById(ctx, slice);
    const objects = await objectsOf(ctx, facts);
    for (const fact of facts) takeRestingFact(sweep, fact, objects.get(fact.objectId ?? "") ?? null);
  }
}
