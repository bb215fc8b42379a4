import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keepPrivate } from "../system/disk.ts";
import type { CompleteEpisode, NewEpisode } from "../../ports/memory-store.ts";
import { fromJson, toJson } from "../store-core/transfer.ts";

/** One turn that waits. Without `opening` the store has it already, and only how it ended waits. */
export interface WaitingTurn {
  id: string;
  userId: string;
  conversationId: string;
  opening: NewEpisode | null;
  /** Null while the reply is being written, and for ever when its process died. */
  completion: CompleteEpisode | null;
}

/**
 * A file of turns, open in one process at a time: SQLite's exclusive lock, released with the process however that
 * ends. Every write is on disk when the call returns. Synchronous; throws SQLite's errors.
 */
export type SpoolFile = ReturnType<typeof spoolFile>;

const NAME = /^spool-[0-9a-f-]{36}\.db$/;
/** The file must not retain deleted words: deleted rows are overwritten, the journal is emptied. */
const OPEN = `
  PRAGMA busy_timeout=0;
  PRAGMA locking_mode=EXCLUSIVE;
  PRAGMA journal_mode=TRUNCATE;
  PRAGMA synchronous=EXTRA;
  PRAGMA secure_delete=ON;
  BEGIN EXCLUSIVE;
  CREATE TABLE IF NOT EXISTS turns (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    idempotency_key TEXT,
    opening TEXT,
    completion TEXT
  ) STRICT;
  COMMIT;
`;

/** A new file. A new name is picked if a process that collects leftovers was faster. */
export function createSpoolFile(folder: string): SpoolFile {
  const path = join(folder, `spool-${randomUUID()}.db`);
  const database = lockedDatabase(path);
  if (database !== null && existsSync(path)) return spoolFile(path, database);
  database?.close();
  return createSpoolFile(folder);
}

/** Takes over files left by dead processes; those of live ones are skipped. */
export function leftSpoolFiles(folder: string, onError: (error: unknown) => void): SpoolFile[] {
  const left: SpoolFile[] = [];
  for (const name of readdirSync(folder).filter((entry) => NAME.test(entry))) {
    const path = join(folder, name);
    try {
      const database = lockedDatabase(path);
      if (database !== null) left.push(spoolFile(path, database));
    } catch (error) {
      onError(error);
    }
  }
  return left;
}

const BUSY = 5;

/** Null if another process has it. */
function lockedDatabase(path: string): DatabaseSync | null {
  const database = new DatabaseSync(path);
  try {
    keepPrivate(path);
    database.exec(OPEN);
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === BUSY) return null;
    throw error;
  }
}

interface Row {
  id: string;
  user_id: string;
  conversation_id: string;
  opening: string | null;
  completion: string | null;
}

function spoolFile(path: string, database: DatabaseSync) {
  const insert = database.prepare(
    "INSERT INTO turns (id, user_id, conversation_id, idempotency_key, opening, completion) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const complete = database.prepare("UPDATE turns SET completion = ? WHERE id = ?");
  const remove = database.prepare("DELETE FROM turns WHERE id = ?");
  const all = database.prepare("SELECT * FROM turns ORDER BY n");
  const byId = database.prepare("SELECT * FROM turns WHERE id = ?");
  const byKey = database.prepare("SELECT * FROM turns WHERE user_id = ? AND idempotency_key = ?");
  const byConversation = database.prepare(
    "SELECT 1 FROM turns WHERE user_id = ? AND conversation_id = ? LIMIT 1",
  );
  const size = database.prepare(
    "SELECT count(*) AS rows, coalesce(sum(octet_length(opening) + octet_length(completion)), 0) AS bytes FROM (SELECT coalesce(opening, '') AS opening, coalesce(completion, '') AS completion FROM turns)",
  );
  return {
    put(turn: WaitingTurn): void {
      const { id, userId, conversationId, opening, completion } = turn;
      const key = opening?.idempotencyKey ?? null;
      insert.run(id, userId, conversationId, key, toJson(opening), toJson(completion));
    },
    complete: (id: string, completion: CompleteEpisode) => void complete.run(toJson(completion), id),
    remove: (id: string) => void remove.run(id),
    /** Oldest first. */
    all: () => (all.all() as unknown as Row[]).map(toTurn),
    find: (id: string) => found(byId.get(id)),
    findKey: (userId: string, idempotencyKey: string) => found(byKey.get(userId, idempotencyKey)),
    hasConversation: (userId: string, id: string) => byConversation.get(userId, id) !== undefined,
    size: () => size.get() as { rows: number; bytes: number },
    /** Deletes the file. */
    discard(): void {
      // While the lock is held, no other process can have begun to write to it.
      rmSync(path, { force: true });
      database.close();
      rmSync(`${path}-journal`, { force: true });
    },
    close: () => database.close(),
  };
}

function found(row: unknown): WaitingTurn | null {
  return row === undefined ? null : toTurn(row as Row);
}

function toTurn(row: Row): WaitingTurn {
  return {
    id: row.id,
    userId: row.user_id,
    conversationId: row.conversation_id,
    opening: fromJson<NewEpisode>(row.opening),
    completion: fromJson<CompleteEpisode>(row.completion),
  };
}
