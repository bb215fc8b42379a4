import { PROCEDURE } from "../../../domain/model/procedure.ts";
import { openReview, putReview, type MergeReason } from "../../../domain/model/review.ts";
import type { Needs } from "../../kernel.ts";
import { mergeDecision, mergeEntities } from "../../review/identities.ts";
import { inOrder, planMerge } from "../../review/merge.ts";
import type { AskDeps } from "../ask-model.ts";
import { defineJob, type JobRun } from "../job.ts";
import { askAbout } from "./ask.ts";
import { candidatesAmong, type DuplicatePair } from "./blocking.ts";
import { contextOf, type PairContext } from "./context.ts";
import { namedOf, type NamedEntity } from "./names.ts";
import { nearCandidates } from "./near.ts";
import { questionsOf, type Question } from "./questions.ts";
import { roleCandidates, sameRoleCandidates } from "./roles.ts";
import { haveDifferentIds, shareId } from "../../../domain/grounding/external-ids.ts";
import type { Entity } from "../../../domain/model/entity.ts";
import { isPersonType, typeKey } from "../../../domain/model/entity-type.ts";
import { bareName, words } from "../../../language/text.ts";
import { distinctBy } from "../../collections.ts";

type DeduplicateDeps = AskDeps & Needs<"clock" | "newId" | "embedder" | "canVote">;

const ENTITIES_PER_PAGE = 200;
/** Maximum number of pairs per run. */
const CANDIDATES_MAX = 20_000;
/** Maximum number of new questions to the owner per run. */
const QUESTIONS_MAX = 1000;

interface Run extends JobRun {
  deps: DeduplicateDeps;
  selfId: string;
  counts: Record<"entities" | "candidates" | "merged" | "proposed" | "apart", number>;
}

/** A pair that code leaves open. */
type Unclear = Question & { pair: PairContext };

/**
 * Finds duplicate entities. Names only yield candidates; code merges the clearest ones, a capable model gives its opinion on the
 * others, and the undecided rest waits for the owner. A pair that was decided or asked about is not considered again, so a second
 * run changes nothing. Each pair is a checkpoint.
 */
export const deduplicate = defineJob<DeduplicateDeps>({
  name: "deduplicate",
  title: "Find duplicates",
  does: "Finds people and things that may be the same. Merges the clear cases and asks you about the others.",
  asksModel: true,
  changesMemory: true,
  dryRun: true,
  schedule: "0 2 * * 0",
  async work(job, deps) {
    const { user } = job;
    const counts = { entities: 0, candidates: 0, merged: 0, proposed: 0, apart: 0 };
    const run: Run = { ...job, deps, counts, selfId: (await user.self()).id };
    const { entities, unnamed } = await entitiesOf(run);
    const asksModel = deps.canVote() && !job.dryRun;
    const near = asksModel ? await nearCandidates(deps.embedder, job, entities) : [];
    const named = [
      ...(await candidatesAmong(entities, job.pause)),
      ...(await roleCandidates(user, entities, run.selfId)),
      ...sameRoleCandidates(unnamed),
    ];
    // Of one pair the first stays: similar names are stronger evidence than near vectors.
    const distinct = distinctBy([...named, ...near], ({ a, b }) => [a, b].toSorted().join(" "));
    const candidates = distinct.slice(0, CANDIDATES_MAX);
    const questions = await questionsOf(job, candidates, asksModel);
    counts.candidates = questions.length;
    const unclear: Unclear[] = [];
    for (const question of questions) unclear.push(...(await decideByCode(run, question)));
    await propose(run, asksModel ? await decideByModel(run, unclear) : unclear);
    return counts;
  },
});

/** Entities to compare, and those without a name of their own. */
async function entitiesOf({ user, all, counts }: Run) {
  const unnamed: Entity[] = [];
  const read = (cursor?: string) => user.entityPage({ limit: ENTITIES_PER_PAGE, cursor });
  const entities = await all(read, (page) => {
    counts.entities += page.length;
    return page.flatMap((one): NamedEntity[] => {
      if (one.status === "archived" || one.type === PROCEDURE || one.isSelf) return [];
      const named = namedOf(one);
      if (named === null) unnamed.push(one);
      return named === null ? [] : [named];
    });
  });
  return { entities, unnamed };
}

/** Checks and merges in one locked step, so that nothing changes in between. Returns the undecided rest. */
function decideByCode(run: Run, question: Question): Promise<Unclear[]> {
  run.signal.throwIfAborted();
  return run.locked(async () => {
    const pair = await contextOf(run.user, [question.a, question.b], run.selfId);
    if (pair === null) return [];
    const decision = decidePair(question.reason, pair);
    if (decision === "apart") run.counts.apart += 1;
    if (decision === "merge") await merge(run, { ...question, pair }, "code");
    return decision === "ask" ? [{ ...question, pair }] : [];
  });
}

