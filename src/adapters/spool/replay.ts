import { EngramError } from "../../errors.ts";
import type { CompleteEpisode, MemoryStore, NewEpisode, UserStore } from "../../ports/memory-store.ts";
import type { WaitingTurn } from "./file.ts";
import type { WaitingTurns } from "./turns.ts";

interface ReplayDeps {
  store: MemoryStore;
  turns: WaitingTurns;
  /** Its reply is being written by this process. */
  isRunning: (id: string) => boolean;
  onReplayed: (turn: WaitingTurn) => void;
  onError: (error: unknown) => void;
}

/** The outcome of a turn whose process died while answering it. */
const INTERRUPTED: CompleteEpisode = {
  assistantReply: null,
  state: "interrupted",
  recalled: [],
  model: null,
};

/**
 * Each turn is opened and completed by its id, which the store accepts once, and only then deleted here: after a crash in
 * between it is repeated, without effect.
 */
export function createReplay({ store, turns, isRunning, onReplayed, onError }: ReplayDeps) {
  /** Turns the store rejected: kept, and retried by the next process. */
  const refused = new Set<string>();
  let stopped = false;

  return {
    /** Delivers the waiting turns, oldest first. Rejects with `store_unavailable` if the store goes down. */
    async run(): Promise<void> {
      for (const turn of turns.all()) {
        if (stopped) return;
        if (refused.has(turn.id) || (turn.completion === null && isRunning(turn.id))) continue;
        try {
          await replayTurn(store.forUser(turn.userId), turn, turn.completion ?? INTERRUPTED);
        } catch (error) {
          if (error instanceof EngramError && error.code === "store_unavailable") throw error;
          refused.add(turn.id);
          onError(error);
          continue;
        }
        turns.remove(turn.id);
        onReplayed(turn);
      }
    },
    /** The run ends after the current turn. */
    stop: () => void (stopped = true),
  };
}

async function replayTurn(user: UserStore, turn: WaitingTurn, completion: CompleteEpisode): Promise<void> {
  const opened = turn.opening && (await user.openEpisode(await stillKept(user, turn.opening)));
  if (opened?.outcome === "forgotten") return;
  const saidAt = opened?.episode.occurredAt;
  const reply = completion.assistantReply;
  const assistantReply =
    saidAt === undefined || reply === null ? reply : (await user.redactForgotten(reply, saidAt)).text;
  try {
    // A request retried elsewhere has another id.
    await user.completeEpisode(opened?.episode.id ?? turn.id, { ...completion, assistantReply });
  } catch (error) {
    if (!(error instanceof EngramError) || error.code !== "not_found") throw error;
    // The whole turn was forgotten in the meantime.
  }
}

/** Another process may have reached the store while this one did not, and something may have been forgotten there. */
async function stillKept(user: UserStore, opening: NewEpisode): Promise<NewEpisode> {
  const { text } = await user.redactForgotten(opening.userMessage, opening.occurredAt);
  if (text === opening.userMessage) return opening;
  return { ...opening, userMessage: text, conversation: { ...opening.conversation, title: null } };
}
