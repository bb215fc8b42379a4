import type { Mutation } from "../../../domain/mutation.ts";
import { STATUSES } from "../../../domain/status.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { KeyedLock } from "../../locks.ts";
import { askPairs, PAIRS_PER_CALL, type PairDeps } from "../ask-pairs.ts";
import { STEPS_MAX, stepsOf } from "../diff.ts";
import { gently } from "../gently.ts";
import { answered } from "../identity/ask.ts";
import type { RunContext } from "../runs.ts";
import { knownSynonyms, settledSynonyms, synonymId } from "./synonyms.ts";
import { agreedGroups, type AnsweredPair } from "./agreed.ts";
import { alikeTerms, samePredicates, sameTypes, type Renaming, type Term } from "./vocabulary.ts";

export interface ConsolidateTypesDeps extends PairDeps {
  clock: Clock;
  graphLock: KeyedLock;
  canVote: () => boolean;
}

type Kind = "type" | "predicate";

/** Entities or facts renamed at once. */
const ITEMS_PER_STEP = 200;
/** Calls of the model in one run, for each kind. */
const CALLS_MAX = 2;

interface Run extends RunContext {
  user: UserStore;
  counts: Record<"types" | "predicates" | "entities" | "facts" | "modelCalls", number>;
  planned: Mutation[];
}

/**
 * Kinds of things and of relations converge: spellings of one name by rule; names that are alike by asking a model
 * that can vote, once per pair. The name used most stays. Run again it finds nothing left to do.
 */
export async function consolidateTypes(
  deps: ConsolidateTypesDeps,
  user: UserStore,
  context: RunContext,
): Promise<Record<string, number>> {
  const counts = { types: 0, predicates: 0, entities: 0, facts: 0, modelCalls: 0 };
  const run: Run = { ...context, user, counts, planned: [] };
  const { types, predicates } = await vocabulary(user);
  await renameAll(deps, run, "type", sameTypes(types), { isRule: true });
  await renameAll(deps, run, "predicate", samePredicates(predicates), { isRule: true });
  if (deps.canVote() && !context.dryRun) {
    const left = await vocabulary(user);
    await renameAgreed(deps, run, "type", left.types);
    await renameAgreed(deps, run, "predicate", left.predicates);
  }
  if (context.dryRun) await user.putDiff(context.runId, stepsOf(run.planned).slice(0, STEPS_MAX));
  return counts;
}

async function vocabulary(user: UserStore): Promise<{ types: Term[]; predicates: Term[] }> {
  const { types, predicates } = await user.stats();
  return {
    types: types.map(({ type, count }) => ({ name: type, count })),
    predicates: predicates.map(({ predicate, count }) => ({ name: predicate, count })),
  };
}

async function renameAll(
  deps: ConsolidateTypesDeps,
  run: Run,
  kind: Kind,
  renamings: Renaming[],
  { isRule }: { isRule: boolean },
): Promise<void> {
  const refused = await knownSynonyms(
    run.user,
    renamings.map(({ from, to }) => [from, to]),
  );
  for (const renaming of renamings) {
    if (isRule && refused.has(synonymId(renaming.from, renaming.to))) continue;
    run.counts[kind === "type" ? "types" : "predicates"] += 1;
    const ids = kind === "type" ? await ofType(run, renaming.from) : await ofPredicate(run, renaming.from);
    run.counts[kind === "type" ? "entities" : "facts"] += ids.length;
    const mutations = ids.map((id) => renamed(kind, id, renaming.to));
    if (run.dryRun) run.planned.push(...mutations);
    else await applySteps(deps, run, kind, mutations);
  }
}

function renamed(kind: Kind, id: string, to: string): Mutation {
  return kind === "type"
    ? { op: "entity.patch", id, set: { type: to } }
    : { op: "fact.patch", id, set: { predicate: to } };
}

async function applySteps(
  deps: ConsolidateTypesDeps,
  { user, signal, runId }: Run,
  kind: Kind,
  mutations: Mutation[],
): Promise<void> {
  for (let at = 0; at < mutations.length; at += ITEMS_PER_STEP) {
    signal.throwIfAborted();
    const step = mutations.slice(at, at + ITEMS_PER_STEP);
    const batch = { actor: "maintenance", reason: `same_${kind}`, runId, mutations: step } as const;
    await gently(deps.gate, signal, () => deps.graphLock.run(user.userId, () => user.apply(batch)));
  }
}

/** The user's own entity keeps its type; the store would not change it. */
async function ofType({ user, signal }: Run, type: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    signal.throwIfAborted();
    const page = await user.entityPage({ type, limit: ITEMS_PER_STEP, cursor });
    ids.push(...page.items.filter((entity) => !entity.isSelf).map((entity) => entity.id));
    if (page.nextCursor === null) return ids;
    cursor = page.nextCursor;
  }
}

/** Facts of one predicate that one run renames; the next goes on. */
const FACTS_MAX = 50_000;

async function ofPredicate({ user }: Run, predicate: string): Promise<string[]> {
  const facts = await user.facts({ predicates: [predicate], statuses: STATUSES, limit: FACTS_MAX });
  return facts.map((fact) => fact.id);
}

/**
 * Renames what a model says is the same among names that are alike. A pair is kept as asked about only once nothing is
 * left to be done for it, so that a run that dies is taken up again with the same answers to the same end.
 */
async function renameAgreed(deps: ConsolidateTypesDeps, run: Run, kind: Kind, terms: Term[]): Promise<void> {
  const asked = await askAll(deps, run, terms);
  const groups = agreedGroups(asked);
  const renamed = new Set(groups.flatMap(({ pairs }) => pairs));
  await remember(
    deps,
    run,
    asked.flatMap(({ pair }) => (renamed.has(pair) ? [] : [pair])),
  );
  for (const { renamings, pairs } of groups) {
    await renameAll(deps, run, kind, renamings, { isRule: false });
    await remember(deps, run, pairs);
  }
}

async function askAll(deps: ConsolidateTypesDeps, run: Run, terms: Term[]): Promise<AnsweredPair[]> {
  const pairs = (await notAsked(run.user, alikeTerms(terms))).slice(0, CALLS_MAX * PAIRS_PER_CALL);
  const asked: AnsweredPair[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_PER_CALL) {
    const some = pairs.slice(at, at + PAIRS_PER_CALL);
    const lines = some.map(([a, b]) => [a.name, b.name] as const);
    const said = await answered(() => askPairs(deps, "synonyms", lines, run), run.signal);
    if (said === null) break;
    run.counts.modelCalls += 1;
    asked.push(...some.map((pair, n) => ({ pair, answer: said[n] ?? ("unclear" as const) })));
  }
  return asked;
}

async function notAsked(user: UserStore, pairs: [Term, Term][]): Promise<[Term, Term][]> {
  const known = await knownSynonyms(
    user,
    pairs.map(([a, b]) => [a.name, b.name]),
  );
  return pairs.filter(([a, b]) => !known.has(synonymId(a.name, b.name)));
}

async function remember(deps: ConsolidateTypesDeps, run: Run, pairs: [Term, Term][]): Promise<void> {
  if (pairs.length === 0) return;
  const names = pairs.map(([a, b]) => [a.name, b.name] as const);
  const mutations = settledSynonyms(names, "model", deps.clock.now());
  await run.user.apply({ actor: "maintenance", reason: "asked", runId: run.runId, mutations });
}
