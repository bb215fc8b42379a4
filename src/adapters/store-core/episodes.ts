import {
  NEUTRAL_VALENCE,
  type AnsweredEpisode,
  type Episode,
  type EpisodeIntent,
  type RecalledRef,
} from "../../domain/model/episode.ts";
import { recalledRef } from "../../domain/model/recalled.ts";
import { SUMMARIES, type Summary, spanText } from "../../domain/model/summary.ts";
import { type Instant, plusMs } from "../../domain/model/time.ts";
import { REDACTED } from "../../domain/model/tombstone.ts";
import { notFound } from "../../errors.ts";
import type {
  CompleteEpisode,
  EpisodeTypeQuery,
  Mention,
  NewEpisode,
  OpenedEpisode,
} from "../../ports/memory-store.ts";
import { keyedChain, saltOf } from "./hash-key.ts";
import { inOrder } from "./in-order.ts";
import { MENTIONS_MAX } from "./listing.ts";
import { type EpisodeRow, toAnswered, toEpisode } from "./rows.ts";
import { type Answer, type Steps, ask } from "./steps.ts";
import { type Tombstones, isForgottenMessage, redactText, redactTexts } from "./tombstones.ts";
import { type Rows, type UserRows, first, found, together } from "./verbs.ts";

/** One user's turns, from their first word to their reply. */

/** A turn's default weight, until the extraction sets it. */
const NEUTRAL_IMPORTANCE = 0.5;

export const EPOCH: Instant = "1970-01-01T00:00:00.000Z";

/** An undated import or document is assumed to be older than any forgetting. */
function saidAt(asked: NewEpisode): Instant {
  const undated =
    asked.occurredAt === asked.recordedAt && (asked.source === "import" || asked.source === "document");
  return undated ? EPOCH : asked.occurredAt;
}

export type Redacted = NewEpisode & { redacted: boolean };

/** The text to store, without words forgotten after it was said. */
function withoutForgottenWords(tombstones: Tombstones, asked: NewEpisode): Redacted {
  const said = [asked.userMessage, asked.assistantReply ?? null, asked.conversation?.title ?? null];
  const { texts: kept, redacted } = redactTexts(tombstones, [...said, asked.tags ?? null], saidAt(asked));
  const conversation = asked.conversation && { ...asked.conversation, title: kept[2] ?? null };
  const tags = kept[3] ?? undefined;
  return {
    ...asked,
    userMessage: kept[0] ?? "",
    assistantReply: kept[1] ?? null,
    conversation,
    tags,
    redacted,
  };
}

/** The columns that a turn gives to the conversation it begins. */
export function newConversation({ conversation = {} }: NewEpisode) {
  const { title, clientSystem, externalId, branchOf, branchAt } = conversation;
  return {
    title: title ?? null,
    client_system: clientSystem ?? null,
    external_id: externalId ?? null,
    branch_of: branchOf ?? null,
    branch_at: branchAt ?? null,
  };
}

/** A turn when it is opened. */
export function begunEpisode(asked: Redacted, ordinal: number): AnsweredEpisode {
  return {
    id: asked.id,
    conversationId: asked.conversationId,
    ordinal,
    userMessage: asked.userMessage,
    assistantReply: asked.assistantReply ?? null,
    speaker: asked.speaker ?? null,
    source: asked.source,
    state: asked.state,
    memory: asked.memory,
    mode: asked.mode,
    occurredAt: asked.occurredAt,
    recordedAt: asked.recordedAt,
    place: null,
    summary: null,
    emotion: null,
    valence: NEUTRAL_VALENCE,
    importance: NEUTRAL_IMPORTANCE,
    context: null,
    extraction: { state: asked.extract ? "pending" : "none", attempts: 0, error: null, retryAt: null },
    verification: { state: "none", attempts: 0, error: null },
    consolidatedInto: null,
    sourceCount: 1,
    externalId: asked.externalId ?? null,
    idempotencyKey: asked.idempotencyKey ?? null,
    chainHash: null,
    replacedBy: null,
    model: null,
    error: null,
    redacted: asked.redacted,
    intent: asked.intent ?? null,
    ...(asked.outcome !== undefined && { outcome: asked.outcome }),
    ...(asked.contextType !== undefined && { contextType: asked.contextType }),
    ...(asked.tags !== undefined && { tags: asked.tags }),
    recalled: [],
  };
}

