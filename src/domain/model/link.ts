import type { Instant } from "./time.ts";

/** How one memory bears on another (SCH-11). */
export const LINK_TYPES = [
  "led_to",
  "relates_to",
  "depends_on",
  "contradicts",
  "refines",
  "answers",
] as const;
export type LinkType = (typeof LINK_TYPES)[number];

export const LINK_ENDS = ["episode", "entity", "fact", "conversation"] as const;
export type LinkEnd = (typeof LINK_ENDS)[number];

/**
 * A typed link between two memories; at most one of each type from one to the other. It has no words: it is deleted with
 * either end, and neither logged nor undone, since putting it again restores it.
 */
export interface Link {
  id: string;
  type: LinkType;
  fromKind: LinkEnd;
  fromId: string;
  toKind: LinkEnd;
  toId: string;
  /** 0-1. */
  weight: number;
  /** By code; false: given by a user or a program. */
  derived: boolean;
  /** False: it belongs to transient context, and ends with it or at `expiresAt`. */
  persistent: boolean;
  createdAt: Instant;
  expiresAt: Instant | null;
}
