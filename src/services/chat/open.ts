import { titleOf } from "../../domain/model/conversation.ts";
import { OFF_THE_RECORD, type Episode } from "../../domain/model/episode.ts";
import { EngramError, invalidField } from "../../errors.ts";
import type { OpenedEpisode } from "../../ports/memory-store.ts";
import type { IntentPlan } from "../intents/index.ts";
import type { Turn, TurnInput } from "./turn-types.ts";

/** Throws if the turn to be replaced is not in this conversation, or was already replaced. */
export async function checkReplaced({ user, input, conversationId }: Turn): Promise<void> {
  if (input.replaces === undefined) return;
  const replaced = await user.episode(input.replaces);
  const retried = input.idempotencyKey !== undefined;
  if (replaced !== null && replaced.replacedBy !== null && !retried) {
    throw invalidField("replaces", "this turn was replaced already");
  }
  if (replaced === null || replaced.conversationId !== conversationId) {
    throw invalidField("replaces", "there is no such turn in this conversation", "not_found");
  }
}

/** Stores the user's words; a retried request finds those of the first attempt. */
export async function open(
  { deps, user, input, id, conversationId, conversation, branch }: Turn,
  isNew: boolean,
  plan: IntentPlan | null = null,
): Promise<OpenedEpisode> {
  const continued = input.client?.continues === undefined ? null : await user.episode(input.client.continues);
  if (continued !== null) return { outcome: "existing", episode: continued };
  if (conversation?.shelf === "archived" || conversation?.shelf === "kept")
    await user.patchConversation(conversationId, { shelf: null });
  const now = deps.clock.now();
  const message = storedMessage(input, plan);
  const memory = plan?.memory ?? input.memory;
  const isKept = message !== OFF_THE_RECORD;
  return user.openEpisode({
    id,
    conversationId,
    createConversation: isNew,
    conversation: {
      title: isKept ? titleOf(message) : null,
      clientSystem: input.client?.system ?? null,
      externalId: input.client?.externalId ?? null,
      ...branch,
    },
    userMessage: message,
    source: "chat",
    state: "open",
    memory,
    mode: input.mode,
    occurredAt: now,
    recordedAt: now,
    idempotencyKey: input.idempotencyKey ?? null,
    extract: memory === "on",
    intent: plan?.opening,
  });
}

/** The part of a message that may be stored: nothing if it is off the record. */
function storedMessage(input: TurnInput, plan: IntentPlan | null): string {
  return plan?.stored ?? input.message;
}

/** Throws if a key is reused for a different request. */
export function assertSameRequest(episode: Episode, { input }: Turn, plan: IntentPlan | null = null): void {
  const same =
    episode.userMessage === storedMessage(input, plan) &&
    (input.conversationId === undefined || input.conversationId === episode.conversationId);
  if (!same) throw new EngramError("idempotency_mismatch");
}
