import { v7 as uuid } from "uuid";
import type { Entity } from "../../domain/model/entity.ts";
import { isSomebody } from "../../domain/model/entity-type.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { nameForms } from "../../language/stems.ts";
import { givesName, topicOf } from "../../domain/belief/predicate.ts";
import { fold, foldName, words } from "../../language/text.ts";
import { type WordRun, containsRun, rootOf, runOf } from "./redact.ts";
import type { ChangeRow } from "./rows.ts";
import { type RedactionRule, type ForgetPlan, addResidue, redactionRule } from "./forget-plan.ts";
import { type HashEntry, messageEntry, pairEntries, pairNames, wordEntry } from "./tombstones.ts";

/** The dependents that forgetting a fact, an entity or an episode removes, from data a store has read. */

/** A single word this short would be redacted throughout a text for no gain. */
const LONE_VALUE_CHARS_MIN = 4;

/** Folded names in a fact; `object` is the entity at its end, if any. */
export function objectNames(fact: Fact, object: Entity | null): string[] {
  if (fact.objectId === null) return [foldName(fact.value ?? "")].filter((name) => name !== "");
  return object ? pairNames(object) : [];
}

/** A value's words are redacted if they are distinctive: several, or one of some length. A name's always are. */
function termRuns(fact: Fact, object: Entity | null): WordRun[] {
  if (fact.objectId !== null) return object === null || object.isSelf ? [] : nameRuns(object);
  const isName = givesName(fact.predicate);
  const run = runOf(fact.value ?? "", isName ? "name" : "stem");
  const tells = isName || run.words.length > 1 || run.words.join("").length >= LONE_VALUE_CHARS_MIN;
  return tells ? [run] : [];
}

/** Matching of a thing's name: "Lisbon" and "Lisboner"; a person's name is not matched as a prefix of another's. */
function nameRuns(entity: Entity): WordRun[] {
  const form = isSomebody(entity) ? "name" : "stem";
  return pairNames(entity).map((name) => runOf(name, form));
}

/** Shorter words are initials and particles. */
const FIRST_NAME_CHARS_MIN = 3;

/** "annelie" of "Annelie Schneider"; nothing for a single-word name. */
function firstNames(entity: Entity): string[] {
  if (!isSomebody(entity)) return [];
  const first = pairNames(entity).flatMap((name) => {
    const [word = "", ...others] = words(name);
    return others.length > 0 && word.length >= FIRST_NAME_CHARS_MIN ? [word] : [];
  });
  return [...new Set(first)];
}

function takeFact(plan: ForgetPlan, fact: Fact): void {
  plan.facts.set(fact.id, fact);
  const { subjectId, predicate, value } = fact;
  if (value !== null && givesName(predicate))
    plan.givenNames.set(subjectId, (plan.givenNames.get(subjectId) ?? new Set()).add(foldName(value)));
  addResidue(plan, fact.id);
  addResidue(plan, fact.text);
  for (const id of [fact.subjectId, fact.objectId]) if (id !== null) plan.maybeOrphans.add(id);
}

export function takeEntity(plan: ForgetPlan, entity: Entity): void {
  plan.entities.set(entity.id, entity);
  addResidue(plan, entity.id);
  addResidue(plan, entity.name);
}

/** The context of a fact. */
export interface FactSurroundings {
  subject: Entity;
  object: Entity | null;
  /** The messages containing its evidence. */
  messages: string[];
}

/** Forgets a whole fact: its words in every text that repeats them, and its tombstone. Returns the rule it made. */
export function addFact(plan: ForgetPlan, fact: Fact, around: FactSurroundings): RedactionRule {
  takeFact(plan, fact);
  for (const e of fact.evidence) {
    plan.spans.set(e.episodeId, [...(plan.spans.get(e.episodeId) ?? []), e]);
  }
  return addWords(plan, fact, fact, around);
}

