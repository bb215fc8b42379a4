import { z } from "zod";
import { UserSettingsShape } from "../user-settings.ts";
import { INFERENCE_RULES } from "../../domain/belief/inference.ts";
import { CLOSING_REASONS, FORGET_REASONS, MERGE_REASONS } from "../../domain/model/review.ts";
import { recalledRef } from "../../domain/model/recalled.ts";
import { REJECTION_REASONS, STAGES } from "../../domain/model/rejection.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { RULINGS, TRACE_PURPOSES } from "../../domain/model/trace.ts";
import { DayReportSchema } from "../reports/schema.ts";
import type { MemoryRecord } from "../../ports/memory-record.ts";

/** A record as it stands in a file of format version 3. Unknown fields are refused: dropping them would lose something. */

const id = z.string().min(1);
const text = z.string();
const maybe = z.string().nullable();
const whole = z.int();
const share = z.number().min(0).max(1);
const instant = z
  .string()
  .regex(/^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/, "must be an instant in UTC")
  .refine((at) => !Number.isNaN(Date.parse(at)), "must be an instant in UTC");
const status = z.enum(STATUSES);
const point = z.strictObject({
  at: instant,
  precision: z.enum(["year", "month", "day", "minute"]),
});

const evidence = z.strictObject({
  episodeId: id,
  part: z.enum(["user", "assistant"]),
  start: whole,
  end: whole,
  quote: text,
  assertedBy: text,
  occurredAt: instant,
});

const work = <T extends z.ZodType>(state: T) => z.strictObject({ state, attempts: whole, error: maybe });

const recalled = z.strictObject({
  n: whole,
  kind: z.enum(["fact", "entity", "episode", "community"]),
  id,
  score: z.number(),
  episodeIds: z.array(id),
});

/** In files of versions before 3. */
const recalledWithWords = recalled.omit({ episodeIds: true }).extend({
  text,
  status: text,
  components: z.record(z.string(), z.number()).exactOptional(),
  evidence: z.array(evidence.omit({ part: true })),
});

const episode = z.strictObject({
  id,
  conversationId: id,
  ordinal: whole,
  userMessage: text,
  assistantReply: maybe,
  speaker: maybe,
  source: z.enum(["chat", "api", "import", "document", "consolidated"]),
  state: z.enum(["open", "complete", "interrupted"]),
  memory: z.enum(["on", "read", "off"]),
  mode: z.enum(["chat", "memory"]),
  occurredAt: instant,
  recordedAt: instant,
  place: maybe,
  summary: maybe,
  emotion: maybe,
  valence: share,
  importance: share,
  // Files of earlier versions have an outcome, which nothing ever set.
  outcome: z.enum(["success", "failure", "partial", "neutral"]).exactOptional(),
  context: maybe,
  // Files of versions without retries have no `retryAt`.
  extraction: work(z.enum(["none", "pending", "done", "failed"])).extend({
    retryAt: instant.nullable().default(null),
  }),
  verification: work(z.enum(["none", "pending", "done", "deferred", "failed"])),
  consolidatedInto: maybe,
  sourceCount: whole,
  externalId: maybe,
  idempotencyKey: maybe,
  chainHash: maybe,
  replacedBy: maybe,
  model: maybe,
  error: maybe,
  redacted: z.boolean(),
  intent: z
    .strictObject({
      kind: z.enum(["forget", "remember", "off_record", "why", "wrong", "undo"]),
      state: z.enum(["done", "asked", "on", "off"]),
      candidates: z.array(z.strictObject({ factIds: z.array(id), episodeIds: z.array(id) })),
      changeIds: z.array(id),
      everything: z.literal(true).exactOptional(),
      pending: z.array(z.string()).exactOptional(),
    })
    .nullable(),
  recalled: z.array(z.union([recalled, recalledWithWords.transform(recalledRef)])),
});

const entity = z.strictObject({
  id,
  name: text,
  type: text,
  aliases: z.array(
    z.strictObject({ alias: text, kind: z.enum(["name", "nickname", "role", "misspelling", "merged"]) }),
  ),
  summary: maybe,
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  confidence: share,
  mentionCount: whole,
  createdAt: instant,
  lastMentionedAt: instant,
  status,
  isSelf: z.boolean(),
  externalKeys: z.array(z.strictObject({ system: text, id: text })),
  mergedInto: id.exactOptional(),
  summaryBasis: z
    .strictObject({ factIds: z.array(id), writtenBy: z.enum(["code", "model"]), asked: z.boolean() })
    .nullable()
    .exactOptional(),
});

const fact = z
  .strictObject({
    id,
    subjectId: id,
    predicate: text,
    objectId: maybe,
    value: maybe,
    polarity: z.enum(["positive", "negative"]),
    text,
    confidence: share,
    base: z.number().exactOptional(),
    validAt: point.nullable(),
    invalidAt: point.nullable(),
    createdAt: instant,
    expiredAt: instant.nullable(),
    status,
    supersedes: maybe,
    change: z.enum(["none", "update", "correction", "retraction", "ending"]),
    origin: maybe,
    expansion: text.exactOptional(),
    evidence: z.array(evidence),
  })
  .refine((one) => (one.objectId === null) !== (one.value === null), "must have an object or a value");

const community = z.strictObject({
  id,
  name: text,
  summary: text,
  members: z.array(id),
  factIds: z.array(id),
  writtenBy: z.enum(["code", "model"]),
  asked: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});

const { timeZone, language, retentionDays, quietHours, recallRecipe, instructions, temperature, effort } =
  UserSettingsShape;
