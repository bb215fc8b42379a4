import { z } from "zod";
import { INFERENCE_RULES, type InferenceRule } from "../domain/belief/inference.ts";
import type { Change } from "../domain/model/change.ts";
import { CONTEXT_TYPES, OUTCOMES } from "../domain/model/context.ts";
import type { Community } from "../domain/model/community.ts";
import { STORED_SHELVES, type Conversation } from "../domain/model/conversation.ts";
import type { Day } from "../domain/model/day.ts";
import type { DiffStep } from "../domain/model/diff.ts";
import type { Entity } from "../domain/model/entity.ts";
import type { AnsweredEpisode, ExtractionState, VerificationState } from "../domain/model/episode.ts";
import { FEEDBACK_BASES, type Feedback } from "../domain/model/feedback.ts";
import type { Evidence, Fact } from "../domain/model/fact.ts";
import { LINK_ENDS, LINK_TYPES, type Link } from "../domain/model/link.ts";
import { recalledRef } from "../domain/model/recalled.ts";
import { REJECTION_REASONS, type Rejection, STAGES } from "../domain/model/rejection.ts";
import {
  CLOSING_REASONS,
  FORGET_REASONS,
  INSIGHT_REASONS,
  MERGE_REASONS,
  REVIEW_KINDS,
  type Review,
} from "../domain/model/review.ts";
import { RIGHTS } from "../domain/model/rights.ts";
import { STATUSES } from "../domain/model/status.ts";
import { RULINGS, TRACE_PURPOSES, type Trace } from "../domain/model/trace.ts";
import { type ApiKeyRecord, type AuditRecord, AUDITED_ACTS, type RunRecord } from "../ports/system-store.ts";
import { DayReportSchema } from "./day-report.ts";
import {
  type Fields,
  type FieldsOf,
  apart,
  flag,
  group,
  json,
  named,
  optional,
  orNull,
  plain,
  point,
  truth,
  value,
} from "./fields.ts";

/**
 * Every kind of record, defined once. Derived from it: the rows of both databases and the way back, the columns that a newer
 * version adds, and the check of a memory file. The order of the fields is that of the snapshots in the change log:
 * a new one goes to the end, and is optional, since records of earlier versions lack it.
 */

const idType = z.string().min(1);
export const instantType = z
  .string()
  .regex(/^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/, "must be an instant in UTC")
  .refine((at) => !Number.isNaN(Date.parse(at)), "must be an instant in UTC");
const pointType = z.strictObject({ at: instantType, precision: z.enum(["year", "month", "day", "minute"]) });

const id = plain(idType);
const text = plain(z.string());
const maybe = plain(z.string().nullable());
const whole = plain(z.int());
const number = plain(z.number());
const share = plain(z.number().min(0).max(1));
const instant = plain(instantType);
const maybeAt = plain(instantType.nullable());
const oneOf = <const T extends readonly string[]>(...names: T) => plain(z.enum(names));
const ids = json(z.array(idType));

export const MENTION = { episodeId: idType, entityId: idType, start: z.int(), end: z.int() };

export const CONVERSATION = {
  id,
  title: maybe,
  startedAt: instant,
  lastMessageAt: instant,
  episodeCount: whole,
  clientSystem: maybe,
  historyFrom: whole,
  historySummary: maybe,
  externalId: maybe,
  shelf: optional(oneOf(...STORED_SHELVES)),
  branchOf: optional(id),
  branchAt: optional(whole),
} satisfies FieldsOf<Conversation>;

const evidenceTypes = {
  episodeId: idType,
  start: z.int(),
  end: z.int(),
  quote: z.string(),
  assertedBy: z.string(),
  occurredAt: instantType,
};

const recalledType = z.strictObject({
  n: z.int(),
  kind: z.enum(["fact", "entity", "episode", "community"]),
  id: idType,
  score: z.number(),
  episodeIds: z.array(idType),
});

/** In files of versions before 3. */
const recalledWithWords = recalledType.omit({ episodeIds: true }).extend({
  text: z.string(),
  status: z.string(),
  components: z.record(z.string(), z.number()).exactOptional(),
  evidence: z.array(z.strictObject(evidenceTypes)),
});

