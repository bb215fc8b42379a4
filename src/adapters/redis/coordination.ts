import type { Coordination } from "../../ports/coordination.ts";
import { createLeases, RENEW_MS } from "./leases.ts";
import type { RedisLink } from "./link.ts";
import type { Messages } from "./messages.ts";

/** After this, every process has renewed its leases: Redis may have come back empty. */
const SETTLED_MS = 3 * RENEW_MS;

/** Leases and messages over Redis. Closes neither the link nor the messages: the queue uses them too. */
export function createRedisCoordination(
  processId: string,
  link: RedisLink,
  messages: Messages,
): Coordination {
  return {
    kind: "redis",
    processId,
    ...createLeases(link),
    tell: (topic, message) => messages.tell(topic, message),
    listen: (topic, listener) => messages.listen(topic, listener),
    isSettled: () => link.okForMs() > SETTLED_MS,
  };
}
