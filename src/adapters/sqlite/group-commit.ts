import type { Connection } from "./connection.ts";
import { type Request, type Response, toWireError } from "./protocol.ts";

/** What undoes a group that cannot be one. */
class Ungrouped extends Error {}

/**
 * Several writes with one commit, which is most of what a small one costs; each takes effect or not for itself, and
 * nobody is answered before the commit. Where an error has undone all of them (a full disk), each is done again alone.
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
