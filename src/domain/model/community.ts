import type { SummaryBasis } from "./entity.ts";
import type { Instant } from "./time.ts";

/** A topic: entities that are related and mentioned together. Derived from the graph, rebuilt as it changes. */
export interface Community extends SummaryBasis {
  id: string;
  name: string;
  /** Empty while no believed facts link its members. */
  summary: string;
  /** Entity ids, most central first. A deleted one stays listed until the next run. */
  members: string[];
  createdAt: Instant;
  updatedAt: Instant;
}

/** Two entities linked by believed statements, or mentioned together in turns. */
export interface EntityLink {
  /** `a` < `b`. */
  a: string;
  b: string;
  facts: number;
  /** Turns that mention both. */
  turns: number;
}
