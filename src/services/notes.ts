import { EngramError } from "../errors.ts";
import type { SystemStore } from "../ports/memory-store.ts";

export type Notes = Pick<SystemStore, "notes" | "putNote">;

/** Few processes write at once; each failed attempt lost against one of them. */
const TRIES_MAX = 20;

/** Version 0 and null if there is none. */
export async function readNote(system: Notes, name: string): Promise<{ version: number; value: unknown }> {
  const found = (await system.notes(name)).find((note) => note.name === name);
  return found ?? { version: 0, value: null };
}

/**
 * Updates a note atomically across processes. `change` gets the current value (null: none) and returns the new one, or
 * undefined to leave it unchanged; null removes it. Resolves with the result of `change`. Errors: conflict, if others
 * are faster repeatedly; whatever `change` throws.
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

export async function dropNote(system: Notes, name: string): Promise<void> {
  await changeNote(system, name, (known) => (known === null ? undefined : null));
}