/** A summary as stored: an episode in a separate conversation, without extraction. */
export function summaryAsEpisode({ id, text, from, recordedAt }: Summary): Redacted {
  return {
    id,
    conversationId: SUMMARIES.id,
    createConversation: true,
    conversation: { title: SUMMARIES.title },
    userMessage: text,
    source: "consolidated",
    state: "complete",
    memory: "on",
    mode: "chat",
    occurredAt: from,
    recordedAt,
    extract: false,
    redacted: false,
  };
}

export function begunSummary(summary: Summary, ordinal: number): AnsweredEpisode {
  const { importance, sources } = summary;
  const begun = begunEpisode(summaryAsEpisode(summary), ordinal);
  return { ...begun, importance, sourceCount: sources.length, context: spanText(summary) };
}

/** A turn is recorded after its recall; no recall takes longer than this. */
const RECALL_MS_MAX = 60_000;

/** One user's turns. */
export interface EpisodeRows extends UserRows {
  /** Words forgotten after `after`, and these messages, whenever they were forgotten. */
  tombstonesAfter(after: Instant, messages?: string[]): Answer<Tombstones>;
  forgottenSince(at: Instant): Answer<boolean>;
  /** At the next position of its conversation, created if it does not exist. */
  insertEpisode(episode: Redacted): Answer<Omit<EpisodeRow, "n">>;
  /** Writes what changed, with its full text. */
  updateEpisode(before: EpisodeRow, after: EpisodeRow): Answer<unknown>;
}

export function* episode(db: Rows, id: string): Steps<AnsweredEpisode | null> {
  const row = yield* first<EpisodeRow>(db, "read/episode", { id });
  return row === undefined ? null : toAnswered(row);
}

export function* episodesById(db: Rows, ids: string[]): Steps<Episode[]> {
  return inOrder(ids, yield* found(db, "episodes/by-id", { ids }, toEpisode));
}

export function episodesOfType(
  db: Rows,
  { contextType, recorded, limit }: EpisodeTypeQuery,
): Steps<Episode[]> {
  const { from = "", to = "9999" } = recorded;
  return found(db, "episodes/of-type", { context_type: contextType, from, to, limit }, toEpisode);
}

/** The same exchange may occur in several conversations: newest first. */
export function* episodesByChainHash(db: UserRows, hash: string, limit: number): Steps<Episode[]> {
  const keyed = keyedChain(db.hashKey, saltOf(yield* ask(db.owner())), hash);
  return yield* found(db, "episodes/by-chain-hash", { hash: keyed, limit }, toEpisode);
}

/** Mentions of a merged entity are mentions of its survivor. */
export function mentions(db: Rows, episodeIds: string[]): Answer<Mention[]> {
  return db.find("episodes/mentions", { ids: episodeIds });
}

export function mentionsOf(
  db: Rows,
  entityIds: string[],
): Answer<{ entityId: string; episodeId: string; conversationId: string }[]> {
  return db.find("episodes/mentions-of", { ids: entityIds, limit: MENTIONS_MAX });
}

/**
 * Stores an episode, once. Texts with their own date (imports, documents, the API) are checked against the tombstones;
 * chat messages count as newly said.
 */
export function* openEpisode(db: EpisodeRows, asked: NewEpisode): Steps<OpenedEpisode> {
  const { id, idempotencyKey = null, externalId = null, conversationId } = asked;
  const [[known], conversations] = yield* together(
    db.find<EpisodeRow>("episodes/known", { id, idempotency_key: idempotencyKey, external_id: externalId }),
    db.find("read/conversation", { id: conversationId }),
  );
  if (known) return { outcome: "existing", episode: toAnswered(known) };
  const episode = yield* withoutForgotten(db, asked);
  if (episode === null) return { outcome: "forgotten" };
  if (conversations.length === 0 && !episode.createConversation) throw notFound("conversation");
  return { outcome: "opened", episode: toAnswered(yield* ask(db.insertEpisode(episode))) };
}

