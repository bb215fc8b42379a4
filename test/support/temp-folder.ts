import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const PREFIX = "engram-test-";
/** Containers have less, unless they are told otherwise. */
const FREE_BYTES_MIN = 4 * 1024 ** 3;

/**
 * Where the tests of this run keep their files: in memory, where there is room. A store waits for the disk at each write, and
 * tests write all the time; they kill processes, but pull no plug.
 */
export function tempFolder(): string {
  return hasRoom() ? join(MEMORY, `${PREFIX}${process.pid}`) : tmpdir();
}

export function makeTempFolder(): void {
  if (!hasRoom()) return;
  // Of runs that were killed.
  for (const name of readdirSync(MEMORY))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) remove(join(MEMORY, name));
  mkdirSync(tempFolder(), { recursive: true });
}

/** Memory is given back, also that of tests that failed and left something. */
export function removeTempFolder(): void {
  if (hasRoom()) remove(tempFolder());
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

let known: boolean | undefined;

function hasRoom(): boolean {
  if (known === undefined) {
    const free = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
    known = free.bavail * free.bsize >= FREE_BYTES_MIN;
  }
  return known;
}
