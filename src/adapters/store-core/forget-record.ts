import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { EpisodeIntent } from "../../domain/model/episode.ts";
import type { Evidence, Fact } from "../../domain/model/fact.ts";
import type { SummaryLog } from "../../domain/model/summary.ts";
import { fold, foldName, letterTokens } from "../../language/text.ts";
import { type RedactionRule, type ForgetPlan, addResidue, runsFor } from "./forget-plan.ts";
import { type CommunityHit, communityOf } from "./communities.ts";
import { type ForgetReads, type ForgetRows, type Update, read, rewrite } from "./forget-store.ts";
import { removeAll, updateAll } from "./forget-texts.ts";
import { shownWordsIn } from "./forget-words.ts";
import { type WordRun, containsRun, redactRuns, findRuns, rootOf } from "./redact.ts";
import type { ChangeRow, RejectionRow } from "./rows.ts";
import { SLICE, type Steps, ask, eachPage, gather, slices } from "./steps.ts";
import { mapStrings } from "./tombstones.ts";
import { written } from "./verbs.ts";

/** The remaining graph, rewritten. */
export function* rewriteGraph(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  for (const slice of slices(yield* factsTouched(store, plan))) {
    const changed = rewritten(yield* ask(store.factsById(slice)), (fact) => rewriteFact(plan, fact));
    if (changed.length > 0) yield* rewrite(store, "fact", changed);
  }
  const rows = yield* ask(read(store, "entities-with-words", {}));
  const words = wordsEverywhere(plan);
  const named = words.length === 0 ? [] : yield* ask(read(store, "names-with", { words }));
  const ids = new Set([...[...rows, ...named].map((row) => row.id), ...plan.givenNames.keys()]);
  for (const slice of slices([...ids].filter((id) => !plan.entities.has(id)))) {
    const changed = rewritten(yield* ask(store.entitiesById(slice)), (one) => rewriteEntity(plan, one));
    if (changed.length > 0) yield* rewrite(store, "entity", changed);
  }
}

/** The changed ones. */
function rewritten<T>(items: T[], rewrite: (item: T) => T): T[] {
  return items.flatMap((item) => {
    const kept = rewrite(item);
    return JSON.stringify(kept) === JSON.stringify(item) ? [] : [kept];
  });
}

function* factsTouched(store: ForgetRows, plan: ForgetPlan): Steps<Set<string>> {
  const episodes = [...plan.redactedEpisodes.keys(), ...plan.episodeIds];
  const found = yield* gather(episodes, (ids) => read(store, "facts-touched", { ids }));
  const words = wordsEverywhere(plan);
  if (words.length > 0) found.push(...(yield* ask(read(store, "facts-with-words", { words }))));
  found.push(
    ...(yield* gather(yield* thingsTold(store, plan), (ids) => read(store, "facts-about", { ids }))),
  );
  return new Set([...plan.rules.flatMap((rule) => [...rule.factIds]), ...found.map(({ id }) => id)]);
}

/** Subjects of forgotten facts: paraphrases of their other facts may derive from those. */
function* thingsTold(store: ForgetRows, plan: ForgetPlan): Steps<string[]> {
  const ends = [...plan.facts.values()].flatMap(({ subjectId, objectId }) => [subjectId, objectId]);
  const ids = new Set(ends.filter((id) => id !== null));
  const things = yield* gather(ids, (some) => store.entitiesById(some));
  return things.filter(({ isSelf }) => !isSelf).map(({ id }) => id);
}

