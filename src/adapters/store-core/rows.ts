import type { Actor, Change } from "../../domain/model/change.ts";
import type { Community } from "../../domain/model/community.ts";
import type { Conversation } from "../../domain/model/conversation.ts";
import type { Alias, Entity, SummaryBasis } from "../../domain/model/entity.ts";
import type { AnsweredEpisode, Episode } from "../../domain/model/episode.ts";
import type { Evidence, Fact } from "../../domain/model/fact.ts";
import type { Rejection } from "../../domain/model/rejection.ts";
import type { Precision, TimePoint } from "../../domain/model/time.ts";

/** Rows as SQLite gives them, and the nouns they stand for. */
export interface EpisodeRow {
  n: number;
  id: string;
  conversation_id: string;
  ordinal: number;
  user_message: string;
  assistant_reply: string | null;
  speaker: string | null;
  source: Episode["source"];
  state: Episode["state"];
  memory: Episode["memory"];
  mode: Episode["mode"];
  occurred_at: string;
  recorded_at: string;
  place: string | null;
  summary: string | null;
  emotion: string | null;
  valence: number;
  importance: number;
  context: string | null;
  extraction_state: Episode["extraction"]["state"];
  extraction_attempts: number;
  extraction_error: string | null;
  extraction_retry_at: string | null;
  verification_state: Episode["verification"]["state"];
  verification_attempts: number;
  verification_error: string | null;
  consolidated_into: string | null;
  source_count: number;
  external_id: string | null;
  idempotency_key: string | null;
  chain_hash: string | null;
  replaced_by: string | null;
  recalled: string;
  model: string | null;
  error: string | null;
  redacted: number;
  intent: string | null;
}

/** Columns that may change after an episode was opened. */
export const MUTABLE_COLUMNS = [
  "user_message",
  "assistant_reply",
  "state",
  "occurred_at",
  "place",
  "summary",
  "emotion",
  "valence",
  "importance",
  "context",
  "extraction_state",
  "extraction_attempts",
  "extraction_error",
  "extraction_retry_at",
  "verification_state",
  "verification_attempts",
  "verification_error",
  "chain_hash",
  "replaced_by",
  "consolidated_into",
  "recalled",
  "model",
  "error",
  "redacted",
  "intent",
] as const satisfies readonly (keyof EpisodeRow)[];

/** Without the two texts that full text covers and without what was recalled: half of a row or more. */
export type BareEpisodeRow = Omit<EpisodeRow, "recalled">;

const BARE_COLUMNS = [
  "n",
  "id",
  "conversation_id",
  "ordinal",
  "speaker",
  "source",
  "memory",
  "mode",
  "recorded_at",
  "source_count",
  "external_id",
  "idempotency_key",
  ...MUTABLE_COLUMNS.filter((column) => column !== "recalled"),
] as const satisfies readonly (keyof BareEpisodeRow)[];

/** For `SELECT`, with the table's alias. */
export function bareColumns(alias: string): string {
  return BARE_COLUMNS.map((column) => `${alias}.${column}`).join(", ");
}

export function toAnswered(row: EpisodeRow): AnsweredEpisode {
  return { ...toEpisode(row), recalled: JSON.parse(row.recalled) as AnsweredEpisode["recalled"] };
}

export function toEpisode(row: BareEpisodeRow): Episode {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    ordinal: row.ordinal,
    userMessage: row.user_message,
    assistantReply: row.assistant_reply,
    speaker: row.speaker,
    source: row.source,
    state: row.state,
    memory: row.memory,
    mode: row.mode,
    occurredAt: row.occurred_at,
    recordedAt: row.recorded_at,
    place: row.place,
    summary: row.summary,
    emotion: row.emotion,
    valence: row.valence,
    importance: row.importance,
    context: row.context,
    extraction: {
      state: row.extraction_state,
      attempts: row.extraction_attempts,
      error: row.extraction_error,
      retryAt: row.extraction_retry_at,
    },
    verification: {
      state: row.verification_state,
      attempts: row.verification_attempts,
      error: row.verification_error,
    },
    consolidatedInto: row.consolidated_into,
    sourceCount: row.source_count,
    externalId: row.external_id,
    idempotencyKey: row.idempotency_key,
    chainHash: row.chain_hash,
    replacedBy: row.replaced_by,
    model: row.model,
    error: row.error,
    redacted: row.redacted === 1,
    intent: row.intent === null ? null : (JSON.parse(row.intent) as Episode["intent"]),
  };
}

export interface ConversationRow {
  id: string;
  title: string | null;
  started_at: string;
  last_message_at: string;
  episode_count: number;
  client_system: string | null;
  history_from: number;
  history_summary: string | null;
  external_id: string | null;
}

export function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    title: row.title,
    startedAt: row.started_at,
    lastMessageAt: row.last_message_at,
    episodeCount: row.episode_count,
    clientSystem: row.client_system,
    historyFrom: row.history_from,
    historySummary: row.history_summary,
    externalId: row.external_id,
  };
}

