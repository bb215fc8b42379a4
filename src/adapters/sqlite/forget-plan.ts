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
import type { ChangeRow, FactRow } from "../store-core/rows.ts";
import { type Rule, type Sweep, newSweep } from "../store-core/sweep.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { factsRestingOn, entitiesOfEpisodes } from "./graph-delete.ts";
import { factsById, mergedInto, readEntity, readFact, rootOf, toFacts } from "./graph-read.ts";

/** What forgetting a target takes along. Reads only. */
export function plan(ctx: Context, target: ForgetTarget, at: Instant): Sweep {
  if ("factId" in target) return planFact(ctx, target.factId, at);
  if ("entityId" in target) return planEntity(ctx, target.entityId, at);
  if ("episodeId" in target) {
    // Who forgets a summary means what it tells.
    const where = "(id = ?2 OR consolidated_into = ?2)";
    return planEpisodes(ctx, newSweep("episode", at), where, [target.episodeId]);
  }
  if ("conversationId" in target) return planConversation(ctx, target.conversationId, at);
  if ("everything" in target) return planEpisodes(ctx, newSweep("everything", at), "1", []);
  const range = [target.from, target.to];
  return planEpisodes(ctx, newSweep("range", at), "occurred_at >= ? AND occurred_at < ?", range);
}

function planFact(ctx: Context, id: string, at: Instant): Sweep {
  const sweep = newSweep("fact", at);
  const fact = readFact(ctx, id);
  if (!fact) return sweep;
  for (const one of sameStatements(ctx, fact)) addWhole(ctx, sweep, one);
  const same = saysTheSame(sweep, (id) => readEntity(ctx, id));
  addChanges(ctx, sweep, same);
  return sweep;
}

function sameStatements(ctx: Context, fact: Fact): Fact[] {
  const names = new Set(namesOfObject(ctx, fact));
  const objects = new Set([...entitiesNamed(ctx, [...names]), fact.objectId]);
  return factsOf(ctx, fact.subjectId, "subject_id")
    .filter(samePair(fact, names, objects))
    .filter((other) => !tellsAnother(fact, other));
}

function entitiesNamed(ctx: Context, folded: string[]): string[] {
  const rows = ctx.db.all<{ id: string }>(
    `SELECT id FROM entities WHERE user_id = ?1 AND name_fold IN (SELECT value FROM json_each(?2))
     UNION SELECT entity_id FROM aliases
       WHERE user_id = ?1 AND kind <> 'role' AND alias_fold IN (SELECT value FROM json_each(?2))`,
    ctx.user,
    list(folded),
  );
  return rows.map((row) => row.id);
}

function factsOf(ctx: Context, entityId: string, column: "subject_id" | "object_id"): Fact[] {
  const rows = ctx.db.all<FactRow>(
    `SELECT * FROM facts WHERE user_id = ? AND ${column} = ?`,
    ctx.user,
    entityId,
  );
  return toFacts(ctx, rows);
}

function objectOf(ctx: Context, fact: Fact): Entity | null {
  return fact.objectId === null ? null : readEntity(ctx, fact.objectId);
}

function namesOfObject(ctx: Context, fact: Fact): string[] {
  return objectNames(fact, objectOf(ctx, fact));
}

function addWhole(ctx: Context, sweep: Sweep, fact: Fact): void {
  const subject = readEntity(ctx, fact.subjectId);
  if (!subject || sweep.facts.has(fact.id)) return;
  const messages = messagesOf(
    ctx,
    fact.evidence.map((e) => e.episodeId),
  );
  const words = addFact(sweep, fact, { subject, object: objectOf(ctx, fact), messages });
  addRepetitions(ctx, sweep, words, fact);
}

/** Other facts about the subject whose sentence repeats the words. */
function addRepetitions(ctx: Context, sweep: Sweep, words: Rule, fact: Fact): void {
  for (const { fact: other, words: said } of saidAbout(ctx, sweep, fact.subjectId)) {
    if (other.id !== fact.id && repeats(words, said)) addRepetition(words, other, namesOfObject(ctx, other));
  }
}

function saidAbout(ctx: Context, sweep: Sweep, subjectId: string): { fact: Fact; words: string }[] {
  const known = sweep.said.get(subjectId);
  if (known) return known;
  const read = factsOf(ctx, subjectId, "subject_id").map((fact) => ({ fact, words: saidWords(fact) }));
  sweep.said.set(subjectId, read);
  return read;
}

function messagesOf(ctx: Context, episodeIds: string[]): string[] {
  const rows = ctx.db.all<{ user_message: string }>(
    `SELECT user_message FROM episodes WHERE user_id = ? AND id ${IN_LIST}`,
    ctx.user,
    list(episodeIds),
  );
  return rows.map((row) => row.user_message);
}

function addChanges(ctx: Context, sweep: Sweep, matches: (fact: Partial<Fact>) => boolean): void {
  const rows = ctx.db.all<ChangeRow>("SELECT * FROM changes WHERE user_id = ? AND kind = 'fact'", ctx.user);
  for (const row of rows) takeChange(sweep, row, matches);
}

function planEntity(ctx: Context, id: string, at: Instant): Sweep {
  const sweep = newSweep("entity", at);
  const root = rootOf(ctx, id);
  const entity = readEntity(ctx, root);
  if (!entity) return sweep;
  if (entity.isSelf) throw invalidField("entityId", "this is you; forget everything instead");
  const same = [entity, ...mergedInto(ctx, root)];
  for (const one of same) takeEntity(sweep, one);
  const facts = [...factsOf(ctx, root, "subject_id"), ...factsOf(ctx, root, "object_id")];
  for (const fact of facts) addWhole(ctx, sweep, fact);
  forgetNames(sweep, same);
  const ids = new Set<string | null | undefined>(same.map((one) => one.id));
  addChanges(ctx, sweep, (fact) => ids.has(fact.subjectId) || ids.has(fact.objectId));
  return sweep;
}

function planConversation(ctx: Context, id: string, at: Instant): Sweep {
  const sweep = planEpisodes(ctx, newSweep("conversation", at), "conversation_id = ?", [id]);
  const known = ctx.db.get("SELECT 1 FROM conversations WHERE user_id = ? AND id = ?", ctx.user, id);
  if (known) sweep.conversationIds.add(id);
  return sweep;
}

/** Whole episodes, and the facts that rest on them alone. */
function planEpisodes(ctx: Context, sweep: Sweep, where: string, params: string[]): Sweep {
  const rows = ctx.db.all<SaidRow>(
    `SELECT id, user_message, assistant_reply FROM episodes WHERE user_id = ? AND ${where}`,
    ctx.user,
    ...params,
  );
  takeEpisodes(sweep, rows);
  if (rows.length > 0) takeFactsOfEpisodes(ctx, sweep);
  return sweep;
}

function takeFactsOfEpisodes(ctx: Context, sweep: Sweep): void {
  const ids = [...sweep.episodeIds];
  const factIds = factsRestingOn(ctx, ids);
  for (const id of entitiesOfEpisodes(ctx, ids, factIds)) sweep.maybeOrphans.add(id);
  for (const fact of factsById(ctx, factIds)) takeRestingFact(sweep, fact, objectOf(ctx, fact));
}
