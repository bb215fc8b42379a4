import { saidAt } from "../../../domain/belief/consistency.ts";
import type { Episode } from "../../../domain/model/episode.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import type { MutationBatch } from "../../../domain/model/mutation.ts";
import { isClosing, reconcile, type RuledPair } from "../../../domain/belief/reconciliation.ts";
import type { Status } from "../../../domain/model/status.ts";
import type { Instant } from "../../../domain/model/time.ts";
import type { Trace } from "../../../domain/model/trace.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import { bySaying } from "../../extraction/turn-context.ts";
import { COST_COUNTED_ELSEWHERE, traceOfCall } from "../../model/trace.ts";
import { askPass, type AskDeps } from "../ask.ts";
import { BeliefChanges, turnOf } from "../belief-changes.ts";
import { knownAroundNews } from "./known-around.ts";
import {
  standingChangesSchema,
  newsMessage,
  readStandingChanges,
  readStandings,
  standingsSchema,
  type StandingChange,
} from "./standing-changes.ts";
import type { NearbyDeps } from "./nearby.ts";
import { keyOf } from "./questions.ts";
import { factsOfSubjects } from "../../facts-of.ts";
import { distinctById, inGroups } from "../../collections.ts";

/** Newest judged turns searched for ones whose consequences an aborted pass never looked at. */
const BACK_MAX = 60;
/** Maximum number of news statements in one question. */
const NEWS_MAX = 60;

/** Turns of one conversation that were judged by votes, with the facts they made believed. */
export interface ConversationNews {
  episodes: Episode[];
  facts: Fact[];
}

/** Results of the consequences pass for some news; stored as one batch. */
export interface Consequences {
  traces: Trace[];
  /** Pairs ruled on by two readers. */
  pairs: (RuledPair & { newer: Fact })[];
  calls: number;
  /** For the subject of each fact that would end, the number of believed facts about it. */
  knownAbout: ReadonlyMap<string, number>;
  /** Number of facts each turn ended earlier by its own statements. */
  endedBy: ReadonlyMap<string, number>;
}

/** Maximum share of the believed facts about one entity that may end without being mentioned. */
const SHARE_MAX = 0.5;
/** Facts counted per entity. */
const KNOWN_MAX = 500;

/**
 * News without a consequences pass, by conversation, oldest first: from the turns just judged by votes, and from the newest ones,
 * in case an earlier pass died before it got to them.
 */
export async function newsWithoutConsequences(
  user: UserStore,
  judged: readonly string[],
): Promise<ConversationNews[]> {
  const newest = await user.episodes({ verification: "done", order: "newest", limit: BACK_MAX });
  const known = new Set(newest.map(({ id }) => id));
  const others = judged.filter((id) => !known.has(id));
  const done = [...newest, ...(others.length === 0 ? [] : await user.episodesById(others))];
  const traces = await user.traces(done.map(({ id }) => id));
  const has = (episode: Episode, purpose: Trace["purpose"]): boolean =>
    traces.some((trace) => trace.episodeId === episode.id && trace.purpose === purpose);
  const waiting = done
    .filter(({ verification }) => verification.state === "done")
    .filter((episode) => has(episode, "blind") && !has(episode, "consequences"))
    .sort(bySaying);
  const conversations = Map.groupBy(waiting, ({ conversationId }) => conversationId);
  const news = await Promise.all([...conversations.values()].map((episodes) => newsOf(user, episodes)));
  return news.flat();
}

/** Split into parts, so that all statements of a conversation fit. */
async function newsOf(user: UserStore, episodes: Episode[]): Promise<ConversationNews[]> {
  const episodeIds = episodes.map(({ id }) => id);
  const limit = NEWS_MAX * episodes.length;
  const found = await user.facts({ episodeIds, statuses: ["verified"], limit });
  const facts = found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const first = ({ evidence }: Fact): string | undefined =>
    episodeIds.find((id) => evidence.some(({ episodeId }) => episodeId === id));
  const byTurn = Map.groupBy(facts, first);
  const turns = episodes.map((episode) => ({ episode, facts: byTurn.get(episode.id) ?? [] }));
  const parts = inGroups(turns, (group) => group.flatMap((turn) => turn.facts).length <= NEWS_MAX);
  return parts.map((part) => {
    const mine = new Set(part.flatMap((turn) => turn.facts));
    return { episodes: part.map(({ episode }) => episode), facts: facts.filter((fact) => mine.has(fact)) };
  });
}

/**
 * Facts that depend on a changed one end with it even if no one says so: someone with a new job no longer has the old boss. One
 * question covers a conversation's news and the known facts around them; a second reader, who also sees all of the news, confirms
 * the result.
 */
