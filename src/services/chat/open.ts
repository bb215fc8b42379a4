import { titleOf } from "../../domain/model/conversation.ts";
import { OFF_THE_RECORD, type AnsweredEpisode, type Episode } from "../../domain/model/episode.ts";
import { EngramError, invalidField } from "../../errors.ts";
import type { OpenedEpisode } from "../../ports/memory-store.ts";
import { mayHoldIntent, type IntentPlan } from "../intents/index.ts";
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

/**
 * Stores the user's words, in the place of the turn they replace; a retried request finds those of the first attempt. Throws
 * `conflict` if they were forgotten since, `idempotency_mismatch` if the key was used for another request.
 */
export async function open(
  turn: Turn,
  isNew: boolean,
  plan: IntentPlan | null = null,
): Promise<{ episode: AnsweredEpisode; isRetried: boolean }> {
  const { user, input } = turn;
  const opened = await stored(turn, isNew, plan);
  if (opened.outcome === "forgotten") throw new EngramError("conflict");
  const { episode } = opened;
  const isRetried = opened.outcome === "existing";
  if (isRetried) assertSameRequest(episode, input, plan);
  else if (input.replaces !== undefined) await user.replaceEpisode(input.replaces, episode.id);
  return { episode, isRetried };
}

async function stored(
  { deps, user, input, id, conversationId, conversation, branch }: Turn,
  isNew: boolean,
  plan: IntentPlan | null,
): Promise<OpenedEpisode> {
  const continued = input.client?.continues === undefined ? null : await user.episode(input.client.continues);
  if (continued !== null) return { outcome: "existing", episode: continued };
  if (conversation?.shelf === "archived" || conversation?.shelf === "kept")
    await user.patchConversation(conversationId, { shelf: null });
  const now = deps.clock.now();
  const message = plan?.stored ?? input.message;
  const memory = plan?.memory ?? input.memory;
  const isKept = message !== OFF_THE_RECORD;
  const said = {
    conversationId,
    createConversation: isNew,
    conversation: {
      title: isKept ? titleOf(message) : null,
      clientSystem: input.client?.system ?? null,
      externalId: input.client?.externalId ?? null,
      ...branch,
    },
    source: "chat",
    memory,
    mode: input.mode,
    occurredAt: now,
    recordedAt: now,
    extract: memory === "on",
  } as const;
  // Intents of earlier messages are not carried out: their words are not kept either.
  const unheard = (plan === null && input.client?.unheard) || [];
  for (const earlier of unheard.filter(({ userMessage }) => !mayHoldIntent(userMessage, null)))
    await user.openEpisode({ ...said, ...earlier, id: deps.newId(), state: "complete" });
  return user.openEpisode({
    ...said,
    id,
    userMessage: message,
    speaker: input.client?.speaker,
    state: "open",
    idempotencyKey: input.idempotencyKey ?? null,
    intent: plan?.opening,
  });
}

function assertSameRequest(episode: Episode, input: TurnInput, plan: IntentPlan | null): void {
  const same =
    episode.userMessage === (plan?.stored ?? input.message) &&
    (input.conversationId === undefined || input.conversationId === episode.conversationId);
  if (!same) throw new EngramError("idempotency_mismatch");
}
