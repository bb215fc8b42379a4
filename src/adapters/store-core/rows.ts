import type { MemoryRecord } from "../../ports/memory-record.ts";
import type { VectorKind } from "../../ports/memory-store.ts";
import { type RowOf, mapperOf } from "../../store/fields.ts";
import * as store from "../../store/schema.ts";

/** Rows as both databases return them, and their nouns. `n`: the position in a list, in order of creation. */
type Numbered = { n: number };

const { change } = store.KINDS;

export type EpisodeRow = Numbered & RowOf<typeof store.ANSWERED>;
/** Without the recalled memories: half of a row or more. */
export type BareEpisodeRow = Omit<EpisodeRow, "recalled">;
export type ConversationRow = RowOf<typeof store.CONVERSATION>;
export type EntityRow = Numbered & RowOf<typeof store.ENTITY>;
export type FactRow = Numbered & RowOf<typeof store.FACT>;
export type EvidenceRow = RowOf<typeof store.EVIDENCE>;
export type ChangeRow = Numbered &
  RowOf<typeof store.CHANGE> &
  RowOf<typeof change.extra> & { target_n: number | null };
export type RejectionRow = Numbered & RowOf<typeof store.REJECTION>;
export type ReviewRow = Numbered & RowOf<typeof store.REVIEW>;
export type CommunityRow = RowOf<typeof store.COMMUNITY>;

export const episodes = mapperOf(store.EPISODE);
const answered = mapperOf(store.ANSWERED);
export const conversations = mapperOf(store.CONVERSATION);
export const entities = mapperOf(store.ENTITY);
export const facts = mapperOf(store.FACT);
export const evidence = mapperOf(store.EVIDENCE);
const changes = mapperOf(store.CHANGE);
export const rejections = mapperOf(store.REJECTION);
export const reviews = mapperOf(store.REVIEW);
export const traces = mapperOf(store.TRACE);
const days = mapperOf(store.DAY);
export const links = mapperOf(store.LINK);
const feedback = mapperOf(store.FEEDBACK);
export const communities = mapperOf(store.COMMUNITY);

export const keys = mapperOf(store.API_KEY);
export const audits = mapperOf(store.AUDIT);
export const runs = mapperOf(store.RUN);

export const toEpisode = episodes.fromRow;
export const toAnswered = answered.fromRow;
export const toEpisodeRow = answered.toRow;
export const toConversation = conversations.fromRow;
export const toEvidence = evidence.fromRow;
export const toChange = changes.fromRow;
export const toRejection = rejections.fromRow;
export const toReview = reviews.fromRow;
export const toTrace = traces.fromRow;
export const toDay = days.fromRow;
export const toFeedback = feedback.fromRow;
export const toFeedbackRow = feedback.toRow;
export const toTombstoneRow = mapperOf(store.TOMBSTONE).toRow;

/** Kinds of memory that are found by words and vectors, and their tables. */
export const TABLE_OF = {
  fact: "facts",
  entity: "entities",
  episode: "episodes",
  community: "communities",
} as const satisfies Record<VectorKind, string>;
export const VECTOR_KINDS = Object.keys(TABLE_OF) as VectorKind[];

/** Columns of an episode that never change after it is opened. */
const OPENED = new Set<string>([
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
]);
export const MUTABLE_COLUMNS = answered.columns.filter((column) => !OPENED.has(column)) as Exclude<
  keyof EpisodeRow,
  "n" | "id"
>[];

/** For `SELECT`, with the table's alias. */
export function bareColumns(alias: string): string {
  return ["n", ...episodes.columns].map((column) => `${alias}.${column}`).join(", ");
}

export type RowKind = keyof typeof store.KINDS;

/** Kinds that forgetting everything deletes, each before those it refers to. */
export const CONTENT = (Object.keys(store.KINDS) as RowKind[])
  .filter((kind) => kind !== "tombstone")
  .reverse();

/** Tables of everything a user has; what belongs to one row alone goes with it. */
export const FORGOTTEN = [
  "communities",
  "facts",
  "aliases",
  "entities",
  ...CONTENT.map((kind) => store.KINDS[kind].table),
];

export type AnyRow = Record<string, string | number | boolean | null>;

/** For a kind identified by its name alone. */
interface Plain {
  columns: string[];
  fromRow: (row: AnyRow) => object;
  toRow: (record: object) => AnyRow;
}

/** Rows of one kind, as records of a dump. */
interface RecordMapper {
  table: string;
  columns: string[];
  key: string[];
  /** The order in which a dump reads them. */
  order: string[];
  toRecord: (row: AnyRow) => MemoryRecord;
  toRow: (record: MemoryRecord) => AnyRow;
}

function recordMapper(kind: string, { table, key, order = key, noun, extra }: store.Kind): RecordMapper {
  const inner = noun && (mapperOf(noun) as unknown as Plain);
  const outer = mapperOf(extra) as unknown as Plain;
  return {
    table,
    key,
    order,
    columns: [...(inner?.columns ?? []), ...outer.columns],
    toRecord: (row) =>
      ({
        kind,
        ...(inner && { [kind]: inner.fromRow(row) }),
        ...outer.fromRow(row),
      }) as unknown as MemoryRecord,
    toRow(record) {
      const value = inner && (record as unknown as Record<string, object>)[kind];
      return { ...(inner && value && inner.toRow(value)), ...outer.toRow(record) };
    },
  };
}

export const RECORDS = Object.fromEntries(
  Object.entries(store.KINDS).map(([kind, described]) => [kind, recordMapper(kind, described)]),
) as Record<RowKind, RecordMapper>;
