import type { DumpPage, DumpRequest } from "../../ports/memory-record.ts";
import { KINDS } from "../../store/schema.ts";
import { type DumpSource, dump as dumpSteps } from "../store-core/dump.ts";
import { type AnyRow, TABLE_OF } from "../store-core/rows.ts";
import { runAsync } from "../store-core/steps.ts";
import { communitiesAfter } from "./communities.ts";
import type { Context } from "./context.ts";
import { found } from "./cursor.ts";
import { type EntityHit, type FactHit, entityOf, factOf } from "./graph-read.ts";

/** One page of everything a user has. */
export function dump(ctx: Context, request: DumpRequest): Promise<DumpPage> {
  return runAsync(dumpSteps(sourceOf(ctx), ctx.user, request));
}

function sourceOf(ctx: Context): DumpSource {
  const { tx } = ctx;
  return {
    hashKey: ctx.hashKey,
    owner: () => ctx.owner(),
    rows: (kind, after, limit) =>
      found(ctx, `transfer/${KINDS[kind].table}`, { ...after, limit }, (row: AnyRow) => row),
    async numberedRows(of, n, limit) {
      if (of === "entity") {
        const hits = await tx.run<EntityHit>("transfer/entities", { n, limit });
        return hits.map((hit) => ({ ...rowNumberAndId(hit), record: { kind: of, entity: entityOf(hit) } }));
      }
      const hits = await tx.run<FactHit>("transfer/facts", { n, limit });
      return hits.map((hit) => ({ ...rowNumberAndId(hit), record: { kind: of, fact: factOf(hit) } }));
    },
    gaps: (kind, n, limit) => tx.run("transfer/gaps", { kind, n, limit }),
    hashes: (tombstoneId) => tx.run("transfer/hashes", { tombstone_id: tombstoneId }),
    mentions: (id, limit) => tx.run("transfer/mentions", { id, limit }),
    communitiesAfter: (id, limit) => communitiesAfter(ctx, id, limit),
    async vectors(of, tag, id, limit) {
      const statement = `transfer/vectors-of-${TABLE_OF[of]}`;
      const rows = await tx.run<{ id: string; vector: number[] | null }>(statement, { id, tag, limit });
      return rows.map(({ id, vector }) => ({ id, vector: vector && Float32Array.from(vector) }));
    },
  };
}

function rowNumberAndId({ row: { n, id } }: EntityHit | FactHit): { n: number; id: string } {
  return { n, id };
}
