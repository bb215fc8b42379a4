import type { EvalService } from "./open.ts";

const PAGE = 200;

/** Everything the service refused: the words of the proposal and why, as `stage/reason`. */
export async function refusals({ engine }: EvalService, userId: string): Promise<Map<string, string>> {
  const user = engine.store.forUser(userId);
  const refused = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const page = await user.rejectionPage({ limit: PAGE, ...(cursor === null ? {} : { cursor }) });
    for (const { proposal, stage, reason } of page.items) {
      const { text } = (proposal ?? {}) as { text?: unknown };
      if (typeof text === "string") refused.set(text, `${stage}/${reason}`);
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return refused;
}