/** Requires the lock of the graph. */
async function merge(run: Run, { reason, pair: { a, b } }: Unclear, by: "code" | "model"): Promise<void> {
  const { deps } = run;
  run.counts.merged += 1;
  if (run.dryRun) await run.write(reason, await planMerge(run.user, inOrder(a, b), deps.clock.now()));
  else await mergeEntities(deps, run.user, [a.id, b.id], { by, actor: "merge", runId: run.runId, reason });
}

/** Returns the pairs left to the owner; pairs that are merely near in meaning are left to the model, in this or the next run. */
async function decideByModel(run: Run, unclear: Unclear[]): Promise<Unclear[]> {
  const pairs = unclear.map(({ pair }) => pair);
  const answers = await askAbout(run.deps, pairs, run);
  const said = unclear.map((one, at) => ({ one, answer: answers[at] ?? null }));
  const maybe = said.filter(
    ({ one, answer }) => answer === "same" || (answer === null && one.reason !== "near"),
  );
  const partners = countPartners(maybe.map(({ one }) => one));
  const left: Unclear[] = [];
  for (const { one, answer } of said) {
    run.signal.throwIfAborted();
    const isSure = answer === "same" && [one.a, one.b].every((id) => partners.get(id) === 1);
    if (isSure && (await mergeAgreed(run, one))) continue;
    const isNear = one.reason === "near";
    if (isNear && answer === null) continue;
    if (answer === "different" || (isNear && answer === "unclear")) await rejectAsDistinct(run, one);
    else left.push(answer === null ? one : { ...one, review: asked(one, run.deps.clock.now()) });
  }
  return left;
}

/** "Sam" may be Samuel or Samantha: an entity that is or may be the same as two others becomes a question. */
function countPartners(pairs: DuplicatePair[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of pairs.flatMap(({ a, b }) => [a, b])) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Checks again under the lock, as newer facts may contradict the merge. False if they do. */
function mergeAgreed(run: Run, one: Unclear): Promise<boolean> {
  return run.locked(async () => {
    const pair = await contextOf(run.user, [one.a, one.b], run.selfId);
    if (pair === null) return true;
    if (pair.conflict !== "none") return false;
    await merge(run, { ...one, pair }, "model");
    return true;
  });
}

async function rejectAsDistinct(run: Run, { a, b, reason }: DuplicatePair): Promise<void> {
  run.counts.apart += 1;
  const decision = { by: "model", runId: run.runId, reason } as const;
  const mutations = mergeDecision([a, b], decision, run.deps.clock.now(), "rejected");
  await run.change("kept_apart", () => mutations);
}

function asked({ a, b, reason, review }: Question, at: string): NonNullable<Question["review"]> {
  return { ...(review ?? openReview("merge", [a, b], reason, at)), askedAt: at };
}

/** Creates questions for the owner; an existing one is only marked as asked. */
async function propose(run: Run, unclear: Unclear[]): Promise<void> {
  const now = run.deps.clock.now();
  const questions = unclear
    .slice(0, QUESTIONS_MAX)
    .map(({ a, b, reason, review }) => review ?? openReview("merge", [a, b], reason, now));
  run.counts.proposed = questions.length;
  await run.change("may_be_one", () => questions.flatMap((one) => putReview(one, { askedAt: one.askedAt })));
}

/**
 * The decision of code on a pair. It merges only the clearest case: the same name and type, something in common, and no evidence
 * against it. If there is evidence that they are two, no one is asked.
 */
function decidePair(reason: MergeReason, pair: PairContext): "merge" | "ask" | "apart" {
  const { a, b, related, sideBySide, conflict, overlap } = pair;
  if (conflict === "hard" || related || haveDifferentIds(a, b)) return "apart";
  if (shareId(a, b)) return "merge";
  if (reason === "same_name" && conflict === "none" && isSurelyOne(a, b, overlap)) return "merge";
  // The same name may occur twice in a turn, or a role next to the name it belongs to; "Bob" next to "Robert" are two.
  if (reason === "same_name" || reason === "role") return "ask";
  return sideBySide ? "apart" : "ask";
}

/** Two people may share a first name, even in one conversation, but hardly the same acquaintances as well. */
function isSurelyOne(a: Entity, b: Entity, overlap: PairContext["overlap"]): boolean {
  if (typeKey(a.type) !== typeKey(b.type) || overlap === "none") return false;
  return overlap === "company" || !isPersonType(a.type) || words(bareName(a.name)).length > 1;
}
