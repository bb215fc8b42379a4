import type { Connection } from "./connection.ts";
import { type Request, type Response, toWireError } from "./protocol.ts";

/** An error that rolls back a whole group. */
class Ungrouped extends Error {}

/**
 * Several writes with one commit, which is most of the cost of a small one; each succeeds or fails independently, and
 * no caller is answered before the commit. If an error rolled back all of them (a full disk), each is retried alone.
 */
export function serveInOneCommit(
  db: Connection,
  requests: Request[],
  serveOne: (request: Request) => Response,
): Response[] {
  try {
    return db.transaction("write", () =>
      requests.map((request) => {
        const response = serveOne(request);
        if (!db.isTransaction()) throw new Ungrouped();
        return response;
      }),
    );
  } catch (error) {
    if (error instanceof Ungrouped) return requests.map(serveOne);
    const failure = toWireError(error);
    return requests.map(({ id }) => ({ kind: "error", id, error: failure }));
  }
}
