import { type Server, createServer } from "node:net";
import { LTS, VERSION } from "./neo4j-server.ts";

/** Whoever listens there is of this version. */
export const FIRST_PORT = VERSION === LTS ? 17_687 : 17_887;
export const SLOTS_MAX = 8;
/** The port whose listener owns the slot. */
export const LEASE_OFFSET = 100;

interface Lease {
  port: number;
  end(): Promise<void>;
}

let leased: Promise<Lease> | undefined;

export async function slotOfThisFile(): Promise<number> {
  return (await (leased ??= leaseSlot())).port;
}

/** What this file leased is for others now. */
export async function endLease(): Promise<void> {
  const lease = leased;
  leased = undefined;
  await (await lease)?.end();
}

/** The lowest port that nobody else leases. */
async function leaseSlot(): Promise<Lease> {
  for (let port = FIRST_PORT; port < FIRST_PORT + SLOTS_MAX; port++) {
    const lease = await listen(port + LEASE_OFFSET);
    if (lease === null) continue;
    lease.unref();
    return { port, end: () => new Promise((resolve) => lease.close(() => resolve())) };
  }
  throw new Error(`All ${SLOTS_MAX} test servers are in use`);
}

export function listen(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
