import type { ServerContext } from "@modelcontextprotocol/server";

/** Clients give up after a minute without progress, some much sooner. */
const EVERY_MS = 1_000;

/**
 * Reports the seconds a call has taken, if the client asks for progress: it sees that the call goes on. Returns the function that
 * ends the reports.
 */
export function reportProgress({ _meta, notify }: ServerContext["mcpReq"]): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const report = (): void => {
    const params = { progressToken, progress: progress++, message: `${progress - 1} s` };
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  report();
  const timer = setInterval(report, EVERY_MS);
  return () => clearInterval(timer);
}
