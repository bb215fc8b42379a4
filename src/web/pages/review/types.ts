import type { ReviewItem } from "#client";

export type Item = ReviewItem;
export type ItemOf<Kind extends Item["kind"]> = Extract<Item, { kind: Kind }>;
