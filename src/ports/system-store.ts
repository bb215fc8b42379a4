import type { Right } from "../domain/model/rights.ts";
import type { Instant } from "../domain/model/time.ts";

/** Access to a memory: a key, or a browser session that acts for one. */
export interface ApiKeyRecord {
  id: string;
  userId: string;
  /** SHA-256 of the secret, hex. */
  hash: string;
  rights: Right[];
  createdAt: Instant;
  revokedAt: Instant | null;
  /** Null: an actual key. A session has exactly the rights of its key, and none without it. */
  session: { keyId: string; endsAt: Instant; client: string } | null;
}

/** An administrative act, written once done (an export: when it begins). Ids and counts only, never text. */
export interface AuditRecord {
  /** Increases with time. */
  id: string;
  at: Instant;
  /** A user, or `cli`, `schedule`, `service`. */
  actor: string;
  act: AuditAct;
  /** The user whose memory or key it concerns; null for everything. */
  userId: string | null;
  /** Its targets: ids of keys or runs, file names. */
  targets: string[];
  counts: Record<string, number>;
}

export const AUDITED_ACTS = [
  "key_created",
  "key_revoked",
  "signed_in",
  "session_ended",
  "backup",
  "restore",
  "restore_trusted",
  "import",
  "export",
  "migrate",
  "forget_everything",
  "copies_removed",
  "undo_run",
  "prune",
  "schedule_paused",
  "schedule_resumed",
] as const;
type AuditAct = (typeof AUDITED_ACTS)[number];

export interface RunRecord {
  id: string;
  /** The user whose memory it works on; null for all. */
  userId: string | null;
  job: string;
  state: "running" | "done" | "failed" | "aborted";
  dryRun: boolean;
  startedAt: Instant;
  finishedAt: Instant | null;
  /** Counts only, never text. */
  result: Record<string, number>;
  error: string | null;
}

/** A small piece of state the service keeps across restarts and processes: ids, times and counts. */
export interface SystemNote {
  name: string;
  /** Version of the stored value; 0: none yet. */
  version: number;
  /** JSON. */
  value: unknown;
}

export interface SystemStore {
  /** When a message was last recorded or something was last forgotten, across all users; null if never. */
  lastWritten(): Promise<Instant | null>;
  /** Ids of all users with any stored data. */
  users(): Promise<string[]>;
  /** Pending episodes; with `due`, only those due for an attempt by then. */
  pendingExtraction(
    limit: number,
    due?: Instant,
  ): Promise<{ userId: string; conversationId: string; episodeId: string }[]>;
  /** Users with memories that need a vector with this tag. */
  pendingEmbedding(tag: string): Promise<{ userId: string; memories: number }[]>;
  /** `deferred`: episodes waiting for a model's vote. */
  pendingVerification(): Promise<
    { userId: string; episodes: number; deferred: number; lastMessageAt: Instant }[]
  >;
  counts(): Promise<{
    pendingExtraction: number;
    /** Those of them with a failed attempt. */
    retryingExtraction: number;
    /** Turns abandoned after their last attempt. */
    failedExtraction: number;
    pendingVerification: number;
    /** Turns whose verification was abandoned because the model failed on them. */
    failedVerification: number;
    facts: Record<string, number>;
    entities: number;
    /** Forgettings whose words are still in the files. */
    pendingPurges: number;
  }>;
  /** Marks open turns as interrupted; returns how many. Called once at start, by a process that runs alone. */
  interruptOpenEpisodes(): Promise<number>;
  /** Turns recorded before then that are still open, oldest first. */
  openEpisodes(
    before: Instant,
    limit: number,
  ): Promise<{ userId: string; conversationId: string; episodeId: string }[]>;

  keys(): Promise<ApiKeyRecord[]>;
  putKey(key: ApiKeyRecord): Promise<void>;
  revokeKey(id: string, at: Instant): Promise<boolean>;
  /** False if there is no such record. */
  removeKey(id: string): Promise<boolean>;

  /** An existing record is left unchanged. */
  putAudit(row: AuditRecord): Promise<void>;
  /** Newest first: records about one user, or all if null. */
  audits(userId: string | null, limit: number): Promise<AuditRecord[]>;

  /**
   * Marks runs left running by a process as aborted; returns how many. Called once at start, by a process that runs
   * alone.
   */
  abortRuns(at: Instant): Promise<number>;
  /** Across all users, oldest first; at most 1,000. */
  runningRuns(): Promise<RunRecord[]>;
  putRun(run: RunRecord): Promise<void>;
  run(id: string): Promise<RunRecord | null>;
  runs(userId: string, limit: number): Promise<RunRecord[]>;

  /** Notes whose name has this prefix, by name; at most 10,000. */
  notes(prefix: string): Promise<SystemNote[]>;
  /** Compare-and-set: writes if `version` is still current, otherwise returns false. A null value removes the note. */
  putNote(note: SystemNote): Promise<boolean>;

  /** Cheap liveness: rejects when the store does not answer. */
  ping(): Promise<void>;
  /** Full integrity check; returns the problems found, empty if sound. */
  check(): Promise<string[]>;
  backup(file: string): Promise<void>;
}
