import type { SystemStore } from "./system-store.ts";
import type { UserStore } from "./user-store.ts";

export { ENTITY_SORTS, FACT_SORTS } from "./store-types.ts";
export type * from "./store-types.ts";
export type * from "./system-store.ts";
export type { UserStore } from "./user-store.ts";

/**
 * The memory's storage. `forUser` is the only access to content: every handle it returns reads and writes only that
 * user's rows. `system` sees ids and counts across users, never text.
 *
 * Errors: every method rejects with `EngramError` (`store_unavailable`, `store_full`, `conflict`); a rejected write
 * leaves nothing behind.
 */
export interface MemoryStore {
  readonly kind: "sqlite" | "neo4j";
  forUser(userId: string): UserStore;
  readonly system: SystemStore;
  /** Waits for running operations, then closes. Idempotent. */
  close(): Promise<void>;
}
