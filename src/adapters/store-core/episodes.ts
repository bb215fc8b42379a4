import {
  NEUTRAL_VALENCE,
  type AnsweredEpisode,
  type EpisodeIntent,
  type RecalledRef,
} from "../../domain/model/episode.ts";
import { recalledRef } from "../../domain/model/recalled.ts";
import { SUMMARIES, type Summary, spanText } from "../../domain/model/summary.ts";
import { type Instant, plusMs } from "../../domain/model/time.ts";
import { REDACTED } from "../../domain/model/tombstone.ts";
import type { CompleteEpisode, NewEpisode } from "../../ports/memory-store.ts";
import type { EpisodeRow } from "./rows.ts";
import { type Answer, type Steps, ask } from "./steps.ts";
import { type Tombstones, redactText, redactTexts } from "./tombstones.ts";

/** The part of opening and completing a turn that all stores share. */

/** A turn's default weight, until the extraction sets it. */
const NEUTRAL_IMPORTANCE = 0.5;

export const EPOCH: Instant = "1970-01-01T00:00:00.000Z";

/** An undated import or document is assumed to be older than any forgetting. */
export function saidAt(asked: NewEpisode): Instant {
  const undated =
    asked.occurredAt === asked.recordedAt && (asked.source === "import" || asked.source === "document");
  return undated ? EPOCH : asked.occurredAt;
}

export type Redacted = NewEpisode & { redacted: boolean };

/** The text to store, without words forgotten after it was said. */
export function withoutForgottenWords(tombstones: Tombstones, asked: NewEpisode): Redacted {
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

/** What must be known about a turn that ends. */
export interface CompletionReads {
  forgottenSince(at: Instant): Answer<boolean>;
  tombstonesSince(at: Instant): Answer<Tombstones>;
  areStillThere(recalled: RecalledRef[]): Answer<boolean>;
  hasEvidence(id: string): Answer<boolean>;
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
export function* afterForgetting(
  store: CompletionReads,
  before: EpisodeRow,
  { assistantReply, recalled }: CompleteEpisode,
): Steps<Completed> {
  const { id, user_message: userMessage, recorded_at } = before;
  const since = plusMs(recorded_at, -RECALL_MS_MAX);
  if (!(yield* ask(store.forgottenSince(since)))) return { userMessage, assistantReply, redacted: false };
  const tombstones = yield* ask(store.tombstonesSince(since));
  const repliedAt = (yield* ask(store.areStillThere(recalled))) ? recorded_at : since;
  const reply = redactTexts(tombstones, [userMessage, assistantReply], repliedAt).texts[1] ?? null;
  const message = redactText(tombstones, userMessage, recorded_at);
  // A running turn has no evidence yet; if there is any, its spans must keep pointing at their words.
  const isCut = message.redacted && !(yield* ask(store.hasEvidence(id)));
  return {
    userMessage: isCut ? message.text : userMessage,
    assistantReply: reply,
    redacted: message.redacted || reply !== assistantReply,
  };
}

/** `keyed`: the stored form of a hash of words. A hash of words that are not stored matches none. */
export function completedRow(
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
