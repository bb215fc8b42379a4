import type { AnsweredEpisode } from "../../domain/model/episode.ts";
import type { Feedback } from "../../domain/model/feedback.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { LearnedRanking } from "../../domain/model/user.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { partsOf } from "../collections.ts";
import { defineJob, type JobRun } from "../maintenance/job.ts";
import { recipeNamed } from "../retrieval/recipes.ts";
import { showRecalled } from "../retrieval/memory-items.ts";
import { search, type SearchDeps } from "../retrieval/search.ts";
import { featuresOf, reciprocalRank, train, type Lesson } from "./ranking.ts";
import { creditsIn, usesIn } from "./signals.ts";

/** Newest turns read per run. */
const TURNS_MAX = 1_000;
const TURNS_PER_STEP = 50;
/** Newest feedback and questions learned from. */
const FEEDBACK_MAX = 4_000;
const QUESTIONS_MAX = 200;
/** With fewer questions the shipped ranking stays. */
const QUESTIONS_MIN = 20;
const CANDIDATES_MAX = 30;
/** Every fifth question is kept from training, to judge it. */
const HELD_OUT = 5;
/** What was learned must not rank the user's own questions worse than this share of the shipped ranking. */
const GUARD = 0.99;

/**
 * Notes which memories replies were based on, carries outcomes back to what was recalled, and learns the user's ranking from both.
 * Everything is computed again from the feedback each time.
 */
export const learn = defineJob<SearchDeps>({
  name: "learn",
  title: "Learn from use",
  does: "Notes which memories were of use, and lets your own questions teach the ranking of search.",
  schedule: "20 3 * * *",
  async work(job, deps) {
    const signals = await noteSignals(job, deps);
    const ranking = await learnRanking(job, deps);
    return { ...signals, ...ranking };
  },
});

async function noteSignals(job: JobRun, { clock }: SearchDeps): Promise<Record<string, number>> {
  const { user, dryRun } = job;
  const known = await user.recentFeedback(FEEDBACK_MAX);
  const readUntil = known.find(({ basis }) => basis === "used")?.at ?? "";
  const newest = await job.all(
    (cursor) => user.episodePage({ limit: TURNS_PER_STEP, cursor }),
    (page) => page.filter(({ state, memory }) => state === "complete" && memory !== "off"),
    (found) => found.length >= TURNS_MAX,
  );
  const turns = newest.reverse();
  const fresh = turns.filter(({ recordedAt, recalled }) => recordedAt > readUntil && recalled.length > 0);
  const counts = { used: 0, credited: 0 };
  for (const some of partsOf(fresh, TURNS_PER_STEP))
    await job.step(async () => {
      const shown = await showRecalled(user, some, clock.now());
      const uses = shown.flatMap(usesIn);
      if (!dryRun) await user.recordFeedback(uses);
      counts.used += uses.length;
    });
  const credits = changedCredits(turns, known);
  if (!dryRun) await user.recordFeedback(credits);
  counts.credited = credits.length;
  return counts;
}

/** Credits that are new, differ because an outcome changed since, or lost it: those count nothing from then on. */
function changedCredits(turns: readonly AnsweredEpisode[], known: readonly Feedback[]): Feedback[] {
  const before = new Map(known.map((one) => [keyOf(one), one]));
  const credits = [...Map.groupBy(turns, ({ conversationId }) => conversationId).values()].flatMap(creditsIn);
  const made = new Set(credits.map(keyOf));
  const read = new Set(turns.map(({ recordedAt }) => recordedAt));
  const lost = known.filter((one) => one.basis === "credited" && read.has(one.at) && !made.has(keyOf(one)));
  return [...credits, ...lost.map((one) => ({ ...one, weight: 0 }))].filter((credit) => {
    const old = before.get(keyOf(credit));
    return old === undefined || old.helpful !== credit.helpful || old.weight !== credit.weight;
  });
}

function keyOf({ targetId, at, basis }: Feedback): string {
  return `${targetId} ${at} ${basis}`;
}

