import { v7 as uuid } from "uuid";
import type { Instant } from "../../domain/model/time.ts";
import {
  type ForgetCounts,
  type ForgetTarget,
  NONE_SIMILAR,
  noneForgotten,
} from "../../domain/model/tombstone.ts";
import { takeEntity } from "./forget-facts.ts";
import {
  clearIntents,
  dropReasonings,
  forgetCommunities,
  rewriteChanges,
  rewriteGraph,
  rewriteRejections,
} from "./forget-record.ts";
import {
  type ForgetRows,
  deleteEntities,
  deleteFacts,
  dropEverything,
  dropSummaries,
  read,
} from "./forget-store.ts";
import { readBranches, redactEpisodes, removeAll, removeEpisodes } from "./forget-texts.ts";
import { SLICE, type Steps, ask, eachPage, gather } from "./steps.ts";
import {
  type ForgetPlan,
  type ForgetResult,
  RESIDUES_MAX,
  addResidue,
  isEmpty,
  similarTo,
} from "./forget-plan.ts";
import { planForgetting } from "./forget-planner.ts";
import { type HashEntry, messageEntry } from "./tombstones.ts";
import { written } from "./verbs.ts";

/** Forgets, in the caller's transaction. */
export function* forgetTarget(db: ForgetRows, target: ForgetTarget, at: Instant): Steps<ForgetResult> {
  if ("everything" in target) {
    db.bulk?.(true);
    const counts = yield* forgetEverything(db, at);
    db.bulk?.(false);
    return {
      counts: counts ?? noneForgotten(),
      similar: NONE_SIMILAR,
      residues: counts === null ? [] : "all",
    };
  }
  const plan = yield* planForgetting(db, target, at);
  const isBulk = plan.residues.size > RESIDUES_MAX;
  if (isBulk) db.bulk?.(true);
  if (!isEmpty(plan)) yield* carryOutForgetting(db, plan);
  if (isBulk) db.bulk?.(false);
  return { counts: plan.counts, similar: similarTo(plan), residues: [...plan.residues] };
}

/**
 * Executes a plan, in the caller's transaction: words are redacted in the remaining turns, then dependents are
 * deleted, then every copy (changes, rejections, titles) is processed. The order matters: orphaned entities
 * are known only after facts and mentions are gone.
 */
function* carryOutForgetting(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  plan.branches = yield* readBranches(store);
  if (plan.tombstones.length === 0) return yield* removeEpisodes(store, plan);
  yield* ask(store.putTombstones(plan.tombstones));
  yield* redactEpisodes(store, plan);
  yield* removeSummaries(store, plan);
  yield* forgetCommunities(store, plan);
  yield* removeFacts(store, plan);
  yield* rewriteGraph(store, plan);
  yield* removeEpisodes(store, plan);
  yield* removeEntities(store, plan);
  yield* clearIntents(store, plan);
  yield* rewriteChanges(store, plan);
  yield* rewriteRejections(store, plan);
  yield* dropReasonings(store, plan);
  yield* written(store, "forget/drop-diffs");
}

/** A summary is deleted with any turn it replaces, or if its text is redacted; the other turns come back. */
function* removeSummaries(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  const touched = [...plan.episodeIds, ...plan.redactedEpisodes.keys()];
  const rows = yield* gather(touched, (ids) => read(store, "summaries-of", { ids }));
  const summaries = new Set(rows.map((row) => row.id));
  const said = yield* gather(summaries, (ids) => read(store, "messages", { ids }));
  yield* dropSummaries(store, [...summaries]);
  for (const { id, user_message } of said) {
    if (plan.episodeIds.has(id)) plan.counts.episodes += 1;
    plan.episodeIds.add(id);
    addResidue(plan, id);
    addResidue(plan, user_message);
  }
}

function* removeFacts(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  const ids = [...plan.facts.keys()];
  plan.counts.facts += ids.length;
  plan.counts.changes += yield* deleteFacts(store, ids);
  plan.counts.changes += yield* removeAll(store, "changes", plan.changeIds);
}

/** The entity itself, and orphaned ones. */
function* removeEntities(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  const rows = yield* ask(read(store, "orphans", { ids: [...plan.maybeOrphans] }));
  const orphans = rows.map((row) => row.id);
  for (const entity of yield* gather(orphans, (ids) => store.entitiesById(ids))) takeEntity(plan, entity);
  const ids = [...plan.entities.keys()];
  plan.counts.entities += ids.length;
  plan.counts.changes += yield* deleteEntities(store, ids);
}

/** The user's own row (settings, hash key), API keys and tombstones stay. Null if there was nothing. */
function* forgetEverything(store: ForgetRows, at: Instant): Steps<ForgetCounts | null> {
  const entries: HashEntry[] = [];
  yield* eachPage(
    { occurred_at: "", n: Number.MIN_SAFE_INTEGER },
    ({ occurred_at, n }) => read(store, "episode-words", { occurred_at, n, limit: SLICE }),
    // oxlint-disable-next-line require-yield -- a read-only page
    function* (rows) {
      entries.push(...rows.flatMap((row) => messageEntry(row.user_message) ?? []));
    },
  );
  const removed = yield* dropEverything(store);
  if (Object.values(removed).every((count) => count === 0)) return null;
  yield* ask(
    store.putTombstones([
      { id: uuid(), target: "everything", forgottenAt: at, subjectIsSelf: false, entries },
    ]),
  );
  return {
    ...noneForgotten(),
    facts: removed["facts"] ?? 0,
    entities: removed["entities"] ?? 0,
    episodes: removed["episodes"] ?? 0,
    conversations: removed["conversations"] ?? 0,
    rejections: removed["rejections"] ?? 0,
    changes: removed["changes"] ?? 0,
  };
}
