import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keepPrivate } from "../system/disk.ts";
import { EngramError } from "../../errors.ts";
import { SQLITE_FULL, sqliteCode } from "../sqlite/protocol.ts";

/** How the CLI reaches the service that owns a folder. */
export interface RunningService {
  pid: number;
  url: string;
  /** Renewed at every start. */
  adminToken: string;
}

export interface DataFolder {
  path: string;
  file(name: string): string;
  /** Created once, and stored in the folder. */
  id(): string;
  /** Publishes the service's address to other processes of this user. */
  announce(service: RunningService): void;
  release(): void;
}

/** A `conflict`: another process owns the folder. */
export class FolderInUse extends EngramError {
  constructor(detail: string) {
    super("conflict", detail);
  }
}

/** SQLite's. */
export const DATABASE = "engram.db";
const LOCK = "engram.lock";
const RUN = "engram.run.json";
const ID = "engram.id";
/** How far a move to another store has come. */
export const MOVING = "engram.migrate.json";
/** SQLite's database once all of it is in Neo4j. */
export const MOVED = `${DATABASE}.moved`;
const OWNER_ONLY = 0o700;

/**
 * Takes a data folder for this process, creating it on first start; `shared`: processes without state of their own in
 * it may use it together, and the command line finds the first of them. The lock belongs to the operating system (an
 * exclusive SQLite transaction): it is released with the process, however that ends, and cannot go stale. Deleting the
 * lock file lets no one in: the database itself must be free as well. The mode of an existing folder is
 * its owner's choice; symbolic links in it are refused, since they lead elsewhere.
 */
export function openDataFolder(path: string, options: { shared?: boolean } = {}): DataFolder {
  const folder = resolve(path);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  refuseLinks(folder);
  const lock = namingFolder(folder, () => takeLock(folder));
  if (
    options.shared !== true &&
    (lock === null || namingFolder(folder, () => isOpenElsewhere(join(folder, DATABASE))))
  ) {
    lock?.close();
    const running = runningService(folder);
    const where = running ? ` It is served at ${running.url} by process ${running.pid}.` : "";
    throw new FolderInUse(`DATA_DIR: ${folder} is in use by another process.${where}`);
  }
  const run = join(folder, RUN);
  return {
    path: folder,
    file: (name) => join(folder, name),
    id: () => idOf(join(folder, ID)),
    announce(service) {
      if (lock !== null) writeFileSync(run, JSON.stringify(service), { mode: 0o600 });
    },
    release() {
      if (lock === null) return;
      rmSync(run, { force: true });
      lock.close();
    },
  };
}

function idOf(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomUUID(), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

function refuseLinks(folder: string): void {
  const link = readdirSync(folder, { withFileTypes: true }).find((entry) => entry.isSymbolicLink());
  if (link !== undefined)
    throw new EngramError(
      "conflict",
      `DATA_DIR: ${join(folder, link.name)} is a symbolic link. Put the file itself there, or make DATA_DIR the link.`,
    );
}

const SQLITE_BUSY = 5;

/** Every connection holds a lock on the file, which excludes an exclusive one. */
function isOpenElsewhere(file: string): boolean {
  if (!existsSync(file)) return false;
  using probe = new DatabaseSync(file);
  try {
    probe.exec("PRAGMA busy_timeout=0; PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK");
    return false;
  } catch (error) {
    // Any other error (not a database) is reported by the store.
    return sqliteCode(error) === SQLITE_BUSY;
  }
}

/** Null if another process holds it. */
function takeLock(folder: string): DatabaseSync | null {
  const lock = new DatabaseSync(join(folder, LOCK));
  try {
    keepPrivate(join(folder, LOCK));
    lock.exec("PRAGMA busy_timeout=0; PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    if (sqliteCode(error) === SQLITE_BUSY) return null;
    throw error;
  }
}

/** Names the folder in what SQLite reports about a file in it. */
function namingFolder<T>(folder: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const code = sqliteCode(error);
    if (code === null) throw error;
    if (code === SQLITE_FULL) throw new EngramError("store_full", undefined, { cause: error });
    throw new EngramError(
      "store_unavailable",
      `DATA_DIR: ${folder} cannot be written (SQLite ${code}); do it and its files belong to the user who runs Engram?`,
    );
  }
}

/** The service that owns the folder now; null if none runs, whatever a crash left behind. */
export function runningService(path: string): RunningService | null {
  const folder = resolve(path);
  try {
    const service = JSON.parse(readFileSync(join(folder, RUN), "utf8")) as RunningService;
    const free = takeLock(folder);
    free?.close();
    return free === null ? service : null;
  } catch {
    return null;
  }
}
