import type { Right } from "../domain/model/rights.ts";
import type { Instant } from "../domain/model/time.ts";

/** What opens a memory: a key, or a browser's session that stands in for one. */
export interface ApiKeyRecord {
  id: string;
  userId: string;
  /** SHA-256 of the secret, hex. */
  hash: string;
  rights: Right[];
  createdAt: Instant;
  revokedAt: Instant | null;
  /** Null: a key itself. A session has no rights but those of its key, and none without it. */
  session: { keyId: string; endsAt: Instant; client: string } | null;
}

/** An administrative act, written when it was done (an export: when it begins). Ids and counts only, never text. */
export interface AuditRecord {
  /** Grows with time. */
  id: string;
  at: Instant;
  /** A user, or `cli`, `schedule`, `service`. */
  actor: string;
  act: AuditAct;
  /** Whose memory or key; null for everything. */
  userId: string | null;
  /** What it was done to: ids of keys, runs, names of files. */
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
  /** Whose memory it works on; null for all. */
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

/** A small thing the service remembers for itself over restarts and processes: ids, times and counts. */
export interface SystemNote {
  name: string;
  /** Of the value as it is; 0: there is none yet. */
  version: number;
  /** JSON. */
  value: unknown;
}

export interface SystemStore {
  /** When a message was last recorded or something was last forgotten, over all users; null when never. */
  lastWritten(): Promise<Instant | null>;
  /** Ids of all users that have anything stored. */
  users(): Promise<string[]>;
  /** Episodes that wait; with `due` only those that may be tried by then. */
  pendingExtraction(
    limit: number,
    due?: Instant,
  ): Promise<{ userId: string; conversationId: string; episodeId: string }[]>;
  /** Users with memories that wait for a vector of this tag. */
  pendingEmbedding(tag: string): Promise<{ userId: string; memories: number }[]>;
  /** `deferred`: episodes that wait for a vote of the model. */
  pendingVerification(): Promise<
    { userId: string; episodes: number; deferred: number; lastMessageAt: Instant }[]
  >;
  counts(): Promise<{
    pendingExtraction: number;
    /** Of these, turns of which an attempt failed. */
    retryingExtraction: number;
    /** Turns set aside after their last attempt. */
    failedExtraction: number;
    pendingVerification: number;
    /** Turns whose verification was set aside because the model failed at them. */
    failedVerification: number;
    facts: Record<string, number>;
    entities: number;
    /** Forgettings whose words are still in the files. */
    pendingPurges: number;
  }>;
  /** Open turns become interrupted; returns how many. Called once at start, by a process that is alone. */
  interruptOpenEpisodes(): Promise<number>;
  /** Turns recorded before then that are still open, oldest first. */
  openEpisodes(
    before: Instant,
    limit: number,
  ): Promise<{ userId: string; conversationId: string; episodeId: string }[]>;

  keys(): Promise<ApiKeyRecord[]>;
  putKey(key: ApiKeyRecord): Promise<void>;
  revokeKey(id: string, at: Instant): Promise<boolean>;
  /** False when there is no such record. */
  removeKey(id: string): Promise<boolean>;

  /** One that is there already stays as it is. */
  putAudit(row: AuditRecord): Promise<void>;
  /** Newest first: those about one user, or all with null. */
  audits(userId: string | null, limit: number): Promise<AuditRecord[]>;

  /** Runs that a process left running become aborted; returns how many. Called once at start, when it is alone. */
  abortRuns(at: Instant): Promise<number>;
  /** Over all users, oldest first; at most 1,000. */
  runningRuns(): Promise<RunRecord[]>;
  putRun(run: RunRecord): Promise<void>;
  run(id: string): Promise<RunRecord | null>;
  runs(userId: string, limit: number): Promise<RunRecord[]>;

  /** Those whose names begin so, by name; at most 10,000. */
  notes(prefix: string): Promise<SystemNote[]>;
  /** Writes when `version` is the one that stands; false when another was faster. Null as a value removes it. */
  putNote(note: SystemNote): Promise<boolean>;

  /** Cheap liveness: rejects when the store does not answer. */
  ping(): Promise<void>;
  /** Full integrity check; problems found, empty when sound. */
  check(): Promise<string[]>;
  backup(file: string): Promise<void>;
}
