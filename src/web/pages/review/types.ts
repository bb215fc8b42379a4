import type { reviewItemView } from "../../../http/routes/memory-review.ts";

/** What waits for a decision, as the service tells it. */
export type Item = Awaited<ReturnType<typeof reviewItemView>>;
export type ItemOf<Kind extends Item["kind"]> = Extract<Item, { kind: Kind }>;
export interface Decided {
  runId: string | null;
}
