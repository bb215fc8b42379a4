import { cardinality, catalogued, predicateFamily } from "../../domain/belief/predicate.ts";
import { localDate } from "../../domain/model/local-day.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import { openReview } from "../../domain/model/review.ts";
import type { Needs } from "../kernel.ts";
import { defineJob, type JobRun } from "../maintenance/job.ts";
import { comingUp } from "../plans/coming-up.ts";
import {
  CHANGES_MIN,
  changeOf,
  isLow,
  lowMoodOf,
  ownTurns,
  riskOf,
  RISK_DAYS,
  turnsAbout,
  weekdayOf,
  type Insight,
} from "./insights.ts";

const FACTS_MAX = 10_000;
/** Things that are looked at, most mentioned first. */
const ENTITIES_MAX = 100;
/** Newest turns, from which the usual shares of this user are counted. */
const USUAL_TURNS = 500;
/** Maximum number of open insights that still hold; an owner would not read more. */
const OPEN_MAX = 20;

/**
 * Proposes what code reads from memory: relations that keep changing, things that go with low mood or a day of the week,
 * plans on weak ground. The owner decides in Review whether it is useful; nothing of it becomes a fact. Idempotent.
 */
export const findInsights = defineJob<Needs<"clock">>({
  name: "find-insights",
  title: "Find patterns",
  does: "Suggests patterns, frequent changes and doubtful plans; you decide in Review.",
  changesMemory: true,
  schedule: "50 4 * * 0",
  async work(job, { clock }) {
    const now = clock.now();
    const plans = await job.step(() => comingUp(job.user, { now, days: RISK_DAYS }));
    const risks = plans.flatMap((plan) => riskOf(plan, now) ?? []);
    const found = [...risks, ...(await changes(job)), ...(await patterns(job))];
    const reviews = found.map(({ left, right, reason }) =>
      openReview("insight", [left, right], reason, now, job.runId),
    );
    let proposed = 0;
    await job.change("insights", async () => {
      const known = await job.user.reviewsById(reviews.map(({ id }) => id));
      const ids = new Set(known.map(({ id }) => id));
      const open = known.filter(({ state }) => state === "open");
      const fresh = reviews.filter(({ id }) => !ids.has(id)).slice(0, Math.max(0, OPEN_MAX - open.length));
      proposed = fresh.length;
      return fresh.map((review): Mutation => ({ op: "review.put", review }));
    });
    return { found: found.length, proposed };
  },
});

async function changes({ user, step }: JobRun): Promise<Insight[]> {
  const past = await step(() => user.facts({ statuses: ["superseded"], limit: FACTS_MAX }));
  // An age or a price is expected to change.
  const steady = past.filter(
    ({ predicate }) => cardinality(predicate) === "one" && catalogued(predicate)?.lasts !== "briefly",
  );
  const relations = Map.groupBy(steady, (fact) => `${fact.subjectId} ${predicateFamily(fact.predicate)}`);
  const found: Insight[] = [];
  for (const [one, ...others] of relations.values()) {
    if (one === undefined || others.length + 1 < CHANGES_MIN) continue;
    const change = await step(() => changeOf(user, one));
    if (change !== null) found.push(change);
  }
  return found;
}

/** Only what is more frequent than usual for this user is a pattern of the thing. */
async function patterns({ user, step }: JobRun): Promise<Insight[]> {
  const { timeZone } = await user.settings();
  const weekdayOfTurn = (occurredAt: string): number => new Date(localDate(occurredAt, timeZone)).getUTCDay();
  const newest = await step(() => user.episodes({ order: "newest", limit: USUAL_TURNS }));
  const usual = await ownTurns(user, newest);
  const usualLow = usual.filter(isLow).length / usual.length;
  const found: Insight[] = [];
  const mentioned = await user.entityPage({ sort: "mentions", order: "desc", limit: ENTITIES_MAX });
  for (const entity of mentioned.items) {
    if (entity.isSelf || entity.status === "archived") continue;
    const turns = await step(() => turnsAbout(user, entity.id));
    const low = lowMoodOf(entity, turns);
    if (low !== null && low.confidence > usualLow) found.push(low);
    const weekly = weekdayOf(entity, turns, timeZone);
    const day = weekly?.turns[0] && weekdayOfTurn(weekly.turns[0].occurredAt);
    const usualDay =
      usual.filter(({ occurredAt }) => weekdayOfTurn(occurredAt) === day).length / usual.length;
    if (weekly !== null && weekly.confidence > usualDay) found.push(weekly);
  }
  return found;
}
