import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { ForgetTarget } from "../../domain/model/tombstone.ts";
import { invalidField } from "../../errors.ts";
import {
  type SaidRow,
  addFact,
  addOlderStatement,
  addRepetition,
  forgetNames,
  objectNames,
  olderStatements,
  repeats,
  saidWords,
  samePair,
  statesSameAs,
  sharedWords,
  takeChange,
  takeEntity,
  takeEpisodes,
  takeRestingFact,
  isOtherTopic,
} from "./forget-facts.ts";
import { CHAIN_MAX } from "./graph.ts";
import { type ForgetRows, read } from "./forget-store.ts";
import { type Answer, SLICE, type Steps, ask, eachPage, gather, slices } from "./steps.ts";
import { type RedactionRule, type ForgetPlan, addResidue, newForgetPlan } from "./forget-plan.ts";

type PartTarget = Exclude<ForgetTarget, { everything: true }>;

/** Plans what forgetting a target deletes and redacts. Reads only. */
export function* planForgetting(store: ForgetRows, target: PartTarget, at: Instant): Steps<ForgetPlan> {
  if ("factId" in target) return yield* planFact(store, target.factId, at);
  if ("entityId" in target) return yield* planEntity(store, target.entityId, at);
  if ("episodeId" in target) {
    const said = read(store, "episode", { id: target.episodeId });
    return yield* planEpisodes(store, newForgetPlan("episode", at), said);
  }
  if ("conversationId" in target) return yield* planConversation(store, target.conversationId, at);
  if ("fadedIds" in target) {
    const plan = newForgetPlan("episode", at);
    for (const { id, user_message } of yield* ask(read(store, "messages", { ids: target.fadedIds }))) {
      plan.episodeIds.add(id);
      addResidue(plan, user_message);
    }
    return plan;
  }
  const said = read(store, "episodes-in-range", { from: target.from, to: target.to });
  return yield* planEpisodes(store, newForgetPlan("range", at), said);
}

function* planFact(store: ForgetRows, id: string, at: Instant): Steps<ForgetPlan> {
  const plan = newForgetPlan("fact", at);
  const [fact] = yield* ask(store.factsById([id]));
  if (!fact) return plan;
  yield* addFactsWhole(store, plan, yield* sameStatements(store, fact));
  const objects = yield* objectsOf(store, plan.facts.values());
  yield* addChanges(store, plan, statesSameAs(plan, objects));
  return plan;
}

function* sameStatements(store: ForgetRows, fact: Fact): Steps<Fact[]> {
  const objects = yield* objectsOf(store, [fact]);
  const names = new Set(objectNames(fact, objects.get(fact.objectId ?? "") ?? null));
  const named = yield* ask(read(store, "entities-named", { folds: [...names] }));
  const pairs = yield* ask(read(store, "pairs-of-subject", { id: fact.subjectId }));
  const same = pairs.filter(samePair(fact, names, new Set([...named.map((row) => row.id), fact.objectId])));
  const ids = same.map((pair) => pair.id);
  const facts = yield* gather(ids, (slice) => store.factsById(slice));
  return facts.filter((other) => !isOtherTopic(fact, other));
}

function* objectsOf(store: ForgetRows, facts: Iterable<Fact>): Steps<Map<string, Entity>> {
  return yield* entityMap(store, new Set([...facts].flatMap((fact) => fact.objectId ?? [])));
}

function* entityMap(store: ForgetRows, ids: Iterable<string>): Steps<Map<string, Entity>> {
  const found = yield* gather(ids, (slice) => store.entitiesById(slice));
  return new Map(found.map((entity) => [entity.id, entity]));
}

/** A redaction rule and its fact; it is compared with the other facts of the same subject. */
interface RuleOfFact {
  words: RedactionRule;
  factId: string;
}

function* addFactsWhole(store: ForgetRows, plan: ForgetPlan, facts: Fact[]): Steps<void> {
  const ends = new Set(facts.flatMap((fact) => [fact.subjectId, fact.objectId ?? []].flat()));
  const entities = yield* entityMap(store, ends);
  const episodeIds = (fact: Fact): string[] => [...new Set(fact.evidence.map((e) => e.episodeId))];
  const said = yield* gather(new Set(facts.flatMap(episodeIds)), (ids) => read(store, "messages", { ids }));
  const messages = new Map(said.map((row) => [row.id, row.user_message]));
  const bySubject = new Map<string, RuleOfFact[]>();
  for (const fact of facts) {
    const subject = entities.get(fact.subjectId);
    if (!subject || plan.facts.has(fact.id)) continue;
    const words = addFact(plan, fact, {
      subject,
      object: entities.get(fact.objectId ?? "") ?? null,
      messages: episodeIds(fact).flatMap((id) => messages.get(id) ?? []),
    });
    bySubject.set(subject.id, [...(bySubject.get(subject.id) ?? []), { words, factId: fact.id }]);
  }
  for (const [subjectId, made] of bySubject) yield* addRepetitions(store, subjectId, made);
}

