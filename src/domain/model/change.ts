import type { Instant } from "./time.ts";

export type Actor = "live" | "verify" | "user" | "import" | "merge" | "maintenance" | "undo";

/** One mutation of the graph by any actor, with the state before and after as JSON snapshots. */
export interface Change {
  id: string;
  at: Instant;
  actor: Actor;
  /** Why, briefly: a rule or reason code, never the user's text. */
  reason: string;
  /** The maintenance run that made it, if any. */
  runId: string | null;
  /** `episode`: a summary that replaces others; its snapshots are `SummaryLog`. */
  kind: "entity" | "fact" | "episode" | "community";
  targetId: string;
  before: unknown;
  after: unknown;
  undone: boolean;
}
