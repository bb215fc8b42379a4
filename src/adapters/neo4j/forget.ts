import type { Instant } from "../../domain/model/time.ts";
import {
  type ForgetOutcome,
  type ForgetTarget,
  NONE_SIMILAR,
  noneForgotten,
} from "../../domain/model/tombstone.ts";
import { carryOutForgetting, forgetEverything } from "../store-core/forget.ts";
import { planForgetting } from "../store-core/forget-planner.ts";
import type { ForgetStore, Update } from "../store-core/forget-store.ts";
import { type ReplaceStore, replaceEpisodeIn } from "../store-core/replace-episode.ts";
import { runAsync } from "../store-core/steps.ts";
import { isEmpty, similarTo } from "../store-core/forget-plan.ts";
import { communitiesAfter } from "./communities.ts";
import type { Context } from "./context.ts";
import { counted } from "./cursor.ts";
import { findEpisodeRow, updateEpisode } from "./episodes.ts";
import { deleteEntities, deleteFacts, dropSummaries } from "./graph-delete.ts";
import { entitiesById, factsById, mergedInto } from "./graph-read.ts";
import { indexedFold, mentionRow } from "./graph-rows.ts";
import type { Params } from "./parameters.ts";
import { countedIn, deleteLinksOf } from "./records.ts";
import { foundBy } from "./search-marks.ts";
import { FORGOTTEN } from "./templates.ts";
import { putTombstones } from "./tombstones.ts";
import { rewrite } from "./unit-of-work.ts";

/**
 * Forgets, in the caller's transaction. Traces of deleted records in the database files, until overwritten,
 * are the operator's responsibility (docs/operations.md).
 */
export async function forget(ctx: Context, target: ForgetTarget, at: Instant): Promise<ForgetOutcome> {
  const store = storeOf(ctx);
  return { ...(await told(store, target, at)), purged: "unknown" };
}

async function told(
  store: ForgetStore,
  target: ForgetTarget,
  at: Instant,
): Promise<Omit<ForgetOutcome, "purged">> {
  if ("everything" in target)
    return { ...((await runAsync(forgetEverything(store, at))) ?? noneForgotten()), similar: NONE_SIMILAR };
  const plan = await runAsync(planForgetting(store, target, at));
  if (!isEmpty(plan)) await runAsync(carryOutForgetting(store, plan));
  return { ...plan.counts, similar: similarTo(plan) };
}

/** Properties derived from new words, so that they are found and counted. */
function withMarks({ id, set }: Update): Params {
  const { search_text, proposal } = set;
  return {
    id,
    set: {
      ...set,
      ...(typeof search_text === "string" ? foundBy(search_text) : {}),
      ...(typeof proposal === "string" ? countedIn(proposal) : {}),
    },
  };
}

function storeOf(ctx: Context): ForgetStore {
  return {
    read(what, asked) {
      const folds = "folds" in asked ? { folds: asked.folds.map(indexedFold) } : {};
      return ctx.tx.run(`forget/${what}`, { ...asked, ...folds });
    },
    async remove(what, ids) {
      if (what === "traces") return counted(ctx, "traces/delete-of-episodes", { ids });
      if (what === "episodes" || what === "conversations") await deleteLinksOf(ctx, ids);
      const folder = what === "episodes" || what === "mentions" ? "forget" : "graph";
      return counted(ctx, `${folder}/delete-${what}`, { ids });
    },
    update: (what, rows) => ctx.tx.run(`graph/update-${what}`, { rows: rows.map(withMarks) }),
    entitiesById: (ids) => entitiesById(ctx, ids),
    factsById: (ids) => factsById(ctx, ids),
    mergedInto: (id) => mergedInto(ctx, id),
    communitiesAfter: (id, limit) => communitiesAfter(ctx, id, limit),
    writeFacts: (facts) =>
      rewrite(ctx, { fact: new Set(facts.map(({ id }) => id)) }, (graph) => {
        for (const fact of facts) graph.put("fact", fact);
      }),
    writeEntities: (entities) =>
      rewrite(ctx, { entity: new Set(entities.map(({ id }) => id)) }, (graph) => {
        for (const entity of entities) graph.put("entity", entity);
      }),
    putMentions: (mentions) => ctx.tx.run("graph/put-mentions", { rows: mentions.map(mentionRow) }),
    putTombstones: (tombstones) => putTombstones(ctx, tombstones),
    deleteFacts: (ids) => deleteFacts(ctx, ids),
    deleteEntities: (ids) => deleteEntities(ctx, ids),
    dropSummaries: (ids) => dropSummaries(ctx, ids),
    dropReasoning: (traces) => ctx.tx.run("forget/drop-reasoning", { rows: traces }),
    dropDiffs: () => ctx.tx.run("forget/drop-diffs"),
    async dropEverything() {
      const removed: Record<string, number> = {};
      for (const what of FORGOTTEN) removed[what] = await counted(ctx, `forget/all-${what}`);
      return removed;
    },
  };
}

export function replaceEpisode(ctx: Context, oldId: string, newId: string): Promise<void> {
  const store: ReplaceStore = {
    ...storeOf(ctx),
    episode: (id) => findEpisodeRow(ctx, id),
    updateEpisode: (before, after) => updateEpisode(ctx, before, after),
    cutOff: (id) => ctx.tx.run("episodes/cut-off", { id }),
  };
  return runAsync(replaceEpisodeIn(store, oldId, newId));
}