/** The words of a statement, in turns that recalled a fact saying it now or before its correction; and its tombstone. */
function addWords(plan: ForgetPlan, fact: Fact, statement: Fact, around: FactSurroundings): RedactionRule {
  const { subject, object } = around;
  const terms = termRuns(statement, object);
  const where = {
    episodeIds: new Set(fact.evidence.map((e) => e.episodeId)),
    recalledFactIds: new Set([fact.id]),
    subjectId: subject.id,
  };
  const words = redactionRule(terms, { ...where, near: subject.isSelf ? [] : nameRuns(subject) });
  plan.rules.push(words);
  // A first name alone may be another person's: it is redacted only in the source of this fact.
  if (object !== null && !object.isSelf) {
    const lone = firstNames(object).map((name) => runOf(name, "lone"));
    if (lone.length > 0) plan.rules.push(redactionRule(lone, where));
  }
  for (const run of terms) addResidue(plan, run.words.join(" "));
  plan.tombstones.push({
    id: uuid(),
    target: plan.target,
    forgottenAt: plan.at,
    subjectIsSelf: subject.isSelf,
    entries: factEntries(statement, around, terms),
  });
  return words;
}

function factEntries(
  fact: Fact,
  { subject, object, messages }: FactSurroundings,
  terms: WordRun[],
): HashEntry[] {
  return [
    ...pairEntries(pairNames(subject), objectNames(fact, object)),
    ...fact.evidence.map((e) => wordEntry("run", runOf(e.quote))).filter((entry) => entry.wordCount > 0),
    ...terms.map((run) => wordEntry("term", run)),
    ...(subject.isSelf ? [] : pairNames(subject).map((name) => wordEntry("subject", runOf(name)))),
    ...messages.flatMap((text) => messageEntry(text) ?? []),
  ];
}

/** A fact's sentence and quotes, folded. */
export function saidWords(fact: Fact): string {
  return fold([fact.text, ...fact.evidence.map((e) => e.quote)].join("\n"));
}

/** Whether another fact's sentence repeats the words of a rule ("moved from Lisbon to Porto"). */
export function repeats(words: RedactionRule, said: string): boolean {
  const near = words.runs.some((run) => said.includes(rootOf(run)));
  return near && containsRun(said, words.runs);
}

/** A sentence whose own object contains the words ("Lisbon Zoo") is another statement and stays unchanged. */
export function addRepetition(words: RedactionRule, other: Fact, names: string[]): void {
  if (names.some((name) => containsRun(name, words.runs))) return;
  words.factIds.add(other.id);
  for (const e of other.evidence) words.episodeIds.add(e.episodeId);
}

/** The same pair in any status: superseded, corrected or repeated. */
export function samePair(fact: Fact, names: Set<string>, objects: Set<string | null>) {
  return (other: Pick<Fact, "id" | "objectId" | "value">): boolean =>
    other.id === fact.id ||
    (other.objectId === null ? names.has(foldName(other.value ?? "")) : objects.has(other.objectId));
}

/**
 * Whether a fact between the same two entities says something else, and stays: "Ximena is my sister" if the loan to Ximena
 * is forgotten. Its topic must be known, since "moved to Lisbon" and "lives in Lisbon" are forgotten as one; values always go.
 */
export function isOtherTopic(fact: Fact, other: Fact): boolean {
  const topic = topicOf(other.predicate);
  const turns = new Set(fact.evidence.map((e) => e.episodeId));
  return (
    other.objectId !== null &&
    topic !== null &&
    topic !== topicOf(fact.predicate) &&
    other.evidence.every((e) => !turns.has(e.episodeId))
  );
}

/** Undoably deleted facts that say the same as those in the plan. */
export function statesSameAs(
  plan: ForgetPlan,
  entities: ReadonlyMap<string, Entity>,
): (fact: Partial<Fact>) => boolean {
  const live = [...plan.facts.values()];
  const subjects = new Set(live.map((fact) => fact.subjectId));
  const objects = new Set(live.map((fact) => fact.objectId).filter((id) => id !== null));
  const values = new Set(
    live.flatMap((fact) => objectNames(fact, entities.get(fact.objectId ?? "") ?? null)),
  );
  return (fact) =>
    subjects.has(fact.subjectId ?? "") &&
    (objects.has(fact.objectId ?? "") || values.has(foldName(fact.value ?? "")));
}