export const EPISODE = {
  id,
  conversationId: id,
  ordinal: whole,
  userMessage: text,
  assistantReply: maybe,
  speaker: maybe,
  source: oneOf("chat", "api", "import", "document", "consolidated"),
  state: oneOf("open", "complete", "interrupted"),
  memory: oneOf("on", "read", "off"),
  mode: oneOf("chat", "memory"),
  occurredAt: instant,
  recordedAt: instant,
  place: maybe,
  summary: maybe,
  emotion: maybe,
  valence: share,
  importance: share,
  context: maybe,
  extraction: group({
    state: oneOf("none", "pending", "done", "failed"),
    attempts: whole,
    error: maybe,
    // Files of versions without retries lack it.
    retryAt: plain(instantType.nullable().default(null)),
  } satisfies FieldsOf<ExtractionState>),
  verification: group({
    state: oneOf("none", "pending", "done", "deferred", "failed"),
    attempts: whole,
    error: maybe,
  } satisfies FieldsOf<VerificationState>),
  consolidatedInto: maybe,
  sourceCount: whole,
  externalId: maybe,
  idempotencyKey: maybe,
  chainHash: maybe,
  replacedBy: maybe,
  model: maybe,
  error: maybe,
  redacted: flag,
  intent: json(
    z
      .strictObject({
        kind: z.enum(["forget", "remember", "off_record", "why", "wrong", "undo"]),
        state: z.enum(["done", "asked", "on", "off"]),
        candidates: z.array(z.strictObject({ factIds: z.array(idType), episodeIds: z.array(idType) })),
        changeIds: z.array(idType),
        // From earlier versions.
        everything: z.literal(true).exactOptional(),
        pending: z.array(z.string()).exactOptional(),
      })
      .nullable(),
  ),
  outcome: optional(oneOf(...OUTCOMES)),
  contextType: optional(oneOf(...CONTEXT_TYPES)),
  tags: optional(text),
} satisfies FieldsOf<Omit<AnsweredEpisode, "recalled" | "spooled">>;

/** Including the memories it was answered with: half of a row or more. */
export const ANSWERED = {
  ...EPISODE,
  recalled: json(z.array(z.union([recalledType, recalledWithWords.transform(recalledRef)]))),
} satisfies FieldsOf<Omit<AnsweredEpisode, "spooled">>;

export const CHANGE = {
  id,
  at: instant,
  actor: oneOf("live", "verify", "user", "import", "merge", "maintenance", "undo"),
  reason: text,
  runId: maybe,
  kind: oneOf("entity", "fact", "episode", "community"),
  targetId: id,
  before: named("before_json", json(z.unknown())),
  after: named("after_json", json(z.unknown())),
  undone: flag,
} satisfies FieldsOf<Change>;

