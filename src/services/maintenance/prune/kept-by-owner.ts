import type { UserStore } from "../../../ports/memory-store.ts";

/** Reasons of the changes that put facts and orphans away. */
export const FADED_REASON = "faded";
export const ORPHAN_REASON = "orphan";

/** Changes of one target among which the one that put it away is looked for. */
const CHANGES_MAX = 50;

/** Those whose putting away nobody has undone: what the owner brought back stays. */
export async function notKeptByOwner<T extends { id: string }>(user: UserStore, items: T[]): Promise<T[]> {
  const left: T[] = [];
  for (const item of items) {
    const { items: changes } = await user.changePage({ targetId: item.id, limit: CHANGES_MAX });
    const isKept = changes.some(
      ({ reason, undone }) => undone && (reason === FADED_REASON || reason === ORPHAN_REASON),
    );
    if (!isKept) left.push(item);
  }
  return left;
}

/** When it was put away, unless that was undone; null: it was not. */
export async function prunedSince(user: UserStore, id: string): Promise<string | null> {
  const { items } = await user.changePage({ targetId: id, limit: CHANGES_MAX });
  return items.find(({ reason, undone }) => reason === ORPHAN_REASON && !undone)?.at ?? null;
}
