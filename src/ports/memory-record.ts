import type { Change } from "../domain/model/change.ts";
import type { Community } from "../domain/model/community.ts";
import type { Conversation } from "../domain/model/conversation.ts";
import type { Day } from "../domain/model/day.ts";
import type { DiffStep } from "../domain/model/diff.ts";
import type { Entity } from "../domain/model/entity.ts";
import type { AnsweredEpisode } from "../domain/model/episode.ts";
import type { Fact } from "../domain/model/fact.ts";
import type { Rejection } from "../domain/model/rejection.ts";
import type { Review } from "../domain/model/review.ts";
import type { Instant } from "../domain/model/time.ts";
import type { ForgetTargetKind } from "../domain/model/tombstone.ts";
import type { Trace } from "../domain/model/trace.ts";
import type { UserSettings } from "../domain/model/user.ts";

/**
 * One user's memory as a stream: everything a store keeps of them, in an order in which each record finds what it
 * refers to. Lists page by the order of the stream, so no row numbers are in it and no store has to keep those of
 * another. Two stores that hold the same give the same stream.
 */
export type MemoryRecord =
  /** First. `salt`: hex, the user's own part of each hash; no key. `settings`: what the user set, null: nothing. */
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
  /** Hashes of a tombstone, base64, sorted; `part` counts from 0. `keyId`: which key made them, null: none yet. */
  | { kind: "hashes"; tombstoneId: string; keyId: string | null; part: number; hashes: TombstoneHash[] }
  /** `nextOrdinal`: the place of the next episode; places of forgotten ones are not given again. */
  | { kind: "conversation"; conversation: Omit<Conversation, "episodeCount">; nextOrdinal: number }
  | { kind: "episode"; episode: AnsweredEpisode }
  /** `mentions`: what a deleted entity takes along, and its undo brings back. */
  | { kind: "change"; change: Change; mentions: RecordedMention[] | null }
  | { kind: "entity"; entity: Entity }
  | { kind: "fact"; fact: Fact }
  /**
   * Where something stood that these changes deleted: here, among the entities or facts, so that undoing one puts it
   * back at its place. `row`: the one before stands there now.
   */
  | { kind: "place"; of: "entity" | "fact"; changes: string[]; row: string | null }
  /** What one episode mentions. */
  | { kind: "mentions"; episodeId: string; mentions: Omit<RecordedMention, "episodeId">[] }
  | { kind: "community"; community: Community }
  | { kind: "rejection"; rejection: Rejection; overruledRun: string | null }
  | { kind: "review"; review: Review }
  | { kind: "trace"; trace: Trace }
  | { kind: "diff"; runId: string; steps: DiffStep[] }
  /** A batch that is not applied twice. */
  | { kind: "batch"; once: string; at: Instant }
  | { kind: "day"; day: Day }
  | { kind: "feedback"; targetId: string; helpful: boolean; at: Instant }
  /** Base64 of little-endian 32-bit floats; null: it cannot have one. */
  | {
      kind: "vector";
      of: "fact" | "entity" | "episode" | "community";
      id: string;
      tag: string;
      vector: string | null;
    }
  /** Last, and only with vectors. `complete`: everything had its vector once. */
  | { kind: "vectors"; tag: string; complete: boolean };

export type RecordKind = MemoryRecord["kind"];
export type RecordOf<K extends RecordKind> = Extract<MemoryRecord, { kind: K }>;

export interface TombstoneHash {
  kind: "pair" | "run" | "term" | "subject" | "name" | "message";
  hash: string;
  wordCount: number;
}

interface RecordedMention {
  episodeId: string;
  entityId: string;
  start: number;
  end: number;
}

/** In the order of the stream. */
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
  "vector",
  "vectors",
] as const satisfies readonly RecordKind[];

export interface DumpRequest {
  /** From a page before; none: from the beginning. A broken one rejects with `invalid_cursor`. */
  after?: string | undefined;
  /** Records looked for at once, 1-1000; a page may have somewhat more, or none. */
  limit: number;
  vectors: boolean;
  /** With the hashes of what was forgotten; without, only which forgettings there were and when. */
  tombstones: boolean;
}

export interface DumpPage {
  records: MemoryRecord[];
  /** Where the next page begins; null: this was the last. */
  next: string | null;
}

/** By kind: what was added, what was there already and stays as it is, what refers to something that is not there. */
export interface LoadCounts {
  added: Partial<Record<RecordKind, number>>;
  known: Partial<Record<RecordKind, number>>;
  skipped: Partial<Record<RecordKind, number>>;
}
