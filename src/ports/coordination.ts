/** A name held by one process. It ends when it is released, or a while after the process died. */
export interface Lease {
  release(): void;
}

/**
 * What the processes that share a store agree on. Nothing here is a promise of safety: when nobody can be asked,
 * leases are granted, each process works on its own, and the store keeps effects single.
 */
export interface Coordination {
  readonly kind: "in-process" | "redis";
  /** This process, new at every start. */
  readonly processId: string;
  /** Takes `name` over all processes; null when another holds it for longer than `waitMs`. */
  acquire(name: string, waitMs: number): Promise<Lease | null>;
  /** True for one process within `forMs`. False when nobody can be asked. */
  once(name: string, forMs: number): Promise<boolean>;
  /** Tells the other processes, not this one. Lost when nobody can be reached; never text of a user. */
  tell(topic: string, message: unknown): void;
  /** Returns what ends it. */
  listen(topic: string, listener: (message: unknown, processId: string) => void): () => void;
  /** True once leases of all living processes stand: others can be asked, and could for a while. */
  isSettled(): boolean;
  close(): Promise<void>;
}
