import type { Change } from "../../domain/model/change.ts";
import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { SummaryLog } from "../../domain/model/summary.ts";
import { EngramError, notFound } from "../../errors.ts";
import type { UndoneStep } from "../../ports/memory-store.ts";
import type { Work } from "./apply.ts";
import type { ForgetRows } from "./forget-store.ts";
import type { Graph, RowNumber } from "./graph.ts";
import type { Mention } from "../../ports/memory-store.ts";
import { logged, sameSnapshot, snapshot, snapshotJson } from "./log.ts";
import { type Names, namesIn } from "./mutation-table.ts";
import { withRootEntities, deleteEntity, removeSummary } from "./mutations.ts";
import { change, changeRow } from "./records.ts";
import type { ChangeRow } from "./rows.ts";
import { type Steps, ask } from "./steps.ts";
import { fromJson } from "./transfer.ts";
import { written } from "./verbs.ts";

export function* undo(db: ForgetRows, changeId: string): Steps<Change> {
  const row = yield* changeRow(db, changeId);
  if (!row) throw notFound("change");
  const work = yield* openUndo(db, [row]);
  const made = undoChange(work.graph, row);
  yield* ask(work.flush());
  return (yield* change(db, made)) as Change;
}

export function* undoRun(
  db: ForgetRows,
  runId: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before?: number | undefined },
): Steps<UndoneStep> {
  const rows = yield* ask(db.find<ChangeRow>("changes/to-undo", { run_id: runId, n: before, limit }));
  const next = rows.length < limit ? null : (rows.at(-1)?.n ?? null);
  const step = rows.length === 0 ? { undone: [], skipped: [] } : yield* undoRows(db, rows);
  if (next === null) {
    yield* written(db, "reviews/reopen", { run_id: runId, now: db.now });
    yield* written(db, "rejections/unoverrule", { run_id: runId });
  }
  return { ...step, next };
}

function* undoRows(db: ForgetRows, rows: ChangeRow[]): Steps<Omit<UndoneStep, "next">> {
  const work = yield* openUndo(db, rows);
  const step = undoChanges(work.graph, rows);
  yield* ask(work.flush());
  return step;
}

/** The restored row, and the change that records it. */
const ROWS_PER_CHANGE = 2;

function openUndo(db: ForgetRows, rows: ChangeRow[]): Steps<Work> {
  return ask(db.openWork(rows.flatMap(namesInChange), rows.length * ROWS_PER_CHANGE));
}

/** What the restored item refers to. */
function namesInChange({ kind, target_id: id, before_json, after_json, mentions_json }: ChangeRow): Names[] {
  const before = fromJson(before_json);
  switch (kind) {
    case "community":
      return [{ community: [id] }];
    case "episode":
      return [{ summary: [id], texts: fromJson<SummaryLog>(after_json ?? before_json)?.sources ?? [] }];
    case "fact":
      return before === null ? [{ fact: [id] }] : namesIn({ op: "fact.put", fact: before as Fact });
    case "entity":
      return [
        { [before === null ? "removable" : "entity"]: [id] },
        { entity: [(before as Entity | null)?.mergedInto] },
        { episode: fromJson<Mention[]>(mentions_json)?.map(({ episodeId }) => episodeId) ?? [] },
      ];
  }
}

/**
 * Brings back what stood before a change, when nothing changed it since. Undoing can itself be undone. Returns the id
 * of the change it made.
 */
function undoChange(graph: Graph, row: ChangeRow): string {
  if (row.undone === 1) throw new EngramError("conflict", "The change was undone already");
  if (!sameSnapshot(snapshotJson(snapshot(graph, row.kind, row.target_id)), row.after_json)) {
    throw new EngramError("conflict", "It was changed again since");
  }
  const cause = { actor: "undo" as const, reason: "undo", runId: row.run_id };
  const made = logged(graph, cause, row.kind, row.target_id, () => restore(graph, row));
  if (made === null) throw new EngramError("conflict", "Nothing is left to restore");
  graph.markUndone(row.id);
  return made;
}

/** Changes in the order given, newest first. Each is undone whole or skipped; nothing is half-way. */
function undoChanges(graph: Graph, rows: ChangeRow[]): Omit<UndoneStep, "next"> {
  const step: Omit<UndoneStep, "next"> = { undone: [], skipped: [] };
  for (const row of rows) {
    const { id: changeId, kind, target_id: targetId } = row;
    if (canUndo(graph, row)) step.undone.push({ changeId, kind, targetId });
    else step.skipped.push({ changeId, targetId });
  }
  return step;
}

/** Undoes it; false when something changed it later, or what it refers to is gone. */
function canUndo(graph: Graph, row: ChangeRow): boolean {
  try {
    undoChange(graph, row);
    return true;
  } catch (error) {
    if (error instanceof EngramError && error.code === "conflict") return false;
    throw error;
  }
}

function restore(graph: Graph, row: ChangeRow): void {
  if (row.before_json === null) remove(graph, row);
  else if (row.kind === "episode")
    throw new EngramError("conflict", "A summary does not come back; it is written again");
  else if (row.kind === "community") graph.put("community", JSON.parse(row.before_json) as Community);
  else if (row.kind === "entity") restoreEntity(graph, JSON.parse(row.before_json) as Entity, row);
  else restoreFact(graph, JSON.parse(row.before_json) as Fact, row);
}

function remove(graph: Graph, row: ChangeRow): void {
  if (row.kind === "entity") deleteEntity(graph, row.target_id);
  else if (row.kind === "episode") removeSummary(graph, row.target_id);
  else graph.remove(row.kind, row.target_id);
}

function rowNumberBefore(graph: Graph, { kind, target_n: n }: ChangeRow): RowNumber {
  return n === null ? {} : graph.rowNumberOf(kind, n);
}

/** Mentions that came since are counted on; those that the change itself added are not. */
function restoreEntity(graph: Graph, before: Entity, row: ChangeRow): void {
  const now = graph.get("entity", before.id);
  const after = row.after_json === null ? null : (JSON.parse(row.after_json) as Entity);
  const counts = now && after ? recount(before, after, now) : {};
  graph.put("entity", { ...before, ...counts }, rowNumberBefore(graph, row));
  const mentions = JSON.parse(row.mentions_json ?? "[]") as Mention[];
  for (const mention of mentions) graph.insertMention(mention);
}

function recount(
  before: Entity,
  after: Entity,
  now: Entity,
): Pick<Entity, "mentionCount" | "lastMentionedAt"> {
  return {
    mentionCount: before.mentionCount + now.mentionCount - after.mentionCount,
    lastMentionedAt:
      now.lastMentionedAt === after.lastMentionedAt ? before.lastMentionedAt : now.lastMentionedAt,
  };
}

/** Evidence in a turn that is gone or was replaced meanwhile does not come back. */
function restoreFact(graph: Graph, before: Fact, row: ChangeRow): void {
  const evidence = before.evidence.filter((e) => graph.get("episode", e.episodeId)?.replaced_by === null);
  graph.put("fact", { ...withRootEntities(graph, before), evidence }, rowNumberBefore(graph, row));
  if (row.after_json === null) graph.dropRejectionsOf(before.id);
}
