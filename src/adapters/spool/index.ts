import type { AnsweredEpisode } from "../../domain/model/episode.ts";
import { EngramError } from "../../errors.ts";
import type { CompleteEpisode, MemoryStore, NewEpisode, UserStore } from "../../ports/memory-store.ts";
import type { WaitingTurn } from "./file.ts";
import { createReplay } from "./replay.ts";
import { openWaitingTurns } from "./turns.ts";
import { begunEpisode } from "../store-core/episodes.ts";

export interface SpoolOptions {
  store: MemoryStore;
  /** The folder of the files. */
  folder: string;
  /** Waiting turns could not be delivered, or a file could not be read. */
  onError: (error: unknown) => void;
}

/** A store whose chat turns survive its outages. */
export interface SpooledStore extends MemoryStore {
  /** Turns that wait for the store. */
  waiting(): number;
  /** Tries once to deliver the waiting turns; resolves when done or the store is still down. */
  replay(): Promise<void>;
  /** Called after a turn was delivered. */
  onReplayed(listener: (userId: string, conversationId: string) => void): void;
}

/** Interval between checks of a store that is down, milliseconds. */
const LOOK_MS = 1_000;
/** Turns whose reply is being written at once; a safety bound, never reached in practice. */
const RUNNING_MAX = 10_000;

/**
 * A store that may be down. A chat turn in a new conversation is then written to a small file in the data folder, and
 * so is the end of a turn already in the store; both are delivered, in order, once it answers. A
 * conversation with waiting turns is not read or continued until then: that rejects with `store_unavailable`.
 */
export function createSpooledStore({ store, folder, onError }: SpoolOptions): SpooledStore {
  const turns = openWaitingTurns(folder, onError);
  const running = new Map<string, AnsweredEpisode>();
  const listeners: ((userId: string, conversationId: string) => void)[] = [];
  let isAway = false;
  let closing: Promise<void> | null = null;
  const replay = createReplay({
    store,
    turns,
    isRunning: (id) => running.has(id),
    onReplayed: (turn) => listeners.forEach((tell) => tell(turn.userId, turn.conversationId)),
    onError,
  });

  const handOver = async (): Promise<void> => {
    try {
      await store.system.ping();
      isAway = false;
      await replay.run();
    } catch (error) {
      if (isStoreAway(error)) isAway = true;
      else onError(error);
    }
  };
  /** One at a time: a server that is just starting must not be flooded. */
  let looking: Promise<void> | null = null;
  const look = (): Promise<void> => (looking ??= handOver().finally(() => (looking = null)));
  const timer = setInterval(() => {
    if (isAway || turns.count() > 0) void look();
  }, LOOK_MS);
  timer.unref();

  /** The store's answer; null if it is down. */
  const ask = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (isAway) return null;
    try {
      return await work();
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      isAway = true;
      return null;
    }
  };

  const run = (episode: AnsweredEpisode): void => {
    if (running.size < RUNNING_MAX) running.set(episode.id, episode);
  };

  const userStore = (userId: string): UserStore => {
    const user = store.forUser(userId);
    const refuseWaiting = (isWaiting: boolean): void => {
      if (isWaiting)
        throw new EngramError("store_unavailable", "This conversation waits for the memory store");
    };
    return {
      ...user,
      async settings() {
        const settings = await ask(() => user.settings());
        if (settings === null) throw new EngramError("store_unavailable");
        return settings;
      },
      async conversation(id) {
        refuseWaiting(turns.hasConversation(userId, id));
        return user.conversation(id);
      },
      async episode(id) {
        refuseWaiting(turns.find(id)?.userId === userId);
        return user.episode(id);
      },
      async openEpisode(asked) {
        if (asked.source !== "chat") return user.openEpisode(asked);
        const waiting = turns.same(userId, asked);
        if (waiting?.opening) return { outcome: "existing", episode: episodeOf(waiting, waiting.opening) };
        const opened = mayWait(asked)
          ? await ask(() => user.openEpisode(asked))
          : await user.openEpisode(asked);
        if (opened !== null) {
          if (opened.outcome !== "forgotten" && opened.episode.state !== "complete") run(opened.episode);
          return opened;
        }
        const { id, conversationId } = asked;
        turns.put({ id, userId, conversationId, opening: asked, completion: null });
        const episode = spooledEpisode(asked);
        run(episode);
        return { outcome: "opened", episode };
      },
      async completeEpisode(id, result) {
        const episode = running.get(id);
        try {
          return await complete(user, id, result, episode);
        } finally {
          running.delete(id);
        }
      },
    };
  };

  const complete = async (
    user: UserStore,
    id: string,
    result: CompleteEpisode,
    episode: AnsweredEpisode | undefined,
  ): Promise<AnsweredEpisode> => {
    const waiting = turns.find(id);
    if (waiting?.opening && waiting.userId === user.userId) {
      if (waiting.completion === null) turns.complete(id, result);
      return completed(spooledEpisode(waiting.opening), waiting.completion ?? result);
    }
    if (episode === undefined) return user.completeEpisode(id, result);
    const kept = await ask(() => user.completeEpisode(id, result));
    if (kept !== null) return kept;
    const { conversationId } = episode;
    turns.put({ id, userId: user.userId, conversationId, opening: null, completion: result });
    return completed(episode, result);
  };

  return {
    kind: store.kind,
    system: store.system,
    forUser: userStore,
    waiting: () => turns.count(),
    replay: look,
    onReplayed: (listener) => void listeners.push(listener),
    close: () =>
      (closing ??= (async () => {
        clearInterval(timer);
        replay.stop();
        await looking;
        await store.close();
        turns.close();
      })()),
  };
}

/** An intent changes the memory, and a continued conversation needs its history: both need the store. */
function mayWait(asked: NewEpisode): boolean {
  return asked.createConversation && asked.state === "open" && !asked.intent;
}

function episodeOf({ completion }: WaitingTurn, opening: NewEpisode): AnsweredEpisode {
  const episode = spooledEpisode(opening);
  return completion === null ? episode : completed(episode, completion);
}

function isStoreAway(error: unknown): boolean {
  return error instanceof EngramError && error.code === "store_unavailable";
}

/**
 * A waiting turn as the store would give it, but for its place, which only the store knows: it is the first of a new
 * conversation. Nothing is to be extracted from it before the store has it.
 */
function spooledEpisode(opening: NewEpisode): AnsweredEpisode {
  const asked = { ...opening, extract: false, redacted: false };
  return { ...begunEpisode(asked, 0), spooled: true };
}

function completed(episode: AnsweredEpisode, result: CompleteEpisode): AnsweredEpisode {
  return {
    ...episode,
    assistantReply: result.assistantReply,
    state: result.state,
    recalled: result.recalled,
    model: result.model,
    chainHash: result.chainHash ?? episode.chainHash,
    error: result.error ?? null,
    intent: result.intent ?? episode.intent,
    extraction: { ...episode.extraction, state: "none" },
    spooled: true,
  };
}
