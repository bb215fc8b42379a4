import type { Entity } from "../../domain/model/entity.ts";
import type { GraphRows } from "../store-core/apply.ts";
import type { DumpRows } from "../store-core/dump.ts";
import type { EpisodeRows } from "../store-core/episodes.ts";
import type { ForgetRows } from "../store-core/forget-store.ts";
import { entitySearchText } from "../store-core/search-text.ts";
import type { SelfRows } from "../store-core/users.ts";
import type { Asked } from "../store-core/verbs.ts";
import { openBatch } from "./apply.ts";
import type { Context } from "./context.ts";
import { pageRows, rowsOf } from "./cursor.ts";
import { insertEpisode, updateEpisode } from "./episodes.ts";
import { entitiesById, factsById, mergedInto, numbered, readEntity } from "./graph-read.ts";
import { aliasRows, entityProperties, indexedFold } from "./graph-rows.ts";
import { foundBy } from "./search-marks.ts";
import { loadTombstones, putTombstones } from "./tombstones.ts";
import { openWork } from "./unit-of-work.ts";
import { addNames, emptyPreload } from "./unit-of-work-load.ts";
import { updateRows } from "./update-rows.ts";

/** What the operations of `store-core` need of one user's rows. */
export type UserContext = Context & EpisodeRows & GraphRows & ForgetRows & SelfRows & DumpRows;

export function userContext(ctx: Context): UserContext {
  const rows = rowsOf(ctx.tx);
  return {
    ...ctx,
    ...rows,
    find: (statement, asked) => rows.find(statement, asked && asIndexed(asked)),
    page: (list, query, after, limit) => pageRows(ctx, list, query, after, limit),
    tombstonesAfter: (after, messages) => loadTombstones(ctx, after, messages),
    forgottenSince: async (at) => ((await ctx.owner())?.forgotten_at ?? "") >= at,
    insertEpisode: (episode) => insertEpisode(ctx, episode),
    updateEpisode: (before, after) => updateEpisode(ctx, before, after),
    openBatch: (batch) => openBatch(ctx, batch),
    openWork(names, rowsMax) {
      const need = emptyPreload();
      for (const one of names) addNames(need, one);
      return openWork(ctx, need, { rowsMax });
    },
    entity: (id) => readEntity(ctx, id),
    makeSelf: (entity) => makeSelf(ctx, entity),
    update: (table, rows) => updateRows(ctx, table, rows),
    entitiesById: (ids) => entitiesById(ctx, ids),
    factsById: (ids) => factsById(ctx, ids),
    mergedInto: (id) => mergedInto(ctx, id),
    numbered: (of, n, limit) => numbered(ctx, of, n, limit),
    putTombstones: (tombstones) => putTombstones(ctx, tombstones),
  };
}

/** Folded names are looked up as they are indexed. */
function asIndexed({ folds, ...asked }: Asked): Asked {
  return folds === undefined ? asked : { ...asked, folds: (folds as string[]).map(indexedFold) };
}

async function makeSelf(ctx: Context, entity: Entity): Promise<void> {
  const n = await ctx.takeNumbers(1);
  await ctx.tx.run("users/make-self", {
    id: entity.id,
    set: { ...entityProperties(entity, n), ...foundBy(entitySearchText(entity)) },
    aliases: aliasRows(entity),
  });
}
