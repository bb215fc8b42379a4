import { lastSaid } from "../../domain/belief/confidence.ts";
import { validFrom } from "../../domain/belief/consistency.ts";
import { familyNames } from "../../domain/belief/predicate.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { localDate } from "../../domain/model/local-day.ts";
import type { InsightReason, Review } from "../../domain/model/review.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { daysBetween, type Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { hiddenTurns } from "../forgetting/hide.ts";
import { comingUpOf, type ComingUp } from "../plans/coming-up.ts";
import { rootEntity } from "../review/merge.ts";

/** A pattern, change or risk that code read from memory: a suggestion to the owner, never a fact. */
export interface Insight {
  reason: InsightReason;
  /** The entity or fact it is about. */
  left: string;
  /** The same, but for a change: the oldest of its facts, so that it is one insight however often it changes. */
  right: string;
  text: string;
  /** 0-1, a lower bound from counts. */
  confidence: number;
  facts: Fact[];
  turns: Episode[];
}

export const CHANGES_MIN = 3;
/** Turns, or days, that a pattern needs. */
const OFTEN_MIN = 4;
const LOW_MOOD_SHARE = 1 / 2;
const WEEKDAY_SHARE = 2 / 3;
/** Of a valence from 0 to 1; neutral is 0.5. */
const LOW_VALENCE = 0.35;
export const RISK_DAYS = 14;
/** A plan last mentioned longer ago may be outdated. */
const OLD_DAYS = 90;
/** Facts of one relation that are read, and turns about one thing, newest first. */
const FACTS_MAX = 100;
const TURNS_MAX = 200;
/** Facts and turns shown as evidence. */
const SHOWN_MAX = 8;

/** Recomputed from current memory; null if it no longer holds, or what it rests on is gone. */
export async function currentInsight(
  user: UserStore,
  { reason, right }: Pick<Review, "reason" | "right">,
  now: Instant,
): Promise<Insight | null> {
  if (reason === "change") {
    const fact = await user.fact(right);
    return fact === null ? null : changeOf(user, fact);
  }
  if (reason === "risk") {
    const fact = await user.fact(right);
    const plan = fact && (await comingUpOf(user, fact, { now, days: RISK_DAYS }));
    return plan && riskOf(plan, now);
  }
  const entity = await rootEntity(user, right);
  if (entity === null || entity.status === "archived") return null;
  const turns = await turnsAbout(user, entity.id);
  if (reason === "low_mood") return lowMoodOf(entity, turns);
  return weekdayOf(entity, turns, (await user.settings()).timeZone);
}

/** A relation with one value that changed often: "lives in" Oslo, Bergen, Rome, Paris. */
export async function changeOf(user: UserStore, { subjectId, predicate }: Fact): Promise<Insight | null> {
  const all = await user.facts({
    entityIds: [subjectId],
    role: "subject",
    predicates: familyNames(predicate),
    statuses: STATUSES.filter((status) => status !== "archived"),
    limit: FACTS_MAX,
  });
  const facts = all
    .filter(({ status }) => status === "verified" || status === "superseded")
    .sort((a, b) => (validFrom(a).at < validFrom(b).at ? -1 : 1));
  const objects = await user.entitiesById(facts.flatMap(({ objectId }) => objectId ?? []));
  const names = new Map(objects.map(({ id, name }) => [id, name]));
  const values = facts.map(({ objectId, value }) => value ?? names.get(objectId ?? "") ?? "");
  const steps = values.filter((value, n) => value !== values[n - 1]);
  const [first, last] = [facts[0], facts.at(-1)];
  if (first === undefined || last === undefined || steps.length <= CHANGES_MIN) return null;
  return {
    reason: "change",
    left: subjectId,
    right: first.id,
    text: `${last.text} It changed ${steps.length - 1} times: ${steps.join(", ")}.`,
    confidence: wilson(facts.length, all.length),
    facts: facts.slice(-SHOWN_MAX),
    turns: [],
  };
}

export function lowMoodOf({ id, name }: Entity, turns: readonly Episode[]): Insight | null {
  const low = turns.filter(isLow);
  if (low.length < OFTEN_MIN || low.length / turns.length < LOW_MOOD_SHARE) return null;
  return {
    reason: "low_mood",
    left: id,
    right: id,
    text: `${low.length} of ${turns.length} messages that mention ${name} sound unhappy.`,
    confidence: wilson(low.length, turns.length),
    facts: [],
    turns: low.slice(0, SHOWN_MAX),
  };
}

export function weekdayOf({ id, name }: Entity, turns: readonly Episode[], timeZone: string): Insight | null {
  const byDay = Map.groupBy(turns, ({ occurredAt }) => localDate(occurredAt, timeZone));
  const byWeekday = Map.groupBy(byDay.keys(), (date) => new Date(date).getUTCDay());
  const [weekday = 0, dates = []] = [...byWeekday].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  if (dates.length < OFTEN_MIN || dates.length / byDay.size < WEEKDAY_SHARE) return null;
  return {
    reason: "weekday",
    left: id,
    right: id,
    text: `${name} comes up on ${WEEKDAYS[weekday]}s: on ${dates.length} of ${byDay.size} days.`,
    confidence: wilson(dates.length, byDay.size),
    facts: [],
    turns: dates.flatMap((date) => byDay.get(date)?.slice(0, 1) ?? []).slice(0, SHOWN_MAX),
  };
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** A plan ahead that is in doubt or has not been mentioned for long. */
export function riskOf({ fact, daysUntil, isYearly }: ComingUp, now: Instant): Insight | null {
  const isOld = daysBetween(lastSaid(fact), now) > OLD_DAYS;
  if (daysUntil === null || isYearly || (fact.status !== "disputed" && !isOld)) return null;
  const doubt = fact.status === "disputed" ? "it is in doubt" : "it was not mentioned for a long time";
  const when = daysUntil > 1 ? `in ${daysUntil} days` : daysUntil === 1 ? "tomorrow" : "today";
  return {
    reason: "risk",
    left: fact.id,
    right: fact.id,
    text: `${fact.text} That is ${when}, but ${doubt}.`,
    confidence: Math.round((1 - fact.confidence) * 100) / 100,
    facts: [fact],
    turns: [],
  };
}

/** The user's own turns that mention it, newest first, without those that wait to be erased. */
export async function turnsAbout(user: UserStore, entityId: string): Promise<Episode[]> {
  const mentions = await user.mentionsOf([entityId]);
  const ids = [...new Set(mentions.map(({ episodeId }) => episodeId))].slice(0, TURNS_MAX);
  return ownTurns(user, await user.episodesById(ids));
}

export async function ownTurns(user: UserStore, turns: readonly Episode[]): Promise<Episode[]> {
  const hidden = await hiddenTurns(user);
  return turns.filter(
    ({ id, speaker, source, replacedBy }) =>
      speaker === null && source !== "consolidated" && replacedBy === null && !hidden.has(id),
  );
}

export function isLow({ valence }: Pick<Episode, "valence">): boolean {
  return valence < LOW_VALENCE;
}

/** Lower bound of a share at 95 %, so that few counts give little confidence (Wilson 1927). */
export function wilson(part: number, whole: number): number {
  if (whole === 0) return 0;
  const [z, share] = [1.96, part / whole];
  const middle = share + (z * z) / (2 * whole);
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * whole)) / whole);
  return Math.round(((middle - spread) / (1 + (z * z) / whole)) * 100) / 100;
}
