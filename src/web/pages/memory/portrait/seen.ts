/** By entity, the versions of the facts shown on the last visit; no words of them. */
const KEY = "engram.portraits";
const ENTITIES_MAX = 50;

function visits(): [id: string, versions: string[]][] {
  try {
    return Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string[]>);
  } catch {
    return [];
  }
}

/** Null on the first visit. */
export function seenBefore(entityId: string): ReadonlySet<string> | null {
  const versions = visits().find(([id]) => id === entityId)?.[1];
  return versions ? new Set(versions) : null;
}

export function remember(entityId: string, versions: string[]): void {
  const others = visits().filter(([id]) => id !== entityId);
  const kept = [...others, [entityId, versions] as const].slice(-ENTITIES_MAX);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
}
