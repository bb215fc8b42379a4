import type { GraphRows } from "../store-core/apply.ts";
import type { DumpRows } from "../store-core/dump.ts";
import type { EpisodeRows } from "../store-core/episodes.ts";
import type { ForgetRows } from "../store-core/forget-store.ts";
import type { SelfRows } from "../store-core/users.ts";
import type { Context } from "./context.ts";
import { ownerOf } from "./owner.ts";
import { insertEpisode, updateEpisode } from "./episodes.ts";
import { workOf } from "./graph.ts";
import { entitiesById, factsById, mergedInto, numbered, readEntity } from "./graph-read.ts";
import { writeEntity } from "./graph-write.ts";
import { secureDelete } from "./schema.ts";
import { pageRows, rowsOf, updateRows } from "./statements.ts";
import { putTombstone, tombstonesOf } from "./tombstones.ts";

/** What the operations of `store-core` need of one user's rows. */
export type UserContext = Context & EpisodeRows & GraphRows & ForgetRows & SelfRows & DumpRows;

export function userContext(ctx: Context): UserContext {
  const { db, user } = ctx;
  return {
    ...ctx,
    ...rowsOf(db, { user }),
    owner: () => ownerOf(ctx),
    page: (list, query, after, limit) => pageRows(ctx, list, query, after, limit),
    tombstonesAfter: () => tombstonesOf(ctx),
    forgottenSince: (at) =>
      db.get("SELECT 1 FROM tombstones WHERE user_id = ? AND forgotten_at >= ? LIMIT 1", user, at) !==
      undefined,
    insertEpisode: (episode) => insertEpisode(ctx, episode),
    updateEpisode: (_, row) => updateEpisode(ctx, row),
    openBatch: () => workOf(ctx),
    openWork: () => workOf(ctx),
    entity: (id) => readEntity(ctx, id),
    makeSelf(entity) {
      db.run("UPDATE users SET self_id = ? WHERE user_id = ?", entity.id, user);
      writeEntity(ctx, entity);
    },
    update: (table, rows) => updateRows(ctx, table, rows),
    entitiesById: (ids) => entitiesById(ctx, ids),
    factsById: (ids) => factsById(ctx, ids),
    mergedInto: (id) => mergedInto(ctx, id),
    numbered: (of, n, limit) => numbered(ctx, of, n, limit),
    putTombstones: (tombstones) => tombstones.forEach((one) => putTombstone(ctx, one)),
    bulk: (isDeleting) => db.exec(secureDelete(!isDeleting)),
  };
}
