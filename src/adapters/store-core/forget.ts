import { v7 as uuid } from "uuid";
import type { Instant } from "../../domain/model/time.ts";
import { type ForgetCounts, noneForgotten } from "../../domain/model/tombstone.ts";
import { takeEntity } from "./forget-facts.ts";
import {
  cutReasoning,
  forgetCommunities,
  rewriteChanges,
  rewriteGraph,
  rewriteRejections,
} from "./forget-record.ts";
import type { ForgetStore } from "./forget-store.ts";
import { clearIntents, cutEpisodes, removeAll, removeEpisodes } from "./forget-texts.ts";
import { SLICE, type Steps, ask, eachPage, gather } from "./steps.ts";
import { type Sweep, addNeedle } from "./forgetting-plan.ts";
import { type HashEntry, messageEntry } from "./tombstones.ts";

/**
 * Carries a plan out, in the caller's transaction: words are cut out of the turns that stay, then what rested on them
 * goes, then every copy (changes, rejections, titles) is gone over. The order matters: which entities
 * are left with nothing is known only after facts and mentions went.
 */
export function* carryOut(store: ForgetStore, sweep: Sweep): Steps<void> {
  yield* ask(store.putTombstones(sweep.tombstones));
  yield* cutEpisodes(store, sweep);
  yield* sweepSummaries(store, sweep);
  yield* forgetCommunities(store, sweep);
  yield* removeFacts(store, sweep);
  yield* rewriteGraph(store, sweep);
  yield* removeEpisodes(store, sweep);
  yield* removeEntities(store, sweep);
  yield* clearIntents(store, sweep);
  yield* rewriteChanges(store, sweep);
  yield* rewriteRejections(store, sweep);
  yield* cutReasoning(store, sweep);
  yield* ask(store.dropDiffs());
}

/** A summary goes with any turn it stands for, and with any word of its own; the other turns come back. */
function* sweepSummaries(store: ForgetStore, sweep: Sweep): Steps<void> {
  const touched = [...sweep.episodeIds, ...sweep.cuts.keys()];
  const rows = yield* gather(touched, (ids) => store.read("summaries-of", { ids }));
  const summaries = new Set(rows.map((row) => row.id));
  const said = yield* gather(summaries, (ids) => store.read("messages", { ids }));
  yield* ask(store.dropSummaries([...summaries]));
  for (const { id, user_message } of said) {
    if (sweep.episodeIds.has(id)) sweep.counts.episodes += 1;
    sweep.episodeIds.add(id);
    addNeedle(sweep, id);
    addNeedle(sweep, user_message);
  }
}

function* removeFacts(store: ForgetStore, sweep: Sweep): Steps<void> {
  const ids = [...sweep.facts.keys()];
  sweep.counts.facts += ids.length;
  sweep.counts.changes += yield* ask(store.deleteFacts(ids));
  sweep.counts.changes += yield* removeAll(store, "changes", sweep.changeIds);
}

/** The entity itself, and those that nothing is known about any more. */
function* removeEntities(store: ForgetStore, sweep: Sweep): Steps<void> {
  const orphans = yield* ask(store.orphansAmong([...sweep.maybeOrphans]));
  for (const entity of yield* gather(orphans, (ids) => store.entitiesById(ids))) takeEntity(sweep, entity);
  const ids = [...sweep.entities.keys()];
  sweep.counts.entities += ids.length;
  sweep.counts.changes += yield* ask(store.deleteEntities(ids));
}

/** The user's own row (settings, hash key), API keys and tombstones stay. Null when there was nothing. */
export function* forgetEverything(store: ForgetStore, at: Instant): Steps<ForgetCounts | null> {
  const entries: HashEntry[] = [];
  yield* eachPage(
    { occurred_at: "", n: Number.MIN_SAFE_INTEGER },
    ({ occurred_at, n }) => store.read("episode-words", { occurred_at, n, limit: SLICE }),
    // oxlint-disable-next-line require-yield -- a page that only looks
    function* (rows) {
      entries.push(...rows.flatMap((row) => messageEntry(row.user_message) ?? []));
    },
  );
  const removed = yield* ask(store.dropEverything());
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
