import { createHash } from "node:crypto";
import type { Mutation } from "../../../domain/model/mutation.ts";
import {
  openReview,
  putReview,
  reviewId,
  type Decider,
  type ReviewState,
} from "../../../domain/model/review.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import { PAGE_MAX, pagesOf } from "../../pages.ts";

/** Two names of types or predicates. */
type Names = readonly [string, string];

/**
 * The id holds only a hash, which still recognises the pair: names from a person's own vocabulary must not be kept where forgetting
 * does not reach.
 */
export function synonymId(a: string, b: string): string {
  return reviewId("synonym", hash(a), hash(b));
}

function hash(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 32);
}

/**
 * Decisions on pairs, by id: `accepted` ones mean the same, and are merged whenever both are in use again; `rejected` ones do not,
 * could not be told apart, or had their renaming undone by the owner.
 */
export async function decidedPairs(user: UserStore, pairs: Names[]): Promise<Map<string, ReviewState>> {
  const known = await user.reviewsById(pairs.map(([a, b]) => synonymId(a, b)));
  return new Map(known.map(({ id, state }) => [id, state]));
}

/** Records decisions on these pairs, so that they are not asked about again. */
export function synonymDecisions(
  pairs: Names[],
  state: "accepted" | "rejected",
  decidedBy: Decider,
  at: string,
): Mutation[] {
  return pairs.flatMap(([a, b]) => {
    const question = openReview("synonym", [hash(a), hash(b)], "similar", at);
    return putReview({ ...question, askedAt: at }, { state, decidedAt: at, decidedBy });
  });
}

/** Reasons of renaming changes, by the field they change. */
const RENAMING_REASONS = { same_type: "type", same_predicate: "predicate" } as const;

/** The pairs of names merged by a run; empty if it renamed nothing. */
export async function renamedIn(user: UserStore, runId: string): Promise<Names[]> {
  const found = new Map<string, Names>();
  const read = (cursor?: string) => user.changePage({ runId, limit: PAGE_MAX, cursor });
  for await (const page of pagesOf(read)) {
    const made = page.filter(({ actor }) => actor !== "undo");
    const renamings = made.filter(({ reason }) => reason in RENAMING_REASONS);
    for (const { reason, before, after } of renamings) {
      const field = RENAMING_REASONS[reason as keyof typeof RENAMING_REASONS];
      const [from = "", to = ""] = [before, after].map(
        (snapshot) => (snapshot as Record<string, string> | null)?.[field] ?? "",
      );
      if (before !== null && after !== null && from !== to) found.set(`${from} ${to}`, [from, to]);
    }
    if (renamings.length < made.length) break;
  }
  return [...found.values()];
}
