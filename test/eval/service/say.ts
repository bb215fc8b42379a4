import type { EvalService } from "./open.ts";

/** One turn through the chat, to its end; returns the ids under which it was kept. */
export async function say(
  { engine }: EvalService,
  userId: string,
  message: string,
  conversationId: string | undefined,
): Promise<{ conversationId: string; episodeId: string }> {
  const input = { message, conversationId, memory: "on", mode: "chat" } as const;
  let ids: { conversationId: string; episodeId: string } | null = null;
  for await (const event of engine.chat(userId, input, new AbortController().signal)) {
    if (event.type === "done") ids = event;
  }
  if (ids === null) throw new Error("the turn did not end");
  return { conversationId: ids.conversationId, episodeId: ids.episodeId };
}