export async function findConsequences(
  deps: AskDeps,
  nearby: NearbyDeps,
  { episodes, facts }: ConversationNews,
  signal: AbortSignal,
): Promise<Consequences> {
  const last = episodes.at(-1);
  const seen = episodes.map(({ id }) => traceOfCall(deps, id, "consequences", COST_COUNTED_ELSEWHERE, {}));
  const known = facts.length === 0 ? [] : await knownAroundNews(nearby, episodes, facts);
  if (known.length === 0 || last === undefined)
    return { traces: seen, pairs: [], calls: 0, knownAbout: new Map(), endedBy: new Map() };
  const call = await askPass(
    deps,
    {
      purpose: "consequences",
      messages: [newsMessage(facts, "known", known)],
      schema: { name: "changes", schema: standingChangesSchema(known.length, facts.length) },
      read: (json) => readStandingChanges(json, facts, known),
    },
    signal,
  );
  const changed = (call.read ?? []).filter(
    ({ ruling, newer, older }) => ruling !== "unclear" && saidAt(older) <= saidAt(newer),
  );
  const rulings = Object.fromEntries(changed.map((one) => [keyOf(one), one.ruling]));
  const first = traceOfCall(deps, last.id, "consequences", call, { rulings });
  const second = await confirmConsequences(deps, last.id, facts, changed, signal);
  return {
    traces: [...seen.slice(0, -1), first, ...(second === null ? [] : [second])],
    pairs: changed.map((one) => ({
      newer: one.newer,
      known: one.older,
      rulings: [one.ruling, second?.rulings[keyOf(one)] ?? "unclear"],
    })),
    calls: second === null ? 1 : 2,
    knownAbout: await countKnownAbout(nearby.user, changed),
    endedBy: changed.length === 0 ? new Map() : await countEndedBy(nearby.user, facts),
  };
}

/** Counted from the rulings over its statements. */
async function countEndedBy(user: UserStore, news: readonly Fact[]): Promise<Map<string, number>> {
  const turns = [...new Set(news.map(turnOf))];
  const traces = await user.traces(turns);
  const ended = turns.map(async (turn) => {
    const mine = news.filter((fact) => turnOf(fact) === turn);
    const ruled = traces
      .filter(({ episodeId }) => episodeId === turn)
      .flatMap(({ rulings }) => Object.entries(rulings))
      .flatMap(([pair, ruling]) => (isClosing(ruling) ? (pair.split(":")[1] ?? []) : []));
    const ids = new Set([...ruled, ...mine.flatMap(({ supersedes }) => supersedes ?? [])]);
    const facts = await user.factsById([...ids]);
    return [turn, facts.filter(({ status }) => ENDED.has(status)).length] as const;
  });
  return new Map(await Promise.all(ended));
}

const ENDED: ReadonlySet<Status> = new Set(["superseded", "corrected", "retracted"]);

async function countKnownAbout(
  user: UserStore,
  changed: readonly StandingChange[],
): Promise<Map<string, number>> {
  const subjects = [...new Set(changed.map(({ older }) => older.subjectId))];
  const counts = subjects.map(async (id) => {
    const facts = await factsOfSubjects(user, [id], ["verified"], KNOWN_MAX);
    return [id, facts.length] as const;
  });
  return new Map(await Promise.all(counts));
}

/** A single pair would not be enough: "the ship is in" ends "she is at sea" only in the context of the rest. */
async function confirmConsequences(
  deps: AskDeps,
  episodeId: string,
  news: readonly Fact[],
  changed: readonly StandingChange[],
  signal: AbortSignal,
): Promise<Trace | null> {
  if (changed.length === 0) return null;
  const old = distinctById(changed.map(({ older }) => older)).reverse();
  const call = await askPass(
    deps,
    {
      purpose: "aftermath",
      messages: [newsMessage(news, "old", old)],
      schema: { name: "standings", schema: standingsSchema(old.length) },
      read: (json) => readStandings(json, old),
    },
    signal,
  );
  const rulings = changed.flatMap((one) => {
    const ruling = call.read?.get(one.older.id);
    return ruling === undefined ? [] : [[keyOf(one), ruling] as const];
  });
  return traceOfCall(deps, episodeId, "aftermath", call, { rulings: Object.fromEntries(rulings) });
}

/** The facts that both readers say have ended; applied once, with the traces that explain why. */
export function consequencesBatch(
  { episodes }: ConversationNews,
  { traces, pairs, knownAbout, endedBy }: Consequences,
  now: Instant,
  runId: string,
): MutationBatch {
  const changes = new BeliefChanges([], [], new Map(), now, endedBy);
  const ends = pairs.map(({ newer, ...pair }) => ({ newer, closed: reconcile(newer, [pair]).closed }));
  const about = Map.groupBy(
    ends.flatMap(({ closed }) => closed.map(({ fact }) => fact)),
    ({ subjectId }) => subjectId,
  );
  for (const { newer, closed } of ends)
    for (const one of closed) {
      const { subjectId } = one.fact;
      const count = new Set(about.get(subjectId)?.map(({ id }) => id)).size;
      const isMuch = count > Math.max(1, (knownAbout.get(subjectId) ?? 0) * SHARE_MAX);
      if (isMuch) changes.ask(newer, [one]);
      else changes.end(newer, [one]);
    }
  return {
    actor: "verify",
    reason: "consequences",
    runId,
    once: `consequences:${episodes.at(-1)?.id}`,
    mutations: [...changes.mutations, ...traces.map((trace) => ({ op: "trace.put", trace }) as const)],
  };
}
