import type { Conversation } from "../../domain/model/conversation.ts";
import { DEFAULT_SETTINGS } from "../../domain/model/user.ts";
import { invalidField } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { withDeadline } from "../retrieval/deadline.ts";
import { answer, replay } from "./answer.ts";
import { beginTurn } from "./begin.ts";
import { branchPointOf } from "../branches.ts";
import type { ChatEvent } from "./events.ts";
import type { TurnDeps, TurnInput } from "./turn-types.ts";

/**
 * States of a turn: open -> complete | interrupted. The user's words are durable before the first token leaves, and the
 * reply is the only model call. Ending the iterator early or aborting the signal stops the model; the partial reply is
 * kept.
 */
export async function* runTurn(
  deps: TurnDeps,
  userId: string,
  input: TurnInput,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void, undefined> {
  const user = deps.store.forUser(userId);
  const started = performance.now();
  const leave = deps.gate.enterChat();
  let unlock: (() => void) | null = null;
  try {
    const [conversation, branch, settings] = await Promise.all([
      existingConversation(user, input),
      branchPointOf(user, input),
      // An unavailable store does not delay a reply.
      withDeadline(user.settings(), deps.recall.deadlineMs).catch(() => DEFAULT_SETTINGS),
    ]);
    const conversationId = conversation?.id ?? deps.newId();
    unlock = await lockTurn(deps, userId, conversationId, input.idempotencyKey);
    signal.throwIfAborted();
    const id = deps.newId();
    const turn = { deps, user, input, id, conversationId, conversation, branch, settings, signal, started };
    const begun = await beginTurn(turn);
    yield* begun.finished ? replay(turn, begun.episode) : answer(turn, begun);
  } finally {
    unlock?.();
    leave();
  }
}

/** A retried request waits for the first one, whichever conversation that created. */
async function lockTurn(
  deps: TurnDeps,
  userId: string,
  conversationId: string,
  idempotencyKey: string | undefined,
): Promise<() => void> {
  const keys = idempotencyKey === undefined ? [] : [`${userId}/key/${idempotencyKey}`];
  const held: (() => void)[] = [];
  try {
    for (const key of [...keys, `${userId}/${conversationId}`])
      held.push(await deps.conversationLock.acquire(key));
  } catch (error) {
    for (const release of held) release();
    throw error;
  }
  return () => held.forEach((release) => release());
}

async function existingConversation(user: UserStore, input: TurnInput): Promise<Conversation | null> {
  const replaced = input.replaces === undefined ? null : await user.episode(input.replaces);
  const id = input.conversationId ?? replaced?.conversationId;
  if (id === undefined) return null;
  const known = await user.conversation(id);
  if (known === null) {
    throw invalidField("conversationId", "there is no such conversation", "not_found");
  }
  return known;
}