const settings = z.strictObject({
  timeZone: timeZone.exactOptional(),
  language: language.exactOptional(),
  retentionDays: retentionDays.exactOptional(),
  quietHours: quietHours.exactOptional(),
  recallRecipe: recallRecipe.exactOptional(),
  instructions: instructions.exactOptional(),
  temperature: temperature.exactOptional(),
  effort: effort.exactOptional(),
});

const mention = z.strictObject({ episodeId: id, entityId: id, start: whole, end: whole });

export const MemoryRecordSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("user"),
    settings: settings.nullable(),
    selfId: maybe,
    salt: z.string().regex(/^(?:[0-9a-f]{2})+$/),
    lastMessageAt: instant.nullable(),
  }),
  z.strictObject({
    kind: z.literal("tombstone"),
    id,
    target: z.enum(["fact", "entity", "episode", "conversation", "range", "everything"]),
    forgottenAt: instant,
    subjectIsSelf: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal("hashes"),
    tombstoneId: id,
    keyId: id.nullable(),
    part: whole,
    hashes: z.array(
      z.strictObject({
        kind: z.enum(["pair", "run", "term", "subject", "name", "message"]),
        hash: z.base64().min(1),
        wordCount: whole,
      }),
    ),
  }),
  z.strictObject({
    kind: z.literal("conversation"),
    conversation: z.strictObject({
      id,
      title: maybe,
      startedAt: instant,
      lastMessageAt: instant,
      clientSystem: maybe,
      historyFrom: whole,
      historySummary: maybe,
      externalId: maybe,
    }),
    nextOrdinal: whole,
  }),
  z.strictObject({ kind: z.literal("episode"), episode }),
  z.strictObject({
    kind: z.literal("change"),
    change: z.strictObject({
      id,
      at: instant,
      actor: z.enum(["live", "verify", "user", "import", "merge", "maintenance", "undo"]),
      reason: text,
      runId: maybe,
      kind: z.enum(["entity", "fact", "episode", "community"]),
      targetId: id,
      before: z.unknown(),
      after: z.unknown(),
      undone: z.boolean(),
    }),
    mentions: z.array(mention).nullable(),
  }),
  z.strictObject({ kind: z.literal("entity"), entity }),
  z.strictObject({ kind: z.literal("fact"), fact }),
  z.strictObject({
    kind: z.literal("place"),
    of: z.enum(["entity", "fact"]),
    changes: z.array(id).min(1),
    row: maybe,
  }),
  z.strictObject({
    kind: z.literal("mentions"),
    episodeId: id,
    mentions: z.array(mention.omit({ episodeId: true })),
  }),
  z.strictObject({ kind: z.literal("community"), community }),
  z.strictObject({
    kind: z.literal("rejection"),
    rejection: z.strictObject({
      id,
      episodeId: maybe,
      factId: maybe,
      stage: z.enum(STAGES),
      reason: z.enum(REJECTION_REASONS),
      detail: text,
      proposal: z.unknown(),
      reasoning: maybe,
      at: instant,
      overruledAt: instant.nullable().exactOptional(),
      overruledFactId: maybe.exactOptional(),
    }),
    overruledRun: maybe,
  }),
  z.strictObject({
    kind: z.literal("review"),
    review: z.strictObject({
      id,
      kind: z.enum(["merge", "synonym", "inferred", "forget", "closing"]),
      state: z.enum(["open", "accepted", "rejected"]),
      left: text,
      right: text,
      reason: z.enum([
        ...MERGE_REASONS,
        "similar",
        ...INFERENCE_RULES,
        ...FORGET_REASONS,
        ...CLOSING_REASONS,
      ]),
      at: instant,
      askedAt: instant.nullable(),
      decidedAt: instant.nullable(),
      decidedBy: z.enum(["user", "code", "model"]).nullable(),
      runId: maybe,
    }),
  }),
  z.strictObject({
    kind: z.literal("trace"),
    trace: z.strictObject({
      episodeId: id,
      purpose: z.enum(TRACE_PURPOSES),
      at: instant,
      origin: text,
      model: text,
      promptTokens: whole,
      completionTokens: whole,
      seconds: z.number(),
      reasoning: maybe,
      suspicion: z.number().nullable(),
      ballots: z.record(z.string(), z.enum(["for", "against", "unclear"])),
      rulings: z.record(z.string(), z.enum(RULINGS)),
    }),
  }),
  z.strictObject({
    kind: z.literal("diff"),
    runId: id,
    steps: z.array(
      z.strictObject({
        action: z.enum(["create", "change", "delete", "propose", "wait"]),
        kind: z.enum(["entity", "fact", "review", "episode", "community"]),
        id,
        fields: z.array(z.strictObject({ field: text, from: z.unknown(), to: z.unknown() })),
      }),
    ),
  }),
  z.strictObject({ kind: z.literal("batch"), once: id, at: instant }),
  z.strictObject({
    kind: z.literal("day"),
    day: z.strictObject({
      date: z.iso.date(),
      counts: z.record(z.string(), z.number()),
      report: DayReportSchema.nullable(),
    }),
  }),
  z.strictObject({ kind: z.literal("feedback"), targetId: id, helpful: z.boolean(), at: instant }),
  z.strictObject({
    kind: z.literal("vector"),
    of: z.enum(["fact", "entity", "episode", "community"]),
    id,
    tag: id,
    vector: z.base64().min(1).nullable(),
  }),
  z.strictObject({ kind: z.literal("vectors"), tag: id, complete: z.boolean() }),
]);

/**
 * Whatever a store may give passes, and whatever passes is what a store may give: a field that one side gets and the
 * other does not know stops the build.
 */
type Checked = z.output<typeof MemoryRecordSchema>;
export const toMemoryRecord = (record: Checked): MemoryRecord => record;
export const toChecked = (record: MemoryRecord): Checked => record;
