import type { Instant } from "./time.ts";

export type Actor = "live" | "verify" | "user" | "import" | "merge" | "maintenance" | "undo";

/** One mutation of the graph by anyone, with what stood there before and after; JSON snapshots. */
export interface Change {
  id: string;
  at: Instant;
  actor: Actor;
  /** Why, in a few words: a rule or reason code, never text of the user. */
  reason: string;
  /** Maintenance run, when one made it. */
  runId: string | null;
  /** `episode`: a summary that stands for others; its snapshots are `SummaryLog`. */
  kind: "entity" | "fact" | "episode" | "community";
  targetId: string;
  before: unknown;
  after: unknown;
  undone: boolean;
}
