import type { Mutation } from "../../../domain/model/mutation.ts";
import { PROCEDURE } from "../../../domain/model/procedure.ts";
import { HISTORICAL_STATUSES, STATUSES } from "../../../domain/model/status.ts";
import type { Needs } from "../../kernel.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import { FactMover } from "../../review/fact-mover.ts";
import { askPairs, PAIRS_PER_CALL } from "../ask-pairs.ts";
import type { AskDeps } from "../ask-model.ts";
import { defineJob, type JobRun } from "../job.ts";
import { decidedPairs, synonymDecisions, synonymId } from "./synonyms.ts";
import { agreedGroups, type AnsweredPair } from "./agreed-groups.ts";
import { similarPredicates, type SimilarPredicates } from "./similar-predicates.ts";
import { nearTerms } from "./near-terms.ts";
import { alikeTerms, samePredicates, sameTypes, type Renaming, type Term } from "./vocabulary.ts";
import { factsOfSubjects } from "../../facts-of.ts";
import { distinctBy, partsOf } from "../../collections.ts";

type ConsolidateTypesDeps = AskDeps & Needs<"clock" | "graphLock" | "embedder" | "canVote">;

type Kind = "type" | "predicate";

/** Entities or facts renamed at once. */
const ITEMS_PER_STEP = 200;
/** Model calls per run, for each kind. */
const CALLS_MAX = 2;

interface Run extends JobRun {
  deps: ConsolidateTypesDeps;
  counts: Record<"types" | "predicates" | "entities" | "facts", number>;
}

/**
 * Merges types and predicates that mean the same: spelling variants by rule, similar names by asking a capable model, once per
 * pair. The most used name stays. Idempotent.
 */
export const consolidateTypes = defineJob<ConsolidateTypesDeps>({
  name: "consolidate-types",
  title: "Merge duplicate categories",
  does: "Gives kinds and relations that mean the same one name.",
  asksModel: true,
  changesMemory: true,
  dryRun: true,
  schedule: "20 2 * * 0",
  async work(job, deps) {
    const counts = { types: 0, predicates: 0, entities: 0, facts: 0 };
    const run: Run = { ...job, deps, counts };
    const { types, predicates } = await vocabulary(job.user);
    await renameAll(run, "type", sameTypes(types), { isRule: true });
    await renameAll(run, "predicate", samePredicates(predicates), { isRule: true });
    if (job.dryRun) return counts;
    const left = await vocabulary(job.user);
    await renameAgreed(run, "type", left.types);
    await renameAgreed(run, "predicate", left.predicates);
    return counts;
  },
});

async function vocabulary(user: UserStore): Promise<{ types: Term[]; predicates: Term[] }> {
  const { types, predicates } = await user.stats();
  return {
    types: types.flatMap(({ type, count }) => (type === PROCEDURE ? [] : [{ name: type, count }])),
    predicates: predicates.map(({ predicate, count }) => ({ name: predicate, count })),
  };
}

async function renameAll(
  run: Run,
  kind: Kind,
  renamings: Renaming[],
  { isRule }: { isRule: boolean },
): Promise<void> {
  const settled = await decidedPairs(
    run.user,
    renamings.map(({ from, to }) => [from, to]),
  );
  for (const renaming of renamings) {
    if (isRule && settled.get(synonymId(renaming.from, renaming.to)) === "rejected") continue;
    run.counts[kind === "type" ? "types" : "predicates"] += 1;
    if (kind === "type") await renameType(run, renaming);
    else await renamePredicate(run, renaming);
  }
}

async function renameType(run: Run, { from, to }: Renaming): Promise<void> {
  const ids = await ofType(run, from);
  run.counts.entities += ids.length;
  for (const part of partsOf(ids, ITEMS_PER_STEP))
    await run.change("same_type", () =>
      part.map((id): Mutation => ({ op: "entity.patch", id, set: { type: to } })),
    );
}

/**
 * Facts under two names of one relation may be duplicates, or one may be outdated: each is placed among the facts its subject has
 * under the remaining name.
 */
async function renamePredicate(run: Run, renaming: Renaming): Promise<void> {
  const ids = await ofPredicate(run, renaming.from);
  run.counts.facts += ids.length;
  for (const part of partsOf(ids, ITEMS_PER_STEP))
    await run.change("same_predicate", () => placedUnder(run, part, renaming));
}

