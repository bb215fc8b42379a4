import type { Coordination } from "../../ports/coordination.ts";

const LEASE = { release: () => undefined };

/** For a process that shares its store with no other: no coordination, at no cost. */
export function createInProcessCoordination(processId: string): Coordination {
  return {
    kind: "in-process",
    processId,
    acquire: async () => LEASE,
    once: async () => true,
    tell: () => undefined,
    listen: () => () => undefined,
    isSettled: () => true,
    close: async () => undefined,
  };
}