/** Other facts about the subject whose sentence repeats the words. */
function* addRepetitions(store: ForgetRows, subjectId: string, made: RuleOfFact[]): Steps<void> {
  const rules = made.filter(({ words }) => words.runs.length > 0);
  if (rules.length === 0) return;
  const about = yield* ask(read(store, "pairs-of-subject", { id: subjectId }));
  for (const slice of slices(about.map((row) => row.id))) {
    const hits: { words: RedactionRule; other: Fact }[] = [];
    for (const other of yield* ask(store.factsById(slice))) {
      const said = saidWords(other);
      const repeated = rules.filter((one) => one.factId !== other.id && repeats(one.words, said));
      hits.push(...repeated.map(({ words }) => ({ words, other })));
    }
    const objects = yield* objectsOf(
      store,
      hits.map((hit) => hit.other),
    );
    for (const { words, other } of hits) {
      addRepetition(words, other, objectNames(other, objects.get(other.objectId ?? "") ?? null));
    }
  }
}

function* addChanges(
  store: ForgetRows,
  plan: ForgetPlan,
  matches: (fact: Partial<Fact>) => boolean,
): Steps<void> {
  const corrected: ReturnType<typeof olderStatements> = [];
  yield* eachPage(
    { n: Number.MIN_SAFE_INTEGER },
    ({ n }) => read(store, "changes", { kinds: ["fact"], n, limit: SLICE }),
    // oxlint-disable-next-line require-yield -- a read-only page
    function* (rows) {
      for (const row of rows) {
        takeChange(plan, row, matches);
        corrected.push(...olderStatements(plan, row));
      }
    },
  );
  const ends = corrected.flatMap(({ fact, older }) => [fact.subjectId, older.objectId ?? []].flat());
  const entities = yield* entityMap(store, new Set(ends));
  for (const one of corrected) {
    const subject = entities.get(one.fact.subjectId);
    const object = entities.get(one.older.objectId ?? "") ?? null;
    if (subject) addOlderStatement(plan, one, { subject, object });
  }
}

function* planEntity(store: ForgetRows, id: string, at: Instant): Steps<ForgetPlan> {
  const plan = newForgetPlan("entity", at);
  const entity = yield* readRoot(store, id);
  if (!entity) return plan;
  if (entity.isSelf) throw invalidField("entityId", "this is you; forget everything instead");
  const same = [entity, ...(yield* ask(store.mergedInto(entity.id)))];
  for (const one of same) takeEntity(plan, one);
  const about = yield* ask(read(store, "facts-about", { ids: [entity.id] }));
  for (const slice of slices(about.map((row) => row.id))) {
    yield* addFactsWhole(store, plan, yield* ask(store.factsById(slice)));
  }
  const words = sharedWords(same);
  forgetNames(plan, same, yield* ask(read(store, "names-with", { words })));
  const ids = new Set<string | null | undefined>(same.map((one) => one.id));
  yield* addChanges(store, plan, (fact) => ids.has(fact.subjectId) || ids.has(fact.objectId));
  return plan;
}

function* readRoot(store: ForgetRows, id: string): Steps<Entity | undefined> {
  let [entity] = yield* ask(store.entitiesById([id]));
  for (let links = 0; links < CHAIN_MAX && entity?.mergedInto !== undefined; links++) {
    [entity] = yield* ask(store.entitiesById([entity.mergedInto]));
  }
  return entity;
}

function* planConversation(store: ForgetRows, id: string, at: Instant): Steps<ForgetPlan> {
  const said = read(store, "episodes-of-conversation", { id });
  const plan = yield* planEpisodes(store, newForgetPlan("conversation", at), said);
  for (const known of yield* ask(read(store, "conversations-left", { ids: [id] })))
    plan.conversationIds.add(known.id);
  return plan;
}

/** Whole episodes, and the facts supported by them alone. */
function* planEpisodes(store: ForgetRows, plan: ForgetPlan, said: Answer<SaidRow[]>): Steps<ForgetPlan> {
  const rows = yield* ask(said);
  takeEpisodes(plan, rows);
  if (rows.length > 0) yield* takeFactsOfEpisodes(store, plan);
  return plan;
}

function* takeFactsOfEpisodes(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  const ids = [...plan.episodeIds];
  const factIds = (yield* ask(read(store, "facts-resting-on", { ids }))).map((row) => row.id);
  const touched = yield* ask(read(store, "entities-of", { episode_ids: ids, fact_ids: factIds }));
  for (const { id } of touched) plan.maybeOrphans.add(id);
  for (const slice of slices(factIds)) {
    const facts = yield* ask(store.factsById(slice));
    const objects = yield* objectsOf(store, facts);
    for (const fact of facts) takeRestingFact(plan, fact, objects.get(fact.objectId ?? "") ?? null);
  }
}
