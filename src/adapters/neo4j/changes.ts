import type { Change } from "../../domain/model/change.ts";
import type { ChangePageQuery, Page } from "../../ports/memory-store.ts";
import { type ChangeRow, toChange } from "../store-core/rows.ts";
import type { Context } from "./context.ts";
import { page } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";
import type { Params } from "./parameters.ts";

export async function findChangeRow(ctx: Context, id: string): Promise<ChangeRow | undefined> {
  return (await ctx.tx.one<{ row: ChangeRow }>("read/change", { id }))?.row;
}

export async function readChange(ctx: Context, id: string): Promise<Change | null> {
  const row = await findChangeRow(ctx, id);
  return row ? toChange(row) : null;
}

export function changePage(ctx: Context, query: ChangePageQuery): Promise<Page<Change>> {
  const [statement, params] = listOf(query);
  return page(ctx, query, {
    ...LISTS.changes,
    filters: [query.targetId ?? null, query.runId ?? null],
    statement,
    params,
  });
}

function listOf({ targetId, runId }: ChangePageQuery): [statement: string, params: Params] {
  const run_id = runId ?? null;
  if (targetId !== undefined) return ["changes/page-of-target", { target_id: targetId, run_id }];
  return run_id === null ? ["changes/page", {}] : ["changes/page-of-run", { run_id }];
}
