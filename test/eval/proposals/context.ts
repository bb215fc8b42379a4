import { toInstant, type Instant } from "../../../src/domain/model/time.ts";
import type { Engine } from "../../../src/services/engine-types.ts";
import { pairTurns } from "../../../src/services/imports/pair-turns.ts";
import type { ProposedTurn } from "./format.ts";

/** Stores the earlier messages as turns that were dealt with; returns their conversation, undefined without any. */
export async function storeContext(
  { store, newId }: Engine,
  userId: string,
  { context }: ProposedTurn,
): Promise<string | undefined> {
  const said = context.map(({ role, text, at }, n) => ({ id: `${n}`, role, text, at: instant(at) }));
  const conversationId = newId();
  const turns = pairTurns(said);
  for (const [n, turn] of turns.entries()) {
    await store.forUser(userId).openEpisode({
      id: newId(),
      conversationId,
      createConversation: n === 0,
      userMessage: turn.userMessage,
      assistantReply: turn.assistantReply,
      source: "chat",
      state: "complete",
      memory: "on",
      mode: "chat",
      occurredAt: turn.at as Instant,
      recordedAt: turn.at as Instant,
      extract: false,
    });
  }
  return turns.length === 0 ? undefined : conversationId;
}

function instant(at: string): Instant {
  return toInstant(Date.parse(at));
}
