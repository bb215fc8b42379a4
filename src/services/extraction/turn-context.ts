import { sameObject } from "../../domain/belief/consistency.ts";
import type { Change } from "../../domain/model/change.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { plusMs, type Instant } from "../../domain/model/time.ts";
import type { Status } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { turnsOf } from "../branches.ts";
import type { ResolvedNames } from "./resolve.ts";
import { factsOfSubjects } from "../facts-of.ts";

/** Turns read per wanted turn: some are off the record, some came late. */
const POOL_FACTOR = 4;

/** Turns of the conversation said before this one, by time, oldest first: a turn dated in the past came late. */
export async function turnsBefore(user: UserStore, episode: Episode, limit: number): Promise<Episode[]> {
  const { conversationId: id, occurredAt } = episode;
  const query = { occurred: { to: plusMs(occurredAt, 1) }, limit: POOL_FACTOR * limit };
  const own = await turnsOf(user, { id }, query);
  // The ordinals of a branch begin behind those of the turns that it shares.
  const isAll = own.length === query.limit || [episode, ...own].some(({ ordinal }) => ordinal === 0);
  const said = isAll ? own : await turnsOf(user, { id, ...(await user.conversation(id)) }, query);
  return said
    .filter((other) => other.memory === "on" && bySaying(other, episode) < 0)
    .sort(bySaying)
    .slice(-limit);
}

type Said = Pick<Episode, "occurredAt" | "ordinal">;

/** Orders a conversation's turns by when they were said. */
export function bySaying(a: Said, b: Said): number {
  if (a.occurredAt === b.occurredAt) return a.ordinal - b.ordinal;
  return a.occurredAt < b.occurredAt ? -1 : 1;
}

/** The assistant message that a turn answers; empty for the first turn of a conversation. */
export async function replyBefore(user: UserStore, episode: Episode): Promise<string> {
  const [before] = await turnsBefore(user, episode, 1);
  return before?.assistantReply ?? "";
}

/** Newest facts compared with a new statement. */
const FACTS_MAX = 2000;

/** Current facts, and those that are believed no more though nothing took their place. */
export interface StoredFacts {
  known: Fact[];
  away: Fact[];
}

export const KNOWN_STATUSES: readonly Status[] = ["staged", "verified"];
export const AWAY_STATUSES: readonly Status[] = ["archived", "corrected", "retracted"];

/** Changes of one fact that are read, newest first. */
const CHANGES_MAX = 20;

/**
 * The one of some facts that its owner took back after a time, or gave another value in place of the stated one: words from
 * before do not bring it back.
 */
export async function deniedSince(
  user: UserStore,
  facts: readonly Fact[],
  stated: Fact,
  at: Instant,
): Promise<Fact | null> {
  for (const fact of facts) {
    const { items } = await user.changePage({ targetId: fact.id, limit: CHANGES_MAX });
    const isSame = sameObject(fact, stated);
    const denies = ({ before, after }: Change): boolean => {
      const [was, is] = [before as Fact | null, after as Fact | null];
      if (isSame) return is?.status === "corrected" || is?.status === "retracted";
      return was !== null && is !== null && sameObject(was, stated) && !sameObject(is, stated);
    };
    if (items.some((one) => one.actor === "user" && !one.undone && one.at > at && denies(one))) return fact;
  }
  return null;
}

/** The facts about some entities. */
export async function factsAbout(user: UserStore, entityIds: string[]): Promise<StoredFacts> {
  const of = (statuses: readonly Status[]): Promise<Fact[]> =>
    factsOfSubjects(user, entityIds, statuses, FACTS_MAX);
  const [known, away] = await Promise.all([of(KNOWN_STATUSES), of(AWAY_STATUSES)]);
  return { known, away };
}

/** The user and the named entities, without those that the turn introduces. */
export function storedIds(names: ResolvedNames): string[] {
  const created = new Set(names.created.map((entity) => entity.id));
  const named = [names.self, ...names.byName.values()].map((entity) => entity.id);
  return [...new Set(named)].filter((id) => !created.has(id));
}
