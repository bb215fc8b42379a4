import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Review, ReviewKind, ReviewState } from "../../domain/model/review.ts";
import { BELIEVED_STATUSES, CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { Page, PageRequest, UserStore } from "../../ports/memory-store.ts";
import { closingOf } from "./closings.ts";
import { disputeId, disputeOf, isListedBy, type Dispute } from "./disputes.ts";
import { currentEntities } from "./identities.ts";
import { contentOf } from "../forgetting/hide.ts";
import { currentInsight } from "../insights/insights.ts";
import { askedAboutBy, closingQuestions } from "../retrieval/related.ts";
import { currentInference } from "./inferred.ts";
import { factsOfEntities } from "../facts-of.ts";

type ItemOf<Make extends (...args: never[]) => unknown> = NonNullable<Awaited<ReturnType<Make>>>;

/** An item waiting for the owner, with everything needed to decide it. */
export type ReviewItem =
  | ItemOf<typeof disputeItem>
  | ItemOf<typeof closingItem>
  | ItemOf<typeof mergeItem>
  | ItemOf<typeof inferredItem>
  | ItemOf<typeof insightItem>
  | ItemOf<typeof forgetItem>;

export type ReviewItemKind = ReviewItem["kind"];

/** Facts shown per side. */
const FACTS_SHOWN = 10;
type Lister = (
  user: UserStore,
  query: { state: ReviewState } & PageRequest,
  now: Instant,
) => Promise<Page<ReviewItem>>;

/** In listing order; a cursor begins with the mark of its list. */
const LISTS: { kind: ReviewItemKind; mark: string; list: Lister }[] = [
  { kind: "dispute", mark: "d.", list: disputeItems },
  { kind: "closing", mark: "c.", list: storedItems("closing", closingItem) },
  { kind: "merge", mark: "m.", list: storedItems("merge", mergeItem) },
  { kind: "inferred", mark: "i.", list: storedItems("inferred", inferredItem) },
  { kind: "insight", mark: "n.", list: storedItems("insight", insightItem) },
  { kind: "forget", mark: "f.", list: storedItems("forget", forgetItem) },
];

/** Disputes first, then possible closings, possible duplicates, inferences and insights; newest first in each. */
export async function reviewItems(
  user: UserStore,
  query: { kind?: ReviewItemKind | undefined; state: ReviewState } & PageRequest,
  now: Instant,
): Promise<Page<ReviewItem>> {
  const { kind, state, limit, cursor } = query;
  const lists = LISTS.filter((one) => kind === undefined || one.kind === kind);
  const from = Math.max(
    0,
    lists.findIndex(({ mark }) => cursor?.startsWith(mark)),
  );
  const items: ReviewItem[] = [];
  for (const [at, { mark, list }] of lists.slice(from).entries()) {
    let after = (at === 0 && cursor?.replace(mark, "")) || undefined;
    // A whole page may have nothing left to decide.
    do {
      if (items.length >= limit) return { items, nextCursor: `${mark}${after ?? ""}` };
      const page = await list(user, { state, limit: limit - items.length, cursor: after }, now);
      items.push(...page.items);
      after = page.nextCursor ?? undefined;
    } while (after !== undefined);
  }
  return { items, nextCursor: null };
}

/** The stored questions of one kind; an item is null if it has nothing left to decide or show. */
function storedItems(
  kind: ReviewKind,
  itemOf: (user: UserStore, review: Review, now: Instant) => Promise<ReviewItem | null>,
): Lister {
  return async (user, query, now) => {
    const { items, nextCursor } = await user.reviewPage({ ...query, kind });
    const shown = await Promise.all(items.map((review) => itemOf(user, review, now)));
    return { items: shown.filter((item) => item !== null), nextCursor };
  };
}

function storedOf({ id, state, reason, at, decidedAt, decidedBy, runId }: Review) {
  return { id, state, reason, at, decidedAt, decidedBy, runId };
}

/**
 * Hidden by an intent until it is erased: deciding one decides the whole intent. Possible matches (not `sure`) are not hidden,
 * and stay if there is no answer. Erased content no longer has words.
 */
async function forgetItem(user: UserStore, review: Review) {
  const { id, state, at, decidedAt, decidedBy, left: askedIn } = review;
  const text = await contentOf(user, review);
  const sure = review.reason !== "maybe";
  if (text === null) return null;
  return { kind: "forget" as const, sure, id, state, at, decidedAt, decidedBy, askedIn, text };
}

/** Derived from the facts: none is decided. Whether something has ended is asked by a closing. */
async function disputeItems(
  user: UserStore,
  { state, ...page }: { state: ReviewState } & PageRequest,
): Promise<Page<ReviewItem>> {
  if (state !== "open") return { items: [], nextCursor: null };
  const [{ items, nextCursor }, questions] = await Promise.all([
    user.factPage({ ...page, statuses: ["disputed"] }),
    closingQuestions(user),
  ]);
  const asked = askedAboutBy(questions);
  const left = items.filter(({ id }) => !asked.has(id));
  const disputes = await Promise.all(left.map((fact) => disputeOf(user, fact, asked)));
  return { items: disputes.filter(isListedBy).map(disputeItem), nextCursor };
}

function disputeItem(dispute: Dispute) {
  const { id, createdAt: at } = dispute.fact;
  return { kind: "dispute" as const, id: disputeId(id), state: "open" as const, at, ...dispute };
}

/** Believed so far; `news` may have ended it, or shows that it was never true (`reason`). */
async function closingItem(user: UserStore, review: Review) {
  const closing = await closingOf(user, review);
  if (closing === null) return null;
  const isMoot = review.state === "open" && !BELIEVED_STATUSES.includes(closing.fact.status);
  return isMoot ? null : { kind: "closing" as const, ...storedOf(review), ...closing };
}

/** Shown only as long as it holds, a decided one as well: it has no words of its own. */
async function insightItem(user: UserStore, review: Review, now: Instant) {
  const insight = await currentInsight(user, review, now);
  if (insight === null) return null;
  const { text, confidence, facts, turns } = insight;
  return { kind: "insight" as const, ...storedOf(review), text, confidence, facts, turns };
}

/** An open one is shown only as long as it follows; a decided one that does not has no words any more. */
async function inferredItem(user: UserStore, review: Review) {
  const decided = { kind: "inferred" as const, ...storedOf(review) };
  const known = await currentInference(user, review);
  if (known === null) {
    if (review.state === "open") return null;
    const entities = await user.entitiesById([review.left, review.right]);
    return { ...decided, text: null, predicate: null, entities: entities.map(byFactsAlone), facts: [] };
  }
  const { text, inference, from, to, premises: facts } = known;
  const entities = [from, to].map(byFactsAlone);
  return { ...decided, text, predicate: inference.predicate, entities, facts };
}

/**
 * A decided one shows both original entities under their own names; an open one is shown only as long as there are two.
 */
async function mergeItem(user: UserStore, review: Review) {
  const sides =
    review.state === "open"
      ? await currentEntities(user, review)
      : await user.entitiesById([review.left, review.right]);
  if (sides === null) return null;
  const entities = await Promise.all(sides.map((entity) => sideOf(user, entity)));
  return { kind: "merge" as const, ...storedOf(review), entities };
}

/** One of two entities that may be the same, with its facts. */
async function sideOf(user: UserStore, entity: Entity): Promise<{ entity: Entity; facts: Fact[] }> {
  const facts = await factsOfEntities(user, [entity.id], CURRENT_STATUSES, FACTS_SHOWN);
  return { entity: byFactsAlone(entity), facts };
}

/** Its facts are listed alongside: a summary might say something none of them does. */
function byFactsAlone(entity: Entity): Entity {
  return { ...entity, summary: null };
}
