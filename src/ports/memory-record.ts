import type { Change } from "../domain/model/change.ts";
import type { Community } from "../domain/model/community.ts";
import type { Conversation } from "../domain/model/conversation.ts";
import type { Day } from "../domain/model/day.ts";
import type { DiffStep } from "../domain/model/diff.ts";
import type { Entity } from "../domain/model/entity.ts";
import type { AnsweredEpisode } from "../domain/model/episode.ts";
import type { Feedback } from "../domain/model/feedback.ts";
import type { Fact } from "../domain/model/fact.ts";
import type { Link } from "../domain/model/link.ts";
import type { Rejection } from "../domain/model/rejection.ts";
import type { Review } from "../domain/model/review.ts";
import type { Instant } from "../domain/model/time.ts";
import type { ForgetTargetKind } from "../domain/model/tombstone.ts";
import type { Trace } from "../domain/model/trace.ts";
import type { UserSettings } from "../domain/model/user.ts";
import type { Mention } from "./store-types.ts";

/**
 * One user's memory as a stream: everything a store keeps about them, ordered so that each record comes after those it
 * refers to. Lists page in stream order, so the stream contains no row numbers and stores need not keep each other's.
 * Two stores with the same content produce the same stream.
 */
export type MemoryRecord =
  /** First. `salt`: hex, the user's share of each hash, not a key. `settings`: the user's own settings; null: none. */
  | {
      kind: "user";
      settings: Partial<UserSettings> | null;
      selfId: string | null;
      salt: string;
      lastMessageAt: Instant | null;
    }
  | {
      kind: "tombstone";
      id: string;
      target: ForgetTargetKind;
      forgottenAt: Instant;
      subjectIsSelf: boolean;
    }
  /** Hashes of a tombstone, base64, sorted; `part` counts from 0. `keyId`: the key that made them; null: none yet. */
  | { kind: "hashes"; tombstoneId: string; keyId: string | null; part: number; hashes: TombstoneHash[] }
  /** `nextOrdinal`: the position of the next episode; positions of forgotten ones are not reused. */
  | { kind: "conversation"; conversation: Omit<Conversation, "episodeCount">; nextOrdinal: number }
  | { kind: "episode"; episode: AnsweredEpisode }
  /** `mentions`: removed along with a deleted entity, and restored by undo. */
  | { kind: "change"; change: Change; mentions: Mention[] | null }
  | { kind: "entity"; entity: Entity }
  | { kind: "fact"; fact: Fact }
  /**
   * The position, among the entities or facts, of a record these changes deleted, so that undo restores it there.
   * `row`: the record before this one, which has that position now.
   */
  | { kind: "place"; of: "entity" | "fact"; changes: string[]; row: string | null }
  /** The entities one episode mentions. */
  | { kind: "mentions"; episodeId: string; mentions: Omit<Mention, "episodeId">[] }
  | { kind: "community"; community: Community }
  | { kind: "rejection"; rejection: Rejection; overruledRun: string | null }
  | { kind: "review"; review: Review }
  | { kind: "trace"; trace: Trace }
  | { kind: "diff"; runId: string; steps: DiffStep[] }
  /** A batch that must not be applied twice. */
  | { kind: "batch"; once: string; at: Instant }
  | { kind: "day"; day: Day }
  | ({ kind: "feedback" } & Feedback)
  | ({ kind: "link" } & Link)
  /** Base64 of little-endian 32-bit floats; null: it cannot have a vector. */
  | {
      kind: "vector";
      of: "fact" | "entity" | "episode" | "community";
      id: string;
      tag: string;
      vector: string | null;
    }
  /** Last, and only with vectors. `complete`: everything has had its vector once. */
  | { kind: "vectors"; tag: string; complete: boolean };

export type RecordKind = MemoryRecord["kind"];
export type RecordOf<K extends RecordKind> = Extract<MemoryRecord, { kind: K }>;

export interface TombstoneHash {
  kind: "pair" | "run" | "term" | "subject" | "name" | "message";
  hash: string;
  wordCount: number;
}

/** In stream order. */
export const RECORD_KINDS = [
  "user",
  "tombstone",
  "hashes",
  "conversation",
  "episode",
  "change",
  "entity",
  "fact",
  "place",
  "mentions",
  "community",
  "rejection",
  "review",
  "trace",
  "diff",
  "batch",
  "day",
  "feedback",
  "link",
  "vector",
  "vectors",
] as const satisfies readonly RecordKind[];

export interface DumpRequest {
  /** Cursor from a previous page; absent: from the beginning. A broken one rejects with `invalid_cursor`. */
  after?: string | undefined;
  /** Records read at once, 1-1000; a page may have slightly more, or none. */
  limit: number;
  vectors: boolean;
  /** True: tombstones include their hashes; false: only which forgettings there were, and when. */
  tombstones: boolean;
}

export interface DumpPage {
  records: MemoryRecord[];
  /** Cursor of the next page; null: this was the last. */
  next: string | null;
}

/** By kind: records added, records already there and left unchanged, records with missing references. */
export interface LoadCounts {
  added: Partial<Record<RecordKind, number>>;
  known: Partial<Record<RecordKind, number>>;
  skipped: Partial<Record<RecordKind, number>>;
}
