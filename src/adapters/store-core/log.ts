import { v7 as uuid } from "uuid";
import type { Actor } from "../../domain/model/change.ts";
import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { SummaryLog } from "../../domain/model/summary.ts";
import type { Graph, Kind } from "./graph.ts";

export type Snapshot = Entity | Fact | SummaryLog | Community | null;

/** Who changes the graph, and why. */
export interface ChangeCause {
  actor: Actor;
  reason: string;
  runId: string | null;
}

/** A summary is logged as an episode. */
export function snapshot(graph: Graph, kind: Kind, id: string): Snapshot {
  if (kind === "fact") return decidedOf(graph.get("fact", id));
  return graph.get(kind === "episode" ? "summary" : kind, id);
}

/** Paraphrases of a fact are derived, like vectors: regenerated if missing. */
function decidedOf(fact: Fact | null): Fact | null {
  if (fact?.expansion === undefined) return fact;
  const { expansion, ...decided } = fact;
  return decided;
}

/** Equal if nothing was decided in between: mention counts are counted, not decided. */
export function sameSnapshot(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && uncounted(a) === uncounted(b));
}

function uncounted(json: string): string {
  const { mentionCount, lastMentionedAt, ...decided } = JSON.parse(json) as Partial<Entity>;
  return JSON.stringify(decided);
}

/** Snapshots come from one mapper, so equal ones have equal JSON. */
export function snapshotJson(value: Snapshot): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Runs one mutation and logs its changes; null if there were none. */
export function logged(
  graph: Graph,
  cause: ChangeCause,
  kind: Kind,
  id: string,
  mutate: () => void,
): string | null {
  const before = snapshotJson(snapshot(graph, kind, id));
  const rowNumber = before === null ? null : graph.rowNumber(kind, id);
  const mentions = before !== null && kind === "entity" ? graph.mentionsOf(id) : null;
  mutate();
  const after = snapshotJson(snapshot(graph, kind, id));
  if (before === after) return null;
  const changeId = uuid();
  graph.addChange({
    id: changeId,
    at: graph.now,
    actor: cause.actor,
    reason: cause.reason,
    run_id: cause.runId,
    kind,
    target_id: id,
    before_json: before,
    after_json: after,
    // Only a deletion removes mentions and the position, and only its undo restores them.
    mentions_json: after === null && mentions !== null ? JSON.stringify(mentions) : null,
    target_n: after === null ? rowNumber : null,
    undone: 0,
  });
  return changeId;
}
