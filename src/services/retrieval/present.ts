import type { Episode } from "../../domain/model/episode.ts";
import { validDuring } from "../../domain/belief/validity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { sentences } from "../../language/text.ts";
import { toldBy } from "./answerability.ts";
import { focusFactor } from "./focus.ts";
import { isDenial } from "../../domain/grounding/grounding.ts";
import { type MemoryItems, describeItem, readMemoryItems } from "./memory-items.ts";
import { byScore, withRelevanceFeedback } from "./relevance-feedback.ts";
import type { LaneContext, TimedContext } from "./lanes.ts";
import { askedStatements, isOver, outdatedTurns, statementsOf, type Statements } from "./outdated.ts";
import { repliesLast } from "./replies.ts";
import { round, score, traitsOf } from "./score.ts";
import { scopeTest } from "./search-scope.ts";
import { wordingFactor } from "./wording.ts";
import type { Candidate, MemoryItem, SearchResult } from "./types.ts";
import { isVisible } from "./visible.ts";
import { shadowed } from "./shadows.ts";

export async function present(
  context: TimedContext,
  candidates: Candidate[],
  relevance: Map<Candidate, number>,
  staged: Fact[],
): Promise<SearchResult[]> {
  const looked = statementsOf(context.user, context.request.asOf === undefined ? turnsOf(candidates) : []);
  looked.catch(() => undefined);
  const items = await readMemoryItems(context.user, candidates, context.now);
  const isInScope = await scopeTestOf(context, candidates, items);
  const shadows = shadowed(items.facts, staged);
  const statements = await looked;
  const outdated = outdatedTurns(statements, items.facts, shadows.newer, context.now);
  const about = await context.asked;
  const question = context.request.query.slice(0, QUESTION_CHARS_MAX);
  const turns = turnFactors(context, statements, shadows.newer, toldBy(question, about));
  const results: SearchResult[] = [];
  const focus = focusFactor(context.request.query, about);
  const denies = isDenial(context.request.query);
  const wording = wordingFactor(question);
  for (const candidate of candidates) {
    const item = items.byKey.get(`${candidate.kind}:${candidate.id}`);
    if (!item || !isVisible(context, candidate.kind, item) || !isInScope(candidate.kind, item)) continue;
    const scored = score(
      relevance.get(candidate) ?? 0,
      candidate.kind,
      traitsOf(candidate.kind, item),
      context.request.recipe.profile,
      context.now,
    );
    const standing = standingOf(candidate, item, shadows.newer, turns.standing, denies);
    const time =
      candidate.kind === "episode" ? turns.time(candidate.id) : timeFactor(context, candidate, item);
    const newer = candidate.kind === "episode" ? outdated.get(candidate.id) : undefined;
    const worded = candidate.kind === "episode" ? wording((item as Episode).userMessage) : 1;
    const focused = candidate.kind === "fact" ? focus(item as Fact) : 1;
    results.push({
      kind: candidate.kind,
      id: candidate.id,
      ...describeItem(candidate.kind, item),
      score: round(scored.score * standing * time * worded * focused),
      components: {
        ...explain(candidate, scored.components, standing),
        ...(time === 1 ? {} : { time }),
        ...(worded === 1 ? {} : { wording: round(worded) }),
        ...(focused === 1 ? {} : { focus: round(focused) }),
      },
      isNew: shadows.fresh.has(candidate.id),
      ...(candidate.kind === "episode" && turns.isOutdated(candidate.id) ? { isOutdated: true } : {}),
      ...(newer === undefined ? {} : { over: { newer: context.namesTime ? [] : newer } }),
      item,
    });
  }
  const ranked = results.sort(byScore);
  // A question that names a time asks for one moment: what else was told of the matter belongs to others.
  return repliesLast(context.namesTime ? ranked : withRelevanceFeedback(ranked), context.request.query);
}

/** A pasted book is not a question. */
const QUESTION_CHARS_MAX = 1000;

/** An older value that a newer statement replaces stays findable, far down. */
const SHADOWED_FACTOR = 0.4;
/** So does a turn that told what is asked for, and is over. */
const OUTDATED_FACTOR = 0.5;
/** What is not so answers few questions. */
const NEGATIVE_FACTOR = 0.7;
/** A turn in which the user only asked, briefly, tells nothing; its reply was made from memory. */
const ASKED_FACTOR = 0.8;
const ASKED_CHARS_MAX = 160;

function standingOf(
  candidate: Candidate,
  item: MemoryItem,
  shadowed: ReadonlyMap<string, string>,
  turnStanding: (turnId: string) => number,
  denies: boolean,
): number {
  if (candidate.kind === "fact") {
    if (shadowed.has(candidate.id)) return SHADOWED_FACTOR;
    return (item as Fact).polarity === "negative" && !denies ? NEGATIVE_FACTOR : 1;
  }
  if (candidate.kind !== "episode") return 1;
  return isOnlyQuestion((item as Episode).userMessage) ? ASKED_FACTOR : turnStanding(candidate.id);
}

