import { EngramError } from "../errors.ts";
import type { SystemStore } from "../ports/memory-store.ts";

export type Notes = Pick<SystemStore, "notes" | "putNote">;

/** Processes that write at once are few; each try but the last lost against one of them. */
const TRIES_MAX = 20;

/** Version 0 and null when there is none. */
export async function readNote(system: Notes, name: string): Promise<{ version: number; value: unknown }> {
  const found = (await system.notes(name)).find((note) => note.name === name);
  return found ?? { version: 0, value: null };
}

/**
 * Changes a note in turn with other processes. `change` gets what stands, null for nothing, and returns what shall stand,
 * or undefined to leave it; null removes it. Resolves with what `change` returned. Errors: conflict, when others are
 * faster again and again; what `change` throws.
 */
export async function changeNote<T>(
  system: Notes,
  name: string,
  change: (value: T | null) => T | null | undefined,
): Promise<T | null | undefined> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const { version, value } = await readNote(system, name);
    const next = change(value as T | null);
    if (next === undefined || (await system.putNote({ name, version, value: next }))) return next;
  }
  throw new EngramError("conflict", "This is being changed by another process");
}