export const ENTITY = {
  id,
  name: text,
  type: text,
  aliases: apart(
    z.array(
      z.strictObject({
        alias: z.string(),
        kind: z.enum(["name", "nickname", "role", "misspelling", "merged"]),
      }),
    ),
  ),
  summary: maybe,
  properties: json(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  confidence: share,
  mentionCount: whole,
  createdAt: instant,
  lastMentionedAt: instant,
  status: oneOf(...STATUSES),
  isSelf: flag,
  externalKeys: json(z.array(z.strictObject({ system: z.string(), id: z.string() }))),
  mergedInto: optional(id),
  summaryBasis: optional(
    json(
      z
        .strictObject({
          factIds: z.array(idType),
          writtenBy: z.enum(["code", "model"]),
          asked: z.boolean(),
        })
        .nullable(),
    ),
  ),
  portrait: optional(
    json(
      z
        .strictObject({
          sentences: z.array(z.strictObject({ text: z.string(), factIds: z.array(idType) })),
          versions: z.record(idType, z.string()),
        })
        .nullable(),
    ),
  ),
} satisfies FieldsOf<Entity>;

export const EVIDENCE = {
  episodeId: id,
  part: oneOf("user", "assistant"),
  start: named("span_start", whole),
  end: named("span_end", whole),
  quote: text,
  assertedBy: text,
  occurredAt: instant,
} satisfies FieldsOf<Evidence>;

export const FACT = {
  id,
  subjectId: id,
  predicate: text,
  objectId: maybe,
  value: maybe,
  polarity: oneOf("positive", "negative"),
  text,
  confidence: share,
  base: optional(named("base_confidence", number)),
  validAt: point("valid", pointType.nullable()),
  invalidAt: point("invalid", pointType.nullable()),
  createdAt: instant,
  expiredAt: maybeAt,
  status: oneOf(...STATUSES),
  supersedes: maybe,
  change: oneOf("none", "update", "correction", "retraction", "ending"),
  origin: maybe,
  expansion: optional(text),
  evidence: apart(z.array(z.strictObject({ ...evidenceTypes, part: z.enum(["user", "assistant"]) }))),
} satisfies FieldsOf<Fact>;

export const COMMUNITY = {
  id,
  name: text,
  summary: text,
  members: apart(z.array(idType)),
  factIds: ids,
  writtenBy: oneOf("code", "model"),
  asked: flag,
  createdAt: instant,
  updatedAt: instant,
} satisfies FieldsOf<Community>;

export const REJECTION = {
  id,
  episodeId: maybe,
  factId: maybe,
  stage: oneOf(...STAGES),
  reason: oneOf(...REJECTION_REASONS),
  detail: text,
  proposal: value,
  reasoning: maybe,
  at: instant,
  overruledAt: orNull(maybeAt),
  overruledFactId: named("overruled_fact", orNull(maybe)),
} satisfies FieldsOf<Rejection>;

export const REVIEW = {
  id,
  kind: oneOf(...REVIEW_KINDS),
  state: oneOf("open", "accepted", "rejected"),
  left: named("left_id", text),
  right: named("right_id", text),
  reason: oneOf(
    ...MERGE_REASONS,
    "similar",
    ...(Object.keys(INFERENCE_RULES) as InferenceRule[]),
    ...FORGET_REASONS,
    ...CLOSING_REASONS,
    ...INSIGHT_REASONS,
  ),
  at: instant,
  askedAt: maybeAt,
  decidedAt: maybeAt,
  decidedBy: plain(z.enum(["user", "code", "model"]).nullable()),
  runId: maybe,
} satisfies FieldsOf<Review>;

export const TRACE = {
  episodeId: id,
  purpose: oneOf(...TRACE_PURPOSES),
  at: instant,
  origin: text,
  model: text,
  promptTokens: whole,
  completionTokens: whole,
  seconds: number,
  reasoning: maybe,
  suspicion: plain(z.number().nullable()),
  ballots: json(z.record(z.string(), z.enum(["for", "against", "unclear"]))),
  rulings: json(z.record(z.string(), z.enum(RULINGS))),
} satisfies FieldsOf<Trace>;

export const DAY = {
  date: plain(z.iso.date()),
  counts: json(z.record(z.string(), z.number())),
  report: json(DayReportSchema.nullable()),
} satisfies FieldsOf<Day>;

export const DIFF = {
  runId: id,
  steps: json(
    z.array(
      z.strictObject({
        action: z.enum(["create", "change", "delete", "propose", "wait"]),
        kind: z.enum(["entity", "fact", "review", "episode", "community"]),
        id: idType,
        fields: z.array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() })),
      }),
    ),
  ),
} satisfies FieldsOf<{ runId: string; steps: DiffStep[] }>;

export const TOMBSTONE = {
  id,
  target: oneOf("fact", "entity", "episode", "conversation", "range", "everything"),
  forgottenAt: instant,
  subjectIsSelf: truth,
};

export const BATCH = { once: id, at: instant };
export const FEEDBACK = {
  targetId: id,
  helpful: truth,
  at: instant,
  // Files of earlier versions lack it.
  basis: plain(z.enum(FEEDBACK_BASES).default("rated")),
  episodeId: optional(id),
  weight: optional(share),
} satisfies FieldsOf<Feedback>;