/** Null if a tombstone covers the whole text. */
function* withoutForgotten(db: EpisodeRows, asked: NewEpisode): Steps<Redacted | null> {
  if (asked.source === "chat") return { ...asked, redacted: false };
  const tombstones = yield* ask(db.tombstonesAfter(saidAt(asked), [asked.userMessage]));
  return isForgottenMessage(tombstones, asked) ? null : withoutForgottenWords(tombstones, asked);
}

/** Sets the reply, once: a turn that is already complete is returned unchanged. */
export function* completeEpisode(
  db: EpisodeRows,
  id: string,
  result: CompleteEpisode,
): Steps<AnsweredEpisode> {
  const before = yield* first<EpisodeRow>(db, "read/episode", { id });
  if (!before) throw notFound("episode");
  if (before.state === "complete") return toAnswered(before);
  const kept = yield* afterForgetting(db, before, result);
  const salt = saltOf(yield* ask(db.owner()));
  const row = completedRow(before, kept, result, (hash) => keyedChain(db.hashKey, salt, hash));
  yield* ask(db.updateEpisode(before, row));
  return toAnswered(row);
}

/** Whether none of these memories is gone. */
function* areStillThere(db: Rows, recalled: RecalledRef[]): Steps<boolean> {
  const ids = (kind: string): string[] => recalled.filter((one) => one.kind === kind).map(({ id }) => id);
  const asked = { facts: ids("fact"), entities: ids("entity"), episodes: ids("episode") };
  const there = new Set(yield* found(db, "episodes/still-there", asked, ({ id }: { id: string }) => id));
  return Object.values(asked).every((some) => some.every((id) => there.has(id)));
}

/** The stored form of a reply if something was forgotten while it was written. */
interface Completed {
  userMessage: string;
  assistantReply: string | null;
  redacted: boolean;
}

/**
 * The words of a turn, redacted if something was forgotten while it was answered. A reply based on forgotten content may
 * repeat it, and is checked together with its question; the user's own message counts as newly said.
 */
function* afterForgetting(
  store: EpisodeRows,
  before: EpisodeRow,
  { assistantReply, recalled }: CompleteEpisode,
): Steps<Completed> {
  const { id, user_message: userMessage, recorded_at } = before;
  const since = plusMs(recorded_at, -RECALL_MS_MAX);
  if (!(yield* ask(store.forgottenSince(since)))) return { userMessage, assistantReply, redacted: false };
  const tombstones = yield* ask(store.tombstonesAfter(since));
  const repliedAt = (yield* areStillThere(store, recalled)) ? recorded_at : since;
  const reply = redactTexts(tombstones, [userMessage, assistantReply], repliedAt).texts[1] ?? null;
  const message = redactText(tombstones, userMessage, recorded_at);
  // A running turn has no evidence yet; if there is any, its spans must keep pointing at their words.
  const isCut = message.redacted && (yield* first(store, "episodes/has-evidence", { id })) === undefined;
  return {
    userMessage: isCut ? message.text : userMessage,
    assistantReply: reply,
    redacted: message.redacted || reply !== assistantReply,
  };
}

/** `keyed`: the stored form of a hash of words. A hash of words that are not stored matches none. */
function completedRow(
  before: EpisodeRow,
  kept: Completed,
  { chainHash, recalled, ...result }: CompleteEpisode,
  keyed: (hash: string) => string,
): EpisodeRow {
  const isCut = `${kept.userMessage}${kept.assistantReply ?? ""}`.includes(REDACTED);
  return {
    ...before,
    user_message: kept.userMessage,
    assistant_reply: kept.assistantReply,
    state: result.state,
    recalled: JSON.stringify(recalled.map(recalledRef)),
    model: result.model,
    chain_hash: isCut ? null : chainHash ? keyed(chainHash) : before.chain_hash,
    error: result.error ?? null,
    extraction_retry_at: result.extractNotBefore ?? null,
    intent: intentJson(result.intent) ?? before.intent,
    redacted: kept.redacted ? 1 : before.redacted,
  };
}

function intentJson(intent: EpisodeIntent | null | undefined): string | null {
  return intent ? JSON.stringify(intent) : null;
}
