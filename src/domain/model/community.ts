import type { Instant } from "./time.ts";

/** A topic: things that are known and talked of together. Derived from the graph, rebuilt as it changes. */
export interface Community {
  id: string;
  name: string;
  /** Empty while nothing believed joins its members. */
  summary: string;
  /** Ids of entities, the most central first. One that was deleted since stays listed until the next run. */
  members: string[];
  /** Facts that name and summary may repeat; with one of them forgotten, the whole topic goes. */
  factIds: string[];
  /** Who wrote name and summary. */
  writtenBy: "code" | "model";
  /** A model was asked to write about exactly these members and facts; it is not asked again. */
  asked: boolean;
  createdAt: Instant;
  updatedAt: Instant;
}

/** Two entities that believed statements join, or that turns name together. */
export interface EntityLink {
  /** `a` < `b`. */
  a: string;
  b: string;
  facts: number;
  /** Turns that mention both. */
  turns: number;
}
