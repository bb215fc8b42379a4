import {
  type CutRow,
  type ForgetRows,
  type RemainingConversation,
  type Update,
  putMentions,
  read,
  remove,
} from "./forget-store.ts";
import {
  CUT_COLUMNS,
  addReplyWords,
  keepSaidWords,
  redactConversation,
  redactEpisode,
  redactsNothing,
  mayHoldWords,
  moveMention,
  similarTurnCollector,
  titleFrom,
} from "./forget-words.ts";
import type { Mention } from "../../ports/memory-store.ts";
import type { RedactedText, WordRun } from "./redact.ts";
import { episodeSearchText } from "./search-text.ts";
import { SLICE, type Steps, ask, eachPage, gather, slices } from "./steps.ts";
import type { ForgetPlan } from "./forget-plan.ts";

/** Turns and conversations: those deleted, and those redacted. */

const FIRST = { occurred_at: "", n: Number.MIN_SAFE_INTEGER };

/** By conversation: those that branch off from it, or from one of its branches. */
export function* readBranches(store: ForgetRows): Steps<Map<string, string[]>> {
  const direct = Map.groupBy(yield* ask(read(store, "branches", {})), (row) => row.branch_of);
  const reached = (id: string): string[] => {
    const found = new Set([id]);
    for (const one of found) for (const branch of direct.get(one) ?? []) found.add(branch.id);
    return [...found].slice(1);
  };
  return new Map([...direct.keys()].map((id) => [id, reached(id)]));
}

/** Redacts the forgotten words in every remaining episode, and shifts its mentions. */
export function* redactEpisodes(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  const runsOfConversation = new Map<string, WordRun[]>();
  addReplyWords(plan, yield* gather(plan.episodeIds, (ids) => read(store, "messages", { ids })));
  if (!redactsNothing(plan)) {
    const holds = mayHoldWords(plan);
    yield* eachPage(
      FIRST,
      ({ occurred_at, n }) => read(store, "episode-words", { occurred_at, n, limit: SLICE }),
      (rows) => redactRows(store, plan, rows.filter(holds), runsOfConversation),
    );
  }
  yield* redactConversations(store, plan, runsOfConversation);
}

function* redactRows(
  store: ForgetRows,
  plan: ForgetPlan,
  rows: CutRow[],
  runsOf: Map<string, WordRun[]>,
): Steps<void> {
  const changed: Update[] = [];
  const cuts = new Map<string, RedactedText>();
  const noteSimilar = similarTurnCollector(plan);
  for (const row of rows) {
    keepSaidWords(plan, row);
    const done = redactEpisode(plan, row);
    noteSimilar(done?.row ?? row);
    if (done === null) continue;
    changed.push({ id: row.id, set: changes(row, done.row) });
    cuts.set(row.id, done.made.user);
    for (const id of [row.conversation_id, ...(plan.branches.get(row.conversation_id) ?? [])])
      runsOf.set(id, [...(runsOf.get(id) ?? []), ...done.made.runs]);
  }
  if (changed.length === 0) return;
  yield* ask(store.update("episodes", changed));
  // Traces may repeat changed words.
  yield* remove(store, "traces", [...cuts.keys()]);
  yield* moveMentions(store, cuts);
}

/** Unchanged words are not indexed again: they keep their vector. */
function changes(before: CutRow, after: CutRow): Update["set"] {
  const was = episodeSearchText(before);
  const is = episodeSearchText(after);
  return {
    ...Object.fromEntries(CUT_COLUMNS.map((column) => [column, after[column]])),
    chain_hash: null,
    ...(was.reply_text === is.reply_text ? {} : { reply_text: is.reply_text }),
    ...(was.search_text === is.search_text ? {} : { search_text: is.search_text }),
  };
}

/** A mention of redacted words is deleted; the others keep pointing at their words. */
function* moveMentions(store: ForgetRows, cuts: Map<string, RedactedText>): Steps<void> {
  const ids = [...cuts.keys()];
  const mentions = yield* ask(read(store, "mentions-in", { ids }));
  yield* remove(store, "mentions", ids);
  const kept = new Map<string, Mention>();
  for (const { episodeId, entityId, start, end } of mentions) {
    const made = cuts.get(episodeId);
    const span = made && moveMention(made, { start, end });
    if (!span) continue;
    const moved = { episodeId, entityId, start: span.start, end: span.end };
    kept.set(JSON.stringify(moved), moved);
  }
  for (const slice of slices(kept.values())) yield* putMentions(store, slice);
}

/** Titles, summaries and system texts lose the words redacted in their episodes. */
function* redactConversations(
  store: ForgetRows,
  plan: ForgetPlan,
  runsOf: Map<string, WordRun[]>,
): Steps<void> {
  const rows = yield* ask(read(store, "conversations", {}));
  const changed = rows.map((row) => ({ id: row.id, set: { ...redactConversation(plan, row, runsOf) } }));
  const lost = changed.filter(({ set }) => Object.keys(set).length > 0);
  yield* updateAll(store, "conversations", lost);
}

export function* updateAll(
  store: ForgetRows,
  what: Parameters<ForgetRows["update"]>[0],
  rows: Update[],
): Steps<void> {
  for (const slice of slices(rows)) yield* ask(store.update(what, slice));
}

/** The number deleted. */
export function* removeAll(
  store: ForgetRows,
  what: Parameters<typeof remove>[1],
  ids: Iterable<string>,
): Steps<number> {
  let count = 0;
  for (const slice of slices(ids)) count += yield* remove(store, what, slice);
  return count;
}

/** Whole episodes; an emptied conversation is deleted too, others drop texts about them. */
export function* removeEpisodes(store: ForgetRows, plan: ForgetPlan): Steps<void> {
  const gone = yield* gather(plan.episodeIds, (ids) => read(store, "messages", { ids }));
  plan.counts.episodes += yield* removeAll(store, "episodes", plan.episodeIds);
  for (const { conversation_id } of gone) plan.conversationIds.add(conversation_id);
  const messagesOf = Map.groupBy(gone, (said) => said.conversation_id);
  const left = yield* gather(plan.conversationIds, (ids) => read(store, "conversations-left", { ids }));
  const empty = left.filter((one) => one.count === 0).map((one) => one.id);
  plan.counts.conversations += yield* removeAll(store, "conversations", empty);
  const kept = left.filter((one) => one.count > 0);
  yield* updateAll(
    store,
    "conversations",
    kept.map((one) => {
      const messages = (messagesOf.get(one.id) ?? []).map((said) => said.user_message);
      return { id: one.id, set: remainingConversation(one, messages) };
    }),
  );
  const branches = new Set(gone.flatMap(({ conversation_id: id }) => plan.branches.get(id) ?? []));
  yield* updateAll(
    store,
    "conversations",
    [...branches].map((id) => ({ id, set: { history_summary: null } })),
  );
}

/** The summary of earlier turns may repeat deleted ones; it is regenerated when needed. */
function remainingConversation(left: RemainingConversation, messages: string[]): Update["set"] {
  return {
    episode_count: left.count,
    started_at: left.first,
    last_message_at: left.last,
    history_summary: null,
    // A title may consist of a deleted message's words.
    title: left.title !== null && titleFrom(left.title, messages) ? null : left.title,
  };
}