/**
 * What a turn counts for, by those of its statements that tell most of what is asked. Where one of them is over since,
 * the turn stays findable behind what holds now; where a time is asked about, the one that suits it best counts.
 */
function turnFactors(
  context: TimedContext,
  statements: Statements,
  shadowed: ReadonlyMap<string, string>,
  told: ((fact: Fact) => number) | null,
): Record<"standing" | "time", (turnId: string) => number> & { isOutdated: (turnId: string) => boolean } {
  const never = (): boolean => false;
  if (context.request.knownAt !== undefined) return { standing: () => 1, time: () => 1, isOutdated: never };
  const asked = askedStatements(statements, told ?? (() => 0));
  if (context.namesTime) {
    const suits = (id: string): number => {
      const said = asked(id);
      if (said.facts.length === 0) return 1;
      const best = Math.max(...said.facts.map((fact) => thenFactor(fact, context)));
      return told !== null && said.told === 0 ? UNTOLD_FACTOR * best : best;
    };
    return { standing: () => 1, time: suits, isOutdated: never };
  }
  const isGone = (fact: Fact): boolean => shadowed.has(fact.id) || isOver(fact, context.now);
  const isOutdated = (id: string): boolean => asked(id).facts.some(isGone);
  const holds = (fact: Fact): number => (isGone(fact) ? 1 : nowFactor(fact, context));
  return {
    isOutdated,
    standing: (id) => (isOutdated(id) ? OUTDATED_FACTOR : 1),
    time: (id) => Math.min(1, ...asked(id).facts.map(holds)),
  };
}

/** A turn of the time that is asked about which tells other things. */
const UNTOLD_FACTOR = 0.75;

/**
 * How much a fact counts for a question about a time in which it held, and about one in which it did not; a turn counts
 * as the best of what it told: "we moved in May" says little about March.
 */
const THEN_FACTORS = { valid: 1, unknown: 0.75, not: 0.45 };
/**
 * A question that names no time, and one that reaches until now ("since May"), is mostly about now, but may ask what is to
 * come, what was before, or how long something lasted.
 */
const NOW_FACTORS = { valid: 1, unknown: 1, not: 0.75 };

function timeFactor(context: TimedContext, { kind }: Candidate, item: MemoryItem): number {
  const { request, namesTime } = context;
  if (kind !== "fact" || request.asOf !== undefined || request.knownAt !== undefined) return 1;
  const fact = item as Fact;
  return namesTime ? thenFactor(fact, context) : nowFactor(fact, context);
}

function nowFactor(fact: Fact, { about }: TimedContext): number {
  return Math.max(...about.map((time) => NOW_FACTORS[validDuring(fact, time)]));
}

function thenFactor(fact: Fact, { about, now }: TimedContext): number {
  const over = fact.status === "superseded" ? NOW_FACTORS.not : 1;
  return Math.max(...about.map((time) => THEN_FACTORS[validDuring(fact, time)] * (time.to > now ? over : 1)));
}

function turnsOf(candidates: Candidate[]): string[] {
  return candidates.filter(({ kind }) => kind === "episode").map(({ id }) => id);
}

function isOnlyQuestion(text: string): boolean {
  const asked = sentences(text);
  return (
    text.length <= ASKED_CHARS_MAX && asked.length > 0 && asked.every(({ end }) => text[end - 1] === "?")
  );
}

function explain(
  candidate: Candidate,
  parts: Record<string, number>,
  standing: number,
): Record<string, number> {
  const isShadowed = candidate.kind === "fact" && standing === SHADOWED_FACTOR;
  const lanes = Object.entries(candidate.lanes).map(([lane, value]) => [`lane.${lane}`, round(value)]);
  const profile = Object.entries(parts).map(([name, value]) => [name, round(value)]);
  return {
    ...Object.fromEntries([...profile, ...lanes]),
    ...(candidate.nearness === undefined ? {} : { nearness: round(candidate.nearness) }),
    ...(candidate.onlyReply ? { onlyReply: 1 } : {}),
    ...(standing === 1 ? {} : { [isShadowed ? "shadowed" : "standing"]: standing }),
  } as Record<string, number>;
}

async function scopeTestOf(
  { user, request: { scope } }: LaneContext,
  candidates: Candidate[],
  { byKey }: MemoryItems,
): Promise<(kind: Candidate["kind"], item: MemoryItem) => boolean> {
  if (scope === undefined) return () => true;
  const found = candidates.flatMap(({ kind, id }) => {
    const item = byKey.get(`${kind}:${id}`);
    return item === undefined ? [] : [{ kind, item }];
  });
  return scopeTest(user, scope, found);
}
