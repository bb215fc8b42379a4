/** A name held by one process, until it is released or, if the process dies, for a while longer. */
export interface Lease {
  release(): void;
}

/**
 * Coordination between the processes that share a store. It guarantees no safety: when the backend is unreachable,
 * leases are granted, every process works on its own, and the store keeps effects single.
 */
export interface Coordination {
  readonly kind: "in-process" | "redis";
  /** Id of this process, new at every start. */
  readonly processId: string;
  /** Takes `name` across all processes; null if another one still holds it after `waitMs`. */
  acquire(name: string, waitMs: number): Promise<Lease | null>;
  /** True for one process within `forMs`. False if the backend is unreachable. */
  once(name: string, forMs: number): Promise<boolean>;
  /** Notifies the other processes, not this one. Lost if the backend is unreachable; must never carry a user's text. */
  tell(topic: string, message: unknown): void;
  /** Returns the function that unsubscribes. */
  listen(topic: string, listener: (message: unknown, processId: string) => void): () => void;
  /** True once the leases of all living processes are in place: the backend is, and has been for a while, reachable. */
  isSettled(): boolean;
  close(): Promise<void>;
}
