import {
  BRANCH_DEPTH_MAX,
  BRANCHES_MAX,
  type BranchPoint,
  type Conversation,
} from "../domain/model/conversation.ts";
import { type Episode, OFF_THE_RECORD } from "../domain/model/episode.ts";
import { invalidField } from "../errors.ts";
import type { EpisodeQuery, UserStore } from "../ports/memory-store.ts";
import type { TurnInput } from "./chat/turn-types.ts";

/** A conversation, or a branch that is about to begin. */
export type Thread = { id: string } & Partial<BranchPoint>;

/**
 * The turns of a conversation, newest first: its own, then those it shares with the conversations it branches off from.
 * The ordinals of a branch count on from those of the shared turns.
 */
export async function turnsOf(
  user: UserStore,
  { id, ...own }: Thread,
  query: Pick<EpisodeQuery, "fromOrdinal" | "occurred" | "limit">,
): Promise<Episode[]> {
  const turns = await user.episodes({ ...query, conversationId: id, order: "newest" });
  let point: Partial<BranchPoint> | null = own;
  for (let depth = 0; depth < BRANCH_DEPTH_MAX && point?.branchOf !== undefined; depth++) {
    const { branchOf: conversationId, branchAt: beforeOrdinal }: Partial<BranchPoint> = point;
    const limit = query.limit - turns.length;
    if (limit === 0) break;
    const shared = { ...query, conversationId, beforeOrdinal, limit, order: "newest" } as const;
    turns.push(...(await user.episodes(shared)));
    point = await user.conversation(conversationId);
  }
  return turns;
}

/** Where the conversation begins in which a message takes an earlier one's place; null unless one is named. */
export async function branchPointOf(user: UserStore, input: TurnInput): Promise<BranchPoint | null> {
  if (input.branchFrom === undefined) return null;
  const refused = (why: string) => invalidField("branchFrom", why);
  if (input.conversationId !== undefined || input.replaces !== undefined)
    throw refused("begins a new conversation, so neither conversationId nor replaces may be given");
  const edited = await user.episode(input.branchFrom);
  const conversation = edited && (await user.conversation(edited.conversationId));
  if (!conversation) throw invalidField("branchFrom", "there is no such turn", "not_found");
  if (edited.replacedBy !== null) throw refused("this turn was replaced");
  const isOwn = edited.speaker === null && edited.source !== "consolidated";
  if (!isOwn || edited.userMessage.includes(OFF_THE_RECORD))
    throw refused("only your own words, on the record, can be edited");
  const point = await pointBefore(user, conversation, edited);
  if ((await depthOf(user, point)) > BRANCH_DEPTH_MAX)
    throw refused(`at most ${BRANCH_DEPTH_MAX} branches of branches`);
  if ((await user.branches(point.branchOf)).length >= BRANCHES_MAX)
    throw refused(`at most ${BRANCHES_MAX} branches of a conversation`);
  return point;
}

/** Before the first turn of a branch, another one branches off from the same conversation. */
async function pointBefore(
  user: UserStore,
  { id, branchOf, branchAt }: Conversation,
  { ordinal }: Episode,
): Promise<BranchPoint> {
  if (branchOf !== undefined && branchAt !== undefined) {
    const earlier = { conversationId: id, beforeOrdinal: ordinal, order: "newest", limit: 1 } as const;
    if ((await user.episodes(earlier)).length === 0) return { branchOf, branchAt };
  }
  return { branchOf: id, branchAt: ordinal };
}

async function depthOf(user: UserStore, { branchOf }: BranchPoint): Promise<number> {
  let depth = 1;
  for (let above = await user.conversation(branchOf); above?.branchOf !== undefined; depth++) {
    if (depth > BRANCH_DEPTH_MAX) break;
    above = await user.conversation(above.branchOf);
  }
  return depth;
}