/** Topics that mention forgotten content. The log is processed with all other changes. */
export function* forgetCommunities(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  yield* eachPage(
    { id: "" },
    ({ id }) => store.find<CommunityHit>("transfer/communities", { id, limit: SLICE }),
    function* (rows) {
      const gone = rows.map(communityOf).filter((one) => mustDropCommunity(plan, one));
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
  store: ForgetRows,
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

export function* rewriteChanges(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  yield* eachPage(
    FIRST,
    ({ n }) => read(store, "changes", { kinds: ["fact", "entity", "episode", "community"], n, limit: SLICE }),
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
export function* rewriteRejections(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  yield* eachPage(
    FIRST,
    ({ n }) => read(store, "rejections", { n, limit: SLICE }),
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

export function* dropReasonings(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  const rows = yield* ask(read(store, "reasonings", {}));
  const gone = rows.filter((row) => mustDropReasoning(plan, row));
  for (const slice of slices(gone)) {
    yield* written(store, "forget/drop-reasoning", {
      rows: slice.map(({ episode_id, purpose }) => ({ episode_id, purpose })),
    });
  }
}

export function* clearIntents(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  const rows = yield* ask(read(store, "intents", {}));
  const changed = rows.flatMap((row) => {
    const intent = clearedIntent(plan, row.intent);
    return intent === null ? [] : [{ id: row.id, set: { intent } }];
  });
  yield* updateAll(store, "episodes", changed);
}

/**
 * Rewrites the remaining rows. The same functions process the graph and the snapshots in the change log, so that a
 * change can still be undone if nothing else happened to its target. A fact's paraphrases may derive from forgotten content,
 * and are generated again.
 */
function rewriteFact(plan: ForgetPlan, { expansion, ...fact }: Fact): Fact {
  const runs = plan.rules.filter((r) => r.everywhere || r.factIds.has(fact.id)).flatMap((r) => r.runs);
  const text = redactRuns(fact.text, runs).text;
  const value = fact.value === null ? null : redactRuns(fact.value, runs).text;
  const evidence = fact.evidence
    .filter((e) => !plan.episodeIds.has(e.episodeId))
    .map((e) => rewriteEvidence(plan, e));
  return { ...fact, text, value, evidence };
}

function rewriteEvidence(plan: ForgetPlan, evidence: Evidence): Evidence {
  const made = plan.redactedEpisodes.get(evidence.episodeId)?.[evidence.part];
  if (!made) return evidence;
  const { start, end } = made.move(evidence);
  return { ...evidence, start, end, quote: made.text.slice(start, end) };
}

function rewriteEntity(plan: ForgetPlan, entity: Entity): Entity {
  const { summaryBasis, portrait, ...rest } = entity;
  const isGone = (id: string): boolean => plan.facts.has(id) || plan.rules.some((r) => r.factIds.has(id));
  if (summaryBasis?.factIds.some(isGone))
    return rewriteEntity(plan, { ...rest, ...(portrait && { portrait }), summary: null });
  const about = (r: RedactionRule): boolean => r.subjectId === entity.id;
  const kept = (text: string): string => redactRuns(text, runsFor(plan, text, about)).text;
  const isOutdated =
    Object.keys(portrait?.versions ?? {}).some(isGone) ||
    portrait?.sentences.some(({ text }) => kept(text) !== text);
  if (isOutdated) return rewriteEntity(plan, { ...rest, ...(summaryBasis && { summaryBasis }) });
  const unnamed = plan.givenNames.get(entity.id);
  const names = everywhere(plan);
  return {
    ...entity,
    // "Annelie's husband" contains her name as well.
    name: redactRuns(entity.name, names).text,
    aliases: entity.aliases.filter(
      ({ alias }) => !unnamed?.has(foldName(alias)) && !containsRun(alias, names),
    ),
    summary: entity.summary === null ? null : kept(entity.summary),
    properties: mapStrings(entity.properties, kept),
  };
}

/** Names redacted wherever they occur. */
function everywhere(plan: ForgetPlan): WordRun[] {
  return plan.rules.filter((r) => r.everywhere).flatMap((r) => r.runs);
}

/** Which facts may have to be rewritten, besides those with evidence in a changed episode. */
function wordsEverywhere(plan: ForgetPlan): string[] {
  return everywhere(plan)
    .map((run) => fold(rootOf(run)))
    .filter((word) => word !== "");
}

type Snapshots = Pick<ChangeRow, "kind" | "before_json" | "after_json">;

/** A change without forgotten content; the same one if it had none, null if nothing of it may be kept. */
function rewriteChange<T extends Snapshots>(plan: ForgetPlan, row: T): T | null {
  if (row.kind === "episode") return summarisesForgotten(plan, row) ? null : row;
  const before = rewriteSnapshot(plan, row, row.before_json);
  const after = rewriteSnapshot(plan, row, row.after_json);
  if (before === row.before_json && after === row.after_json) return row;
  if (before === GONE || after === GONE || before === after) return null;
  return { ...row, before_json: before, after_json: after };
}

/** A summary is deleted with any of its turns. */
function summarisesForgotten({ episodeIds }: ForgetPlan, { before_json, after_json }: Snapshots): boolean {
  const log = JSON.parse(after_json ?? before_json ?? "null") as SummaryLog | null;
  return log === null || [log.id, ...log.sources].some((id) => episodeIds.has(id));
}

/** A snapshot of which nothing may be kept. */
const GONE = "gone";

function rewriteSnapshot(plan: ForgetPlan, row: Snapshots, json: string | null): string | null {
  if (json === null) return null;
  if (row.kind === "community") return mustDropCommunity(plan, JSON.parse(json) as Community) ? GONE : json;
  if (row.kind === "entity") {
    return JSON.stringify(rewriteEntity(plan, JSON.parse(json) as Entity));
  }
  const fact = JSON.parse(json) as Fact;
  const kept = rewriteFact(plan, fact);
  return fact.evidence.length > 0 && kept.evidence.length === 0 ? GONE : JSON.stringify(kept);
}

/**
 * A topic is deleted whole, text included, if anything in it is: a member, a fact it repeats, or words in its text. It
 * is derived, and found again from the remaining data.
 */
function mustDropCommunity(plan: ForgetPlan, { name, summary, members, factIds }: Community): boolean {
  if (members.some((id) => plan.entities.has(id))) return true;
  if (factIds.some((id) => plan.facts.has(id) || plan.rules.some((rule) => rule.factIds.has(id))))
    return true;
  return containsRun(
    `${name}\n${summary}`,
    plan.rules.flatMap((rule) => rule.runs),
  );
}

type RefusedRow = Pick<RejectionRow, "episode_id" | "fact_id" | "detail" | "proposal" | "reasoning">;

/** A rejection about forgotten content is null; in another a forgotten name is redacted; the same one if there is none. */
function rewriteRejection<T extends RefusedRow>(plan: ForgetPlan, row: T): T | null {
  if (mustDropRejection(plan, row)) return null;
  const none = (): boolean => false;
  const kept = (text: string): string => redactRuns(text, runsFor(plan, text, none)).text;
  const detail = kept(row.detail);
  const proposal = JSON.stringify(mapStrings(JSON.parse(row.proposal) as unknown, kept));
  const reasoning = row.reasoning === null ? null : kept(row.reasoning);
  const same = detail === row.detail && proposal === row.proposal && reasoning === row.reasoning;
  return same ? row : { ...row, detail, proposal, reasoning };
}

function mustDropRejection(plan: ForgetPlan, row: RefusedRow): boolean {
  if (row.fact_id !== null && plan.facts.has(row.fact_id)) return true;
  if (row.episode_id === null) return false;
  if (plan.episodeIds.has(row.episode_id)) return true;
  const words = plan.redactedEpisodes.get(row.episode_id)?.runs ?? [];
  return containsRun(`${row.proposal}\n${row.detail}\n${row.reasoning ?? ""}`, words);
}

/**
 * An intent that names forgotten items loses its ids: its question is no longer open, its changes are gone.
 * Null if it stays unchanged.
 */
function clearedIntent({ facts, episodeIds }: ForgetPlan, json: string): string | null {
  const intent = JSON.parse(json) as EpisodeIntent;
  const isGone = intent.candidates.some(
    (one) => one.factIds.some((id) => facts.has(id)) || one.episodeIds.some((id) => episodeIds.has(id)),
  );
  if (!isGone) return null;
  const state = intent.state === "asked" ? "done" : intent.state;
  const cleared: EpisodeIntent = { kind: intent.kind, state, candidates: [], changeIds: [] };
  return JSON.stringify(cleared);
}

/**
 * Reasoning about another turn may repeat forgotten words, or those of a forgotten turn that its model was shown: it is
 * deleted, its votes stay.
 */
function mustDropReasoning(
  plan: ForgetPlan,
  { reasoning, ...turn }: ForgetReads["reasonings"]["row"],
): boolean {
  const runs = [...plan.rules.flatMap((rule) => rule.runs), ...shownWordsIn(plan, turn)];
  return runs.length > 0 && findRuns(letterTokens(reasoning), runs).length > 0;
}
