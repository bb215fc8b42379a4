import type { UserStore } from "../../../ports/memory-store.ts";

/** Reasons of the changes that prune facts and orphans. */
export const FADED_REASON = "faded";
export const ORPHAN_REASON = "orphan";

/** Changes of one target that are searched for its pruning. */
const CHANGES_MAX = 50;

/** Items without an undone pruning: anything the owner restored is kept. */
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

/** When the item was pruned; null if it was not, or if that was undone. */
export async function prunedSince(user: UserStore, id: string): Promise<string | null> {
  const { items } = await user.changePage({ targetId: id, limit: CHANGES_MAX });
  return items.find(({ reason, undone }) => reason === ORPHAN_REASON && !undone)?.at ?? null;
}
