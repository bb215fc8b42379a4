import type { Entity } from "../../domain/entity.ts";
import type { Fact } from "../../domain/fact.ts";
import type { Review, ReviewState } from "../../domain/review.ts";
import { CURRENT_STATUSES } from "../../domain/status.ts";
import type { Page, PageRequest, UserStore } from "../../ports/memory-store.ts";
import { disputeId, disputeOf, isListedBy, type Dispute } from "./disputes.ts";
import { sidesOf } from "./identities.ts";

/** What waits for the owner, with all that is needed to decide. */
export type ReviewItem =
  | ({ kind: "dispute"; id: string; state: "open"; at: string } & Dispute)
  | ({ kind: "merge"; entities: Side[] } & Pick<
      Review,
      "id" | "state" | "reason" | "at" | "decidedAt" | "decidedBy" | "runId"
    >);

/** One of two that may be the same, with what is known of it. */
export interface Side {
  entity: Entity;
  facts: Fact[];
}

export type ReviewItemKind = ReviewItem["kind"];

/** Facts shown of each side. */
const FACTS_SHOWN = 10;
/** Which list a cursor goes on in. */
const IN_DISPUTES = "d.";
const IN_MERGES = "m.";

/** Disputes first, then entities that may be one; newest first in each. Decided items are merges alone. */
export async function reviewItems(
  user: UserStore,
  query: { kind?: ReviewItemKind | undefined; state: ReviewState } & PageRequest,
): Promise<Page<ReviewItem>> {
  const { kind, state, limit, cursor } = query;
  const wantsDisputes = state === "open" && kind !== "merge" && !cursor?.startsWith(IN_MERGES);
  if (!wantsDisputes) {
    if (kind === "dispute") return { items: [], nextCursor: null };
    return mergeItems(user, { state, limit, cursor: cursor?.replace(IN_MERGES, "") || undefined });
  }
  const disputes = await disputeItems(user, { limit, cursor: cursor?.replace(IN_DISPUTES, "") });
  if (disputes.nextCursor !== null)
    return { ...disputes, nextCursor: `${IN_DISPUTES}${disputes.nextCursor}` };
  const left = limit - disputes.items.length;
  if (kind === "dispute") return disputes;
  if (left === 0) return { ...disputes, nextCursor: IN_MERGES };
  const merges = await mergeItems(user, { state, limit: left });
  return { items: [...disputes.items, ...merges.items], nextCursor: merges.nextCursor };
}

async function disputeItems(user: UserStore, page: PageRequest): Promise<Page<ReviewItem>> {
  const { items, nextCursor } = await user.factPage({ ...page, statuses: ["disputed"] });
  const disputes = await Promise.all(items.map((fact) => disputeOf(user, fact)));
  return {
    items: disputes.filter(isListedBy).map((dispute) => ({
      kind: "dispute",
      id: disputeId(dispute.fact.id),
      state: "open",
      at: dispute.fact.createdAt,
      ...dispute,
    })),
    nextCursor,
  };
}

async function mergeItems(
  user: UserStore,
  query: { state: ReviewState } & PageRequest,
): Promise<Page<ReviewItem>> {
  const { items, nextCursor } = await user.reviewPage({ ...query, kind: "merge" });
  const shown = await Promise.all(items.map((review) => mergeItem(user, review)));
  return {
    items: shown.filter((item) => item !== null),
    nextCursor: nextCursor === null ? null : `${IN_MERGES}${nextCursor}`,
  };
}

/** A decided one is shown by the entities as they were named; an open one only as long as there are two. */
async function mergeItem(user: UserStore, review: Review): Promise<ReviewItem | null> {
  const { id, state, reason, at, decidedAt, decidedBy, runId } = review;
  const sides =
    state === "open" ? await sidesOf(user, review) : await user.entitiesById([review.left, review.right]);
  if (sides === null) return null;
  const entities = await Promise.all(sides.map((entity) => sideOf(user, entity)));
  return { kind: "merge", id, state, reason, at, decidedAt, decidedBy, runId, entities };
}

async function sideOf(user: UserStore, entity: Entity): Promise<Side> {
  const facts = await user.facts({
    entityIds: [entity.id],
    role: "either",
    statuses: CURRENT_STATUSES,
    limit: FACTS_SHOWN,
  });
  return { entity, facts };
}