export const LINK = {
  id,
  type: oneOf(...LINK_TYPES),
  fromKind: oneOf(...LINK_ENDS),
  fromId: id,
  toKind: oneOf(...LINK_ENDS),
  toId: id,
  weight: share,
  derived: flag,
  persistent: flag,
  createdAt: instant,
  expiresAt: maybeAt,
} satisfies FieldsOf<Link>;

/** The service's own records, over all users. In no dump, so only the database checks them. */
export const API_KEY = {
  id,
  userId: id,
  hash: text,
  rights: apart(z.array(z.enum(RIGHTS))),
  createdAt: instant,
  revokedAt: maybeAt,
  session: json(z.strictObject({ keyId: idType, endsAt: instantType, client: z.string() }).nullable()),
} satisfies FieldsOf<ApiKeyRecord>;

export const AUDIT = {
  id,
  at: instant,
  actor: text,
  act: oneOf(...AUDITED_ACTS),
  userId: maybe,
  targets: apart(z.array(z.string())),
  counts: json(z.record(z.string(), z.number())),
} satisfies FieldsOf<AuditRecord>;

export const RUN = {
  id,
  userId: maybe,
  job: text,
  state: oneOf("running", "done", "failed", "aborted"),
  dryRun: truth,
  startedAt: instant,
  finishedAt: maybeAt,
  result: json(z.record(z.string(), z.number())),
  error: maybe,
} satisfies FieldsOf<RunRecord>;

/** A conversation in a dump: its episodes are counted as they arrive. */
const { episodeCount: _counted, ...uncounted } = CONVERSATION;
const CONVERSATION_RECORD = uncounted satisfies FieldsOf<Omit<Conversation, "episodeCount">>;

/**
 * Kinds stored as one row each. `noun`: the field of its record that holds the noun; `extra`: the others. `key`: columns
 * that are unique among a user's rows; `order`: the columns by which a dump reads them, if not the key.
 */
export const KINDS = {
  tombstone: { table: "tombstones", label: "Tombstone", key: ["id"], extra: TOMBSTONE },
  conversation: {
    table: "conversations",
    label: "Conversation",
    key: ["id"],
    noun: CONVERSATION_RECORD,
    extra: { nextOrdinal: whole },
  },
  episode: { table: "episodes", label: "Episode", key: ["id"], order: ["n"], noun: ANSWERED, extra: {} },
  change: {
    table: "changes",
    label: "Change",
    key: ["id"],
    order: ["n"],
    noun: CHANGE,
    extra: { mentions: named("mentions_json", json(z.array(z.strictObject(MENTION)).nullable())) },
  },
  rejection: {
    table: "rejections",
    label: "Rejection",
    key: ["id"],
    order: ["n"],
    noun: REJECTION,
    extra: { overruledRun: maybe },
  },
  review: { table: "reviews", label: "Review", key: ["id"], order: ["n"], noun: REVIEW, extra: {} },
  trace: { table: "traces", label: "Trace", key: ["episode_id", "purpose"], noun: TRACE, extra: {} },
  diff: { table: "run_diffs", label: "RunDiff", key: ["run_id"], extra: DIFF },
  batch: { table: "batches", label: "Batch", key: ["once"], extra: BATCH },
  day: { table: "days", label: "Day", key: ["date"], noun: DAY, extra: {} },
  feedback: { table: "feedback", label: "Feedback", key: ["target_id", "at", "basis"], extra: FEEDBACK },
  link: { table: "links", label: "Link", key: ["id"], extra: LINK },
} satisfies Record<string, Kind>;

export interface Kind {
  table: string;
  label: string;
  key: string[];
  order?: string[];
  noun?: Fields;
  extra: Fields;
}

/** Tables of the nouns, and the columns of their rows. */
export const TABLES: Readonly<Record<string, Fields>> = {
  entities: ENTITY,
  facts: FACT,
  evidence: EVIDENCE,
  communities: COMMUNITY,
  ...Object.fromEntries(
    Object.values(KINDS).map(({ table, extra, ...kind }): [string, Fields] => [
      table,
      { ...("noun" in kind ? kind.noun : {}), ...extra },
    ]),
  ),
};