async function learnRanking(job: JobRun, deps: SearchDeps): Promise<Record<string, number>> {
  const { user, dryRun } = job;
  const { ranking: before } = await user.settings();
  const feedback = (await user.recentFeedback(FEEDBACK_MAX)).filter(({ at }) => at > (before?.since ?? ""));
  const questions = [...Map.groupBy(feedback, ({ episodeId }) => episodeId ?? "")].slice(0, QUESTIONS_MAX);
  const lessons: Lesson[] = [];
  if (questions.length >= QUESTIONS_MIN)
    for (const [turnId, events] of questions) {
      job.signal.throwIfAborted();
      const lesson = await job.step(() => lessonOf(user, deps, turnId, events));
      if (lesson !== null) lessons.push(lesson);
    }
  const learned = lessons.length < QUESTIONS_MIN ? null : judged(lessons);
  const counts = { questions: lessons.length, learned: learned === null ? 0 : 1 };
  if (dryRun || (learned === null && before === null)) return counts;
  await job.locked(async () => {
    const settings = await user.settings();
    const since = settings.ranking?.since ?? null;
    // Reset by the owner meanwhile.
    if (since !== (before?.since ?? null)) return;
    const ranking = learned && { ...learned, since, learnedAt: deps.clock.now() };
    await user.putSettings({ ...settings, ranking: ranking ?? (since === null ? null : resetAt(since)) });
  });
  return counts;
}

/** Returns to the shipped ranking; feedback up to then no longer teaches it. */
export async function resetRanking(user: UserStore, now: Instant): Promise<LearnedRanking> {
  const ranking = resetAt(now);
  await user.putSettings({ ...(await user.settings()), ranking });
  return ranking;
}

function resetAt(since: Instant): LearnedRanking {
  return { since, learnedAt: null, weights: {}, questions: 0, shipped: 0, learned: 0 };
}

/** A question of the user asked again, and which of its results were of use. Null if that teaches nothing. */
async function lessonOf(
  user: UserStore,
  deps: SearchDeps,
  turnId: string,
  events: readonly Feedback[],
): Promise<Lesson | null> {
  const turn = await user.episode(turnId);
  if (turn === null || turn.redacted) return null;
  const wanted = wantedIn(events);
  const recipe = recipeNamed();
  const { timeZone } = await user.settings();
  const results = await search(deps, user, {
    query: turn.userMessage,
    limit: CANDIDATES_MAX,
    recipe,
    excludeEpisodeIds: [turnId],
    settings: { timeZone, ranking: null },
    ignoresFeedback: true,
  });
  const candidates = results.map(({ kind, id, score, components }) => ({
    score,
    x: featuresOf(kind, components, recipe.profile),
    wanted: wanted.has(id),
  }));
  const found = candidates.filter((one) => one.wanted).length;
  return found === 0 || found === candidates.length ? null : { candidates };
}

/** Memories that were of use, all feedback of the question taken together. */
function wantedIn(events: readonly Feedback[]): Set<string> {
  const sums = new Map<string, number>();
  for (const { targetId, helpful, weight = 1 } of events)
    sums.set(targetId, (sums.get(targetId) ?? 0) + (helpful ? weight : -weight));
  return new Set([...sums].flatMap(([id, sum]) => (sum > 0 ? [id] : [])));
}

/**
 * What the questions teach, if it ranks those kept from training better than the shipped ranking, and all of them not worse (the
 * guard); otherwise null.
 */
export function judged(
  lessons: readonly Lesson[],
): Pick<LearnedRanking, "weights" | "questions" | "shipped" | "learned"> | null {
  const heldOut = lessons.filter((_, n) => n % HELD_OUT === 0);
  const weights = train(lessons.filter((_, n) => n % HELD_OUT !== 0));
  const [shipped, learned] = [reciprocalRank(lessons, {}), reciprocalRank(lessons, weights)];
  const isBetter = reciprocalRank(heldOut, weights) > reciprocalRank(heldOut, {});
  if (!isBetter || learned < GUARD * shipped) return null;
  return { weights, questions: lessons.length, shipped, learned };
}