async function placedUnder({ deps, user }: Run, ids: string[], { from, to }: Renaming): Promise<Mutation[]> {
  const facts = (await user.factsById(ids)).filter((fact) => fact.predicate === from);
  const subjects = [...new Set(facts.map((fact) => fact.subjectId))];
  const known = await factsOfSubjects(user, subjects, HISTORICAL_STATUSES, FACTS_MAX);
  const moving = new Set(ids);
  const mover = new FactMover(
    known.filter((fact) => !moving.has(fact.id)),
    deps.clock.now(),
  );
  for (const fact of facts.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)))
    mover.move({ ...fact, predicate: to }, { predicate: to }, { settles: true });
  return mover.mutations.flatMap((mutation) =>
    mutation.op === "fact.delete" ? [renamed(mutation.id, to), mutation] : [mutation],
  );
}

/** Also applied to a fact deleted as a duplicate under the remaining name: undoing the run rejects the pair by this change. */
function renamed(id: string, to: string): Mutation {
  return { op: "fact.patch", id, set: { predicate: to } };
}

/** The user's own entity keeps its type; the store would not change it. */
function ofType({ user, all }: Run, type: string): Promise<string[]> {
  const read = (cursor?: string) => user.entityPage({ type, limit: ITEMS_PER_STEP, cursor });
  return all(read, (page) => page.flatMap(({ id, isSelf }) => (isSelf ? [] : [id])));
}

/** Facts of one predicate renamed per run; the next run continues. */
const FACTS_MAX = 50_000;

async function ofPredicate({ user }: Run, predicate: string): Promise<string[]> {
  const facts = await user.facts({ predicates: [predicate], statuses: STATUSES, limit: FACTS_MAX });
  return facts.map((fact) => fact.id);
}

/**
 * Renames similar names that a model calls the same now or did in an earlier run, as the other name may have been used again since.
 * A pair is recorded as asked about only once it needs no more work, so that a resumed run gets the same answers and ends in the
 * same state.
 */
async function renameAgreed(run: Run, kind: Kind, terms: Term[]): Promise<void> {
  const found = kind === "type" ? await alikeTypes(run, terms) : await similarPredicates(run.user, terms);
  const alike = found.map(({ pair }) => pair);
  const linesOf = new Map(found.map(({ pair, lines }) => [pair, lines]));
  const settled = await decidedPairs(
    run.user,
    alike.map(([a, b]) => [a.name, b.name]),
  );
  const stateOf = ([a, b]: [Term, Term]): string | undefined => settled.get(synonymId(a.name, b.name));
  const learned = alike.filter((pair) => stateOf(pair) === "accepted");
  const open = alike.filter((pair) => stateOf(pair) === undefined);
  const asked = run.deps.canVote() ? await askAll(run, open, linesOf) : [];
  const groups = agreedGroups([...learned.map((pair) => ({ pair, answer: "same" as const })), ...asked]);
  const renamed = new Set(groups.flatMap(({ pairs }) => pairs));
  const refused = asked.map(({ pair }) => pair).filter((pair) => !renamed.has(pair));
  await remember(run, refused, "rejected");
  for (const { renamings, pairs } of groups) {
    await renameAll(run, kind, renamings, { isRule: false });
    const fresh = pairs.filter((pair) => stateOf(pair) === undefined);
    await remember(run, fresh, "accepted");
  }
}

/** Types are compared by name: by shared words, or by vectors, nearest first ("physicist", "scientist"). */
async function alikeTypes(run: Run, terms: Term[]): Promise<SimilarPredicates[]> {
  const pairs = [...alikeTerms(terms), ...(await nearTerms(run.deps.embedder, run, terms))];
  const keyOf = ([a, b]: [Term, Term]): string => [a.name, b.name].toSorted().join("\n");
  return distinctBy(pairs, keyOf).map((pair) => ({ pair, lines: [pair[0].name, pair[1].name] }));
}

async function askAll(
  run: Run,
  open: [Term, Term][],
  linesOf: ReadonlyMap<[Term, Term], readonly [string, string]>,
): Promise<AnsweredPair[]> {
  const asked: AnsweredPair[] = [];
  for (const some of partsOf(open.slice(0, CALLS_MAX * PAIRS_PER_CALL), PAIRS_PER_CALL)) {
    const lines = some.map((pair) => linesOf.get(pair) ?? ([pair[0].name, pair[1].name] as const));
    const said = await askPairs(run.deps, "synonyms", lines, run);
    if (said === null) break;
    asked.push(...some.map((pair, n) => ({ pair, answer: said[n] ?? ("unclear" as const) })));
  }
  return asked;
}

async function remember(run: Run, pairs: [Term, Term][], state: "accepted" | "rejected"): Promise<void> {
  if (pairs.length === 0) return;
  const names = pairs.map(([a, b]) => [a.name, b.name] as const);
  const mutations = synonymDecisions(names, state, "model", run.deps.clock.now());
  await run.change("asked", () => mutations);
}
