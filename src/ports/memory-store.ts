import type { SystemStore } from "./system-store.ts";
import type { UserStore } from "./user-store.ts";

export { ENTITY_SORTS, FACT_SORTS } from "./store-types.ts";
export type * from "./store-types.ts";
export type * from "./system-store.ts";
export type { UserStore } from "./user-store.ts";

/**
 * Where memory lives. `forUser` is the only door to content: every handle it returns reads and writes that
 * user's rows alone. `system` sees ids and counts over users, never text.
 *
 * Errors: every method rejects with `EngramError` (`store_unavailable`, `store_full`, `conflict`); a rejected write
 * left nothing behind.
 */
export interface MemoryStore {
  readonly kind: "sqlite" | "neo4j";
  forUser(userId: string): UserStore;
  readonly system: SystemStore;
  /** Waits for what is running, then closes. Idempotent. */
  close(): Promise<void>;
}