/** A change is deleted if either of its snapshots matches. */
export function takeChange(
  plan: ForgetPlan,
  row: Pick<ChangeRow, "id" | "before_json" | "after_json">,
  matches: (fact: Partial<Fact>) => boolean,
): void {
  const snapshots = [row.before_json, row.after_json].filter((json) => json !== null);
  if (snapshots.some((json) => matches(JSON.parse(json) as Fact))) plan.changeIds.add(row.id);
}

/** A name that another entity has. */
export interface OtherName {
  id: string;
  name: string;
}

/** The content of a fact before it was corrected in place. */
export function olderStatements(
  { facts }: ForgetPlan,
  row: Pick<ChangeRow, "before_json">,
): { fact: Fact; older: Fact }[] {
  const older = row.before_json === null ? null : (JSON.parse(row.before_json) as Fact);
  const fact = older === null ? undefined : facts.get(older.id);
  if (older === null || fact === undefined) return [];
  return older.value === fact.value && older.objectId === fact.objectId ? [] : [{ fact, older }];
}

/** Its words are redacted wherever those of the fact are. */
export function addOlderStatement(
  plan: ForgetPlan,
  { fact, older }: { fact: Fact; older: Fact },
  around: Omit<FactSurroundings, "messages">,
): void {
  if (around.object !== null) plan.maybeOrphans.add(around.object.id);
  addWords(plan, fact, older, { ...around, messages: [] });
}

/** Name words that may be another person's: first names alone, and names with an ending ("Andreas" of "Andrea"). */
export function sharedWords(same: Entity[]): string[] {
  const forms = same.flatMap(pairNames).flatMap((name) => nameForms(words(name).at(-1) ?? ""));
  return [...new Set([...same.flatMap(firstNames), ...forms])].filter((word) => word !== "");
}

/**
 * The names forgotten with an entity and those merged into it: everywhere, and permanently. A first name alone is included
 * unless another entity has it ("Annelie Berger", not "Annelie's husband"); so is an inflected form that is no other's name.
 */
export function forgetNames(plan: ForgetPlan, same: Entity[], others: OtherName[]): void {
  const ids = new Set(same.map(({ id }) => id));
  const names = [...new Set(same.flatMap(pairNames))];
  const whole = names.map((name) => runOf(name, "name"));
  const bearers = others.filter(({ id, name }) => !ids.has(id) && !containsRun(name, whole));
  const taken = new Set(bearers.map(({ name }) => words(name)[0] ?? ""));
  const lone = [...new Set(same.flatMap(firstNames))].filter((name) => !taken.has(name));
  const isShared = (name: string): boolean =>
    nameForms(name).some((form) => form !== name && taken.has(form));
  const runs = [
    ...names.map((name) => runOf(name, isShared(name) ? "exact" : "name")),
    ...lone.map((name) => runOf(name, "lone")),
  ];
  plan.rules.push(redactionRule(runs, { everywhere: true }));
  for (const name of names) addResidue(plan, fold(name));
  plan.tombstones.push({
    id: uuid(),
    target: "entity",
    forgottenAt: plan.at,
    subjectIsSelf: false,
    entries: runs.filter((run) => run.words.length > 0).map((run) => wordEntry("name", run)),
  });
}

export interface SaidRow {
  id: string;
  conversation_id: string;
  user_message: string;
  assistant_reply: string | null;
}

/** Episodes deleted as a whole, with one tombstone for their messages. */
export function takeEpisodes(plan: ForgetPlan, rows: SaidRow[]): void {
  if (rows.length === 0) return;
  const entries: HashEntry[] = [];
  for (const row of rows) {
    plan.episodeIds.add(row.id);
    addResidue(plan, row.user_message);
    addResidue(plan, row.assistant_reply ?? "");
    addResidue(plan, row.id);
    const entry = messageEntry(row.user_message);
    if (entry) entries.push(entry);
  }
  const { target, at: forgottenAt } = plan;
  plan.tombstones.push({ id: uuid(), target, forgottenAt, subjectIsSelf: false, entries });
}

/** A fact supported by these episodes only. Its words stay in other episodes, unless they recalled it. */
export function takeRestingFact(plan: ForgetPlan, fact: Fact, object: Entity | null): void {
  takeFact(plan, fact);
  plan.rules.push(redactionRule(termRuns(fact, object), { recalledFactIds: new Set([fact.id]) }));
}
