import {
  mustDropCommunity,
  mustDropReasoning,
  rewriteChange,
  rewriteEntity,
  rewriteFact,
  rewriteRejection,
  wordsEverywhere,
} from "./forget-rows.ts";
import type { ForgetStore, Update } from "./forget-store.ts";
import { removeAll, updateAll } from "./forget-texts.ts";
import { SLICE, type Steps, ask, eachPage, gather, slices } from "./steps.ts";
import { type ForgetPlan, addResidue } from "./forget-plan.ts";

/** The remaining graph, rewritten. */
export function* rewriteGraph(store: ForgetStore, plan: ForgetPlan): Steps<void> {
  for (const slice of slices(yield* factsTouched(store, plan))) {
    const changed = rewritten(yield* ask(store.factsById(slice)), (fact) => rewriteFact(plan, fact));
    if (changed.length > 0) yield* ask(store.writeFacts(changed));
  }
  const rows = yield* ask(store.read("entities-with-words", {}));
  const words = wordsEverywhere(plan);
  const named = words.length === 0 ? [] : yield* ask(store.read("names-with", { words }));
  const ids = new Set([...[...rows, ...named].map((row) => row.id), ...plan.givenNames.keys()]);
  for (const slice of slices([...ids].filter((id) => !plan.entities.has(id)))) {
    const changed = rewritten(yield* ask(store.entitiesById(slice)), (one) => rewriteEntity(plan, one));
    if (changed.length > 0) yield* ask(store.writeEntities(changed));
  }
}

/** The changed ones. */
function rewritten<T>(items: T[], rewrite: (item: T) => T): T[] {
  return items.flatMap((item) => {
    const kept = rewrite(item);
    return JSON.stringify(kept) === JSON.stringify(item) ? [] : [kept];
  });
}

function* factsTouched(store: ForgetStore, plan: ForgetPlan): Steps<Set<string>> {
  const episodes = [...plan.redactedEpisodes.keys(), ...plan.episodeIds];
  const found = yield* gather(episodes, (ids) => store.read("facts-touched", { ids }));
  const words = wordsEverywhere(plan);
  if (words.length > 0) found.push(...(yield* ask(store.read("facts-with-words", { words }))));
  found.push(...(yield* gather(yield* thingsTold(store, plan), (ids) => store.read("facts-about", { ids }))));
  return new Set([...plan.rules.flatMap((rule) => [...rule.factIds]), ...found.map(({ id }) => id)]);
}

/** Subjects of forgotten facts: paraphrases of their other facts may derive from those. */
function* thingsTold(store: ForgetStore, plan: ForgetPlan): Steps<string[]> {
  const ends = [...plan.facts.values()].flatMap(({ subjectId, objectId }) => [subjectId, objectId]);
  const ids = new Set(ends.filter((id) => id !== null));
  const things = yield* gather(ids, (some) => store.entitiesById(some));
  return things.filter(({ isSelf }) => !isSelf).map(({ id }) => id);
}

/** Topics that mention forgotten content. The log is processed with all other changes. */
export function* forgetCommunities(store: ForgetStore, plan: ForgetPlan): Steps<void> {
  yield* eachPage(
    { id: "" },
    ({ id }) => store.communitiesAfter(id, SLICE),
    function* (communities) {
      const gone = communities.filter((one) => mustDropCommunity(plan, one));
      for (const { name, summary } of gone) {
        addResidue(plan, name);
        addResidue(plan, summary);
      }
      yield* removeAll(
        store,
        "communities",
        gone.map(({ id }) => id),
      );
    },
  );
}

/** Processes a list of rows: deletes those that cannot be kept, rewrites the rest. */
function* rewriteRows<Row extends { n: number; id: string }>(
  store: ForgetStore,
  what: "changes" | "rejections",
  rows: Row[],
  rewrite: (row: Row) => Row | null,
  setOf: (row: Row) => Update["set"],
): Steps<number> {
  const gone: string[] = [];
  const changed: Update[] = [];
  for (const row of rows) {
    const kept = rewrite(row);
    if (kept === null) gone.push(row.id);
    else if (kept !== row) changed.push({ id: row.id, set: setOf(kept) });
  }
  yield* updateAll(store, what, changed);
  return yield* removeAll(store, what, gone);
}

const FIRST = { n: Number.MIN_SAFE_INTEGER };

export function* rewriteChanges(store: ForgetStore, plan: ForgetPlan): Steps<void> {
  yield* eachPage(
    FIRST,
    ({ n }) => store.read("changes", { kinds: ["fact", "entity", "episode", "community"], n, limit: SLICE }),
    function* (rows) {
      plan.counts.changes += yield* rewriteRows(
        store,
        "changes",
        rows,
        (row) => rewriteChange(plan, row),
        ({ before_json, after_json }) => ({ before_json, after_json }),
      );
    },
  );
}

/** Rejections: those about forgotten content are deleted; in the others a forgotten name is redacted. */
export function* rewriteRejections(store: ForgetStore, plan: ForgetPlan): Steps<void> {
  yield* eachPage(
    FIRST,
    ({ n }) => store.read("rejections", { n, limit: SLICE }),
    function* (rows) {
      plan.counts.rejections += yield* rewriteRows(
        store,
        "rejections",
        rows,
        (row) => rewriteRejection(plan, row),
        ({ detail, proposal, reasoning }) => ({ detail, proposal, reasoning }),
      );
    },
  );
}

export function* dropReasonings(store: ForgetStore, plan: ForgetPlan): Steps<void> {
  const rows = yield* ask(store.read("reasonings", {}));
  const gone = rows.filter((row) => mustDropReasoning(plan, row));
  for (const slice of slices(gone)) {
    yield* ask(store.dropReasoning(slice.map(({ episode_id, purpose }) => ({ episode_id, purpose }))));
  }
}