export interface EntityRow {
  n: number;
  id: string;
  name: string;
  type: string;
  summary: string | null;
  properties: string;
  confidence: number;
  mention_count: number;
  created_at: string;
  last_mentioned_at: string;
  status: Entity["status"];
  is_self: number;
  external_keys: string;
  merged_into: string | null;
  summary_basis: string | null;
}

export function toEntity(row: EntityRow, aliases: Alias[]): Entity {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    aliases,
    summary: row.summary,
    properties: JSON.parse(row.properties) as Entity["properties"],
    confidence: row.confidence,
    mentionCount: row.mention_count,
    createdAt: row.created_at,
    lastMentionedAt: row.last_mentioned_at,
    status: row.status,
    isSelf: row.is_self === 1,
    externalKeys: JSON.parse(row.external_keys) as Entity["externalKeys"],
    ...(row.merged_into === null ? {} : { mergedInto: row.merged_into }),
    ...(row.summary_basis == null ? {} : { summaryBasis: JSON.parse(row.summary_basis) as SummaryBasis }),
  };
}

export interface FactRow {
  n: number;
  id: string;
  subject_id: string;
  predicate: string;
  object_id: string | null;
  value: string | null;
  polarity: Fact["polarity"];
  text: string;
  confidence: number;
  base_confidence: number | null;
  valid_at: string | null;
  valid_precision: Precision | null;
  invalid_at: string | null;
  invalid_precision: Precision | null;
  created_at: string;
  expired_at: string | null;
  status: Fact["status"];
  supersedes: string | null;
  change: Fact["change"];
  origin: string | null;
  expansion: string | null;
}

export function toFact(row: FactRow, evidence: Evidence[]): Fact {
  return {
    id: row.id,
    subjectId: row.subject_id,
    predicate: row.predicate,
    objectId: row.object_id,
    value: row.value,
    polarity: row.polarity,
    text: row.text,
    confidence: row.confidence,
    ...(row.base_confidence == null ? {} : { base: row.base_confidence }),
    validAt: timePoint(row.valid_at, row.valid_precision),
    invalidAt: timePoint(row.invalid_at, row.invalid_precision),
    createdAt: row.created_at,
    expiredAt: row.expired_at,
    status: row.status,
    supersedes: row.supersedes,
    change: row.change,
    origin: row.origin,
    ...(row.expansion == null ? {} : { expansion: row.expansion }),
    evidence,
  };
}

function timePoint(at: string | null, precision: Precision | null): TimePoint | null {
  return at === null ? null : { at, precision: precision ?? "minute" };
}

export interface EvidenceRow {
  fact_id: string;
  episode_id: string;
  part: Evidence["part"];
  span_start: number;
  span_end: number;
  quote: string;
  asserted_by: string;
  occurred_at: string;
}

export function toEvidence(row: EvidenceRow): Evidence {
  return {
    episodeId: row.episode_id,
    part: row.part,
    start: row.span_start,
    end: row.span_end,
    quote: row.quote,
    assertedBy: row.asserted_by,
    occurredAt: row.occurred_at,
  };
}

export interface ChangeRow {
  n: number;
  id: string;
  at: string;
  actor: Actor;
  reason: string;
  run_id: string | null;
  kind: Change["kind"];
  target_id: string;
  before_json: string | null;
  after_json: string | null;
  mentions_json: string | null;
  target_n: number | null;
  undone: number;
}

export function toChange(row: ChangeRow): Change {
  return {
    id: row.id,
    at: row.at,
    actor: row.actor,
    reason: row.reason,
    runId: row.run_id,
    kind: row.kind,
    targetId: row.target_id,
    before: row.before_json === null ? null : JSON.parse(row.before_json),
    after: row.after_json === null ? null : JSON.parse(row.after_json),
    undone: row.undone === 1,
  };
}

export interface RejectionRow {
  n: number;
  id: string;
  episode_id: string | null;
  fact_id: string | null;
  stage: Rejection["stage"];
  reason: Rejection["reason"];
  detail: string;
  proposal: string;
  reasoning: string | null;
  at: string;
  overruled_at: string | null;
  overruled_fact: string | null;
}

export function toRejection(row: RejectionRow): Rejection {
  return {
    id: row.id,
    episodeId: row.episode_id,
    factId: row.fact_id,
    stage: row.stage,
    reason: row.reason,
    detail: row.detail,
    proposal: JSON.parse(row.proposal),
    reasoning: row.reasoning,
    at: row.at,
    overruledAt: row.overruled_at,
    overruledFactId: row.overruled_fact,
  };
}

export interface CommunityRow {
  id: string;
  name: string;
  summary: string;
  fact_ids: string;
  written_by: Community["writtenBy"];
  asked: number;
  created_at: string;
  updated_at: string;
}

export function toCommunity(row: CommunityRow, members: string[]): Community {
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    members,
    factIds: JSON.parse(row.fact_ids) as string[],
    writtenBy: row.written_by,
    asked: row.asked === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
