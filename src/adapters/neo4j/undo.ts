import type { Change } from "../../domain/model/change.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { SummaryLog } from "../../domain/model/summary.ts";
import { notFound } from "../../errors.ts";
import type { UndoneStep } from "../../ports/memory-store.ts";
import type { Mention } from "../../ports/memory-store.ts";
import { type Names, namesIn } from "../store-core/mutation-table.ts";
import type { ChangeRow } from "../store-core/rows.ts";
import { fromJson } from "../store-core/transfer.ts";
import { undoChange, undoChanges } from "../store-core/undo.ts";
import type { Context } from "./context.ts";
import { HIGHEST, found } from "./cursor.ts";
import { findChangeRow, readChange } from "./records.ts";
import { type UnitOfWork, openWork } from "./unit-of-work.ts";
import { addNames, emptyPreload } from "./unit-of-work-load.ts";

/** The restored row, and the change that records it. */
const ROWS_PER_CHANGE = 2;

export async function undo(ctx: Context, changeId: string): Promise<Change> {
  const row = await findChangeRow(ctx, changeId);
  if (!row) throw notFound("change");
  const work = await openUndo(ctx, [row]);
  const made = undoChange(work.graph, row);
  await work.flush();
  return (await readChange(ctx, made)) as Change;
}

export async function undoRun(
  ctx: Context,
  runId: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<UndoneStep> {
  const asked = { run_id: runId, n: before ?? HIGHEST.number, limit };
  const rows = await found(ctx, "changes/to-undo", asked, (row: ChangeRow) => row);
  const next = rows.length < limit ? null : (rows.at(-1)?.n ?? null);
  const step = rows.length === 0 ? { undone: [], skipped: [] } : await undoRows(ctx, rows);
  if (next === null) {
    // An undone decision: the owner's answer becomes a question again. A decision without a question, or one by code or a
    // model, is rejected for good: it is not made a second time.
    await ctx.tx.run("reviews/reopen", { run_id: runId, now: ctx.now });
    await ctx.tx.run("rejections/unoverrule", { run_id: runId });
  }
  return { ...step, next };
}

async function undoRows(ctx: Context, rows: ChangeRow[]): Promise<Omit<UndoneStep, "next">> {
  const work = await openUndo(ctx, rows);
  const step = undoChanges(work.graph, rows);
  await work.flush();
  return step;
}

function openUndo(ctx: Context, rows: ChangeRow[]): Promise<UnitOfWork> {
  const need = emptyPreload();
  for (const names of rows.flatMap(namesInChange)) addNames(need, names);
  return openWork(ctx, need, { rowsMax: rows.length * ROWS_PER_CHANGE });
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
