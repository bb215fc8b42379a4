import { z } from "zod";
import type { MemoryRecord } from "../../ports/memory-record.ts";
import { type Fields, strict, typesOf } from "../../store/fields.ts";
import * as store from "../../store/schema.ts";
import { UserSettingsShape } from "../user-settings.ts";

/** A record in a file of format version 3. Unknown fields are rejected: dropping them would lose data. */

const id = z.string().min(1);
const maybe = z.string().nullable();

const settings = z.strictObject(UserSettingsShape).exactPartial();

const { conversation, change, rejection } = store.KINDS;
const mention = z.strictObject(store.MENTION);

/** A kind with its fields inline. */
const flat = <const K extends string, F extends Fields>(kind: K, fields: F) =>
  z.strictObject({ kind: z.literal(kind), ...typesOf(fields) });

export const MemoryRecordSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("user"),
    settings: settings.nullable(),
    selfId: maybe,
    salt: z.string().regex(/^(?:[0-9a-f]{2})+$/),
    lastMessageAt: store.instantType.nullable(),
  }),
  flat("tombstone", store.TOMBSTONE),
  z.strictObject({
    kind: z.literal("hashes"),
    tombstoneId: id,
    keyId: id.nullable(),
    part: z.int(),
    hashes: z.array(
      z.strictObject({
        kind: z.enum(["pair", "run", "term", "subject", "name", "message"]),
        hash: z.base64().min(1),
        wordCount: z.int(),
      }),
    ),
  }),
  z.strictObject({
    kind: z.literal("conversation"),
    conversation: strict(conversation.noun),
    ...typesOf(conversation.extra),
  }),
  z.strictObject({ kind: z.literal("episode"), episode: strict(store.ANSWERED) }),
  z.strictObject({
    kind: z.literal("change"),
    change: strict(store.CHANGE),
    ...typesOf(change.extra),
  }),
  z.strictObject({ kind: z.literal("entity"), entity: strict(store.ENTITY) }),
  z.strictObject({
    kind: z.literal("fact"),
    fact: strict(store.FACT).refine(
      (one) => (one.objectId === null) !== (one.value === null),
      "must have an object or a value",
    ),
  }),
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
  z.strictObject({ kind: z.literal("community"), community: strict(store.COMMUNITY) }),
  z.strictObject({
    kind: z.literal("rejection"),
    rejection: strict(store.REJECTION),
    ...typesOf(rejection.extra),
  }),
  z.strictObject({ kind: z.literal("review"), review: strict(store.REVIEW) }),
  z.strictObject({ kind: z.literal("trace"), trace: strict(store.TRACE) }),
  flat("diff", store.DIFF),
  flat("batch", store.BATCH),
  z.strictObject({ kind: z.literal("day"), day: strict(store.DAY) }),
  flat("feedback", store.FEEDBACK),
  flat("link", store.LINK),
  z.strictObject({
    kind: z.literal("vector"),
    of: z.enum(["fact", "entity", "episode", "community"]),
    id,
    tag: id,
    vector: z.base64().min(1).nullable(),
  }),
  z.strictObject({ kind: z.literal("vectors"), tag: id, complete: z.boolean() }),
]);

/** The schema accepts exactly what a store may return: a field known to only one side breaks the build. */
type Checked = z.output<typeof MemoryRecordSchema>;
export const toMemoryRecord = (record: Checked): MemoryRecord => record;
export const toChecked = (record: MemoryRecord): Checked => record;
