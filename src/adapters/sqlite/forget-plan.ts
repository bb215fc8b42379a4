import { v7 as uuid } from "uuid";
import type { Entity } from "../../domain/entity.ts";
import type { Fact } from "../../domain/fact.ts";
import { fold, foldName } from "../../domain/text.ts";
import type { Instant } from "../../domain/time.ts";
import type { ForgetTarget } from "../../domain/tombstone.ts";
import { invalidField } from "../../errors.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { factsRestingOn, entitiesOfEpisodes } from "./graph-delete.ts";
import { factsById, mergedInto, readEntity, readFact, rootOf, toFacts } from "./graph-read.ts";
import { containsRun } from "./redact.ts";
import type { ChangeRow, FactRow } from "./rows.ts";
import { type Rule, type Sweep, addNeedle, newSweep, rule, runOf } from "./sweep.ts";
import { type HashEntry, messageEntry, pairEntries, pairNames, wordEntry } from "./tombstones.ts";

/** A single word this short would be redacted all over a text for no gain. */
const LONE_VALUE_CHARS_MIN = 4;

/** What forgetting a target takes along. Reads only. */
export function plan(ctx: Context, target: ForgetTarget, at: Instant): Sweep {
  if ("factId" in target) return planFact(ctx, target.factId, at);
  if ("entityId" in target) return planEntity(ctx, target.entityId, at);
  if ("episodeId" in target) {
    return planEpisodes(ctx, newSweep("episode", at), "id = ?", [target.episodeId]);
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
  for (const one of sameStatements(ctx, fact)) addFact(ctx, sweep, one);
  addDeadFacts(ctx, sweep);
  return sweep;
}

/** The same pair under any predicate and status: what was superseded, corrected or heard twice. */
function sameStatements(ctx: Context, fact: Fact): Fact[] {
  const names = new Set(objectNames(ctx, fact));
  const objects = new Set([...entitiesNamed(ctx, [...names]), fact.objectId]);
  return factsOf(ctx, fact.subjectId, "subject_id").filter(
    (other) =>
      other.id === fact.id ||
      (other.objectId === null ? names.has(foldName(other.value ?? "")) : objects.has(other.objectId)),
  );
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

function objectNames(ctx: Context, fact: Fact): string[] {
  if (fact.objectId === null) return [foldName(fact.value ?? "")].filter((name) => name !== "");
  const entity = readEntity(ctx, fact.objectId);
  return entity ? pairNames(entity) : [];
}

/** A fact as a whole: its words in every text that repeats them, and its tombstone. */
function addFact(ctx: Context, sweep: Sweep, fact: Fact): void {
  const subject = readEntity(ctx, fact.subjectId);
  if (!subject || sweep.facts.has(fact.id)) return;
  takeFact(sweep, fact);
  for (const e of fact.evidence) {
    sweep.spans.set(e.episodeId, [...(sweep.spans.get(e.episodeId) ?? []), e]);
  }
  const terms = termRuns(ctx, fact);
  const words = rule(terms, {
    episodeIds: new Set(fact.evidence.map((e) => e.episodeId)),
    recalledFactIds: new Set([fact.id]),
    near: subject.isSelf ? [] : pairNames(subject).map(runOf),
    subjectId: subject.id,
  });
  addRepetitions(ctx, sweep, words, fact);
  sweep.rules.push(words);
  for (const run of terms) addNeedle(sweep, run.join(" "));
  sweep.tombstones.push({
    id: uuid(),
    target: sweep.target,
    forgottenAt: sweep.at,
    subjectIsSelf: subject.isSelf,
    entries: factEntries(ctx, fact, subject, terms),
  });
}

function takeFact(sweep: Sweep, fact: Fact): void {
  sweep.facts.set(fact.id, fact);
  addNeedle(sweep, fact.id);
  addNeedle(sweep, fact.text);
  for (const id of [fact.subjectId, fact.objectId]) if (id !== null) sweep.maybeOrphans.add(id);
}

/** A value is redacted by its words when they tell something: several, or one of some length. A name always does. */
function termRuns(ctx: Context, fact: Fact): string[][] {
  if (fact.objectId !== null) {
    return readEntity(ctx, fact.objectId)?.isSelf ? [] : objectNames(ctx, fact).map(runOf);
  }
  const run = runOf(fact.value ?? "");
  return run.length > 1 || run.join("").length >= LONE_VALUE_CHARS_MIN ? [run] : [];
}

/**
 * Other facts about the subject whose sentence repeats the words ("moved from Lisbon to Porto"). One whose own object
 * is named by them ("Lisbon Zoo") is another statement and stays as it is.
 */
function addRepetitions(ctx: Context, sweep: Sweep, words: Rule, fact: Fact): void {
  const anywhere = (text: string): boolean =>
    words.runs.some((run) => run.every((word) => text.includes(word))) && containsRun(text, words.runs);
  for (const { fact: other, words: said } of saidAbout(ctx, sweep, fact.subjectId)) {
    if (other.id === fact.id || !anywhere(said)) continue;
    if (objectNames(ctx, other).some((name) => containsRun(name, words.runs))) continue;
    words.factIds.add(other.id);
    for (const e of other.evidence) words.episodeIds.add(e.episodeId);
  }
}

function saidAbout(ctx: Context, sweep: Sweep, subjectId: string): { fact: Fact; words: string }[] {
  const known = sweep.said.get(subjectId);
  if (known) return known;
  const read = factsOf(ctx, subjectId, "subject_id").map((fact) => ({
    fact,
    words: fold([fact.text, ...fact.evidence.map((e) => e.quote)].join("\n")),
  }));
  sweep.said.set(subjectId, read);
  return read;
}

function factEntries(ctx: Context, fact: Fact, subject: Entity, terms: string[][]): HashEntry[] {
  return [
    ...pairEntries(pairNames(subject), objectNames(ctx, fact)),
    ...fact.evidence.map((e) => wordEntry("run", runOf(e.quote))).filter((entry) => entry.wordCount > 0),
    ...terms.map((run) => wordEntry("term", run)),
    ...(subject.isSelf ? [] : pairNames(subject).map((name) => wordEntry("subject", runOf(name)))),
    ...messageEntries(
      ctx,
      fact.evidence.map((e) => e.episodeId),
    ),
  ];
}

function messageEntries(ctx: Context, episodeIds: string[]): HashEntry[] {
  const rows = ctx.db.all<{ user_message: string }>(
    `SELECT user_message FROM episodes WHERE user_id = ? AND id ${IN_LIST}`,
    ctx.user,
    list(episodeIds),
  );
  return rows.flatMap((row) => messageEntry(row.user_message) ?? []);
}

/** Facts that were deleted (and could be undone) may say the same: their changes go as well. */
function addDeadFacts(ctx: Context, sweep: Sweep): void {
  const live = [...sweep.facts.values()];
  const subjects = new Set(live.map((fact) => fact.subjectId));
  const objects = new Set(live.map((fact) => fact.objectId).filter((id) => id !== null));
  const values = new Set(live.flatMap((fact) => objectNames(ctx, fact)));
  const same = (fact: Partial<Fact>): boolean =>
    subjects.has(fact.subjectId ?? "") &&
    (objects.has(fact.objectId ?? "") || values.has(foldName(fact.value ?? "")));
  addChanges(ctx, sweep, same);
}

function addChanges(ctx: Context, sweep: Sweep, matches: (fact: Partial<Fact>) => boolean): void {
  const rows = ctx.db.all<ChangeRow>("SELECT * FROM changes WHERE user_id = ? AND kind = 'fact'", ctx.user);
  for (const row of rows) {
    const snapshots = [row.before_json, row.after_json].filter((json) => json !== null);
    if (snapshots.some((json) => matches(JSON.parse(json) as Fact))) sweep.changeIds.add(row.id);
  }
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
  for (const fact of facts) addFact(ctx, sweep, fact);
  const names = [...new Set(same.flatMap(pairNames))];
  const runs = names.map(runOf);
  sweep.rules.push(rule(runs, { everywhere: true }));
  for (const name of names) addNeedle(sweep, fold(name));
  sweep.tombstones.push({
    id: uuid(),
    target: "entity",
    forgottenAt: at,
    subjectIsSelf: false,
    entries: runs.filter((run) => run.length > 0).map((run) => wordEntry("name", run)),
  });
  const ids = new Set<string | null | undefined>(same.map((one) => one.id));
  addChanges(ctx, sweep, (fact) => ids.has(fact.subjectId) || ids.has(fact.objectId));
  return sweep;
}

function takeEntity(sweep: Sweep, entity: Entity): void {
  sweep.entities.set(entity.id, entity);
  addNeedle(sweep, entity.id);
  addNeedle(sweep, entity.name);
}

function planConversation(ctx: Context, id: string, at: Instant): Sweep {
  const sweep = planEpisodes(ctx, newSweep("conversation", at), "conversation_id = ?", [id]);
  const known = ctx.db.get("SELECT 1 FROM conversations WHERE user_id = ? AND id = ?", ctx.user, id);
  if (known) sweep.conversationIds.add(id);
  return sweep;
}

/** Whole episodes, and the facts that rest on them alone. Words stay in other episodes, unless they recalled those. */
function planEpisodes(ctx: Context, sweep: Sweep, where: string, params: string[]): Sweep {
  const rows = ctx.db.all<{ id: string; user_message: string; assistant_reply: string | null }>(
    `SELECT id, user_message, assistant_reply FROM episodes WHERE user_id = ? AND ${where}`,
    ctx.user,
    ...params,
  );
  const entries: HashEntry[] = [];
  for (const row of rows) {
    sweep.episodeIds.add(row.id);
    addNeedle(sweep, row.user_message);
    addNeedle(sweep, row.assistant_reply ?? "");
    addNeedle(sweep, row.id);
    const entry = messageEntry(row.user_message);
    if (entry) entries.push(entry);
  }
  if (rows.length > 0) {
    const forgottenAt = sweep.at;
    sweep.tombstones.push({ id: uuid(), target: sweep.target, forgottenAt, subjectIsSelf: false, entries });
    takeFactsOfEpisodes(ctx, sweep);
  }
  return sweep;
}

function takeFactsOfEpisodes(ctx: Context, sweep: Sweep): void {
  const ids = [...sweep.episodeIds];
  const factIds = factsRestingOn(ctx, ids);
  for (const id of entitiesOfEpisodes(ctx, ids, factIds)) sweep.maybeOrphans.add(id);
  for (const fact of factsById(ctx, factIds)) {
    takeFact(sweep, fact);
    sweep.rules.push(rule(termRuns(ctx, fact), { recalledFactIds: new Set([fact.id]) }));
  }
}
