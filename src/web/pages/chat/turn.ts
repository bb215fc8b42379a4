import { signal, type Signal } from "@preact/signals";
import { api } from "../../api/client.ts";
import { cancelTurn, followTurn, type TurnFollower, type TurnFrame } from "../../api/live.ts";
import type { Episode, Noted, Recalled } from "#client";
import { restoreDraft } from "./draft.ts";
import { answerTemporarily } from "./temporary.ts";
import type { RecallState } from "../../../services/retrieval/recall-state.ts";
import { t } from "../../language/text.ts";

/** A turn as shown on the page. `waiting`: sent, without any response yet. */
export interface Turn {
  id: string;
  conversationId: string | null;
  episodeId: string | null;
  message: string;
  /** Nothing of it is stored. */
  isOffRecord: boolean;
  reply: string;
  thought: string;
  recalled: Recalled[];
  recall: RecallState | null;
  state: "waiting" | "streaming" | "done" | "interrupted" | "failed";
  error: string | null;
  model: string | null;
  at: string;
  usage: { promptTokens: number; cachedTokens: number; completionTokens: number } | null;
  /** What an intent in plain words did. */
  acts: { action: string; ids: string[]; counts: Record<string, number> }[];
  /** Facts supported by it. */
  noted: Noted[];
  /** The versions it replaced, oldest first. */
  former: Turn[];
  /** Known to this page alone. */
  images: string[];
  /** The reply was cut off at its greatest length. */
  isCut: boolean;
  /** Another person said it. */
  isForeign: boolean;
  /** The turn whose place it takes in a new branch. */
  branchFrom?: string | undefined;
}

export interface Outgoing {
  message: string;
  conversationId: string | null;
  replaces?: string | undefined;
  branchFrom?: string | undefined;
  memory: "on" | "read" | "off";
  isOffRecord: boolean;
  former?: Turn[];
  images?: string[];
}

/** The turns of this tab that run, by id: they are followed again after a reload. */
const RUNNING = "engram.turns";
const running = new Map<string, Signal<Turn>>();

const EMPTY = {
  episodeId: null,
  reply: "",
  thought: "",
  recalled: [],
  recall: null,
  error: null,
  model: null,
  usage: null,
  acts: [],
  noted: [],
  former: [],
  isCut: false,
  isForeign: false,
  images: [],
};

export const isRunning = (turn: Turn): boolean => turn.state === "waiting" || turn.state === "streaming";

function newTurn(outgoing: Outgoing): Signal<Turn> {
  const { message, conversationId, isOffRecord, branchFrom, former = [], images = [] } = outgoing;
  return signal<Turn>({
    ...EMPTY,
    // Over HTTP, other than on this machine, a browser makes no UUIDs.
    id: crypto.getRandomValues(new Uint32Array(4)).join("-"),
    conversationId,
    message,
    isOffRecord,
    branchFrom,
    former,
    images,
    state: "waiting",
    at: new Date().toISOString(),
  });
}

/** Ends the reply of a temporary chat, of which there is one at a time. */
let ending: AbortController | null = null;

export function sendTemporary(outgoing: Outgoing, before: Turn[]): Signal<Turn> {
  const turn = newTurn(outgoing);
  ending = new AbortController();
  void answerTemporarily(turn, before, ending.signal);
  return turn;
}

export function endTemporary(): void {
  ending?.abort();
  ending = null;
}

export function sendOutgoing(outgoing: Outgoing): Signal<Turn> {
  const turn = newTurn(outgoing);
  const { id, message, conversationId, isOffRecord, images } = turn.value;
  const { replaces, branchFrom, memory } = outgoing;
  keepRunning(turn);
  followTurn(id, followerOf(turn), {
    type: "chat.send",
    id,
    message: isOffRecord ? `Off the record: ${message}` : message,
    ...(conversationId ? { conversationId } : {}),
    ...(replaces ? { replaces } : {}),
    ...(branchFrom ? { branchFrom } : {}),
    ...(images.length > 0 ? { images } : {}),
    memory,
    mode: "chat",
    idempotencyKey: id,
  });
  return turn;
}

/** One that no conversation was named for yet becomes a draft again. */
for (const kept of JSON.parse(sessionStorage.getItem(RUNNING) ?? "[]") as Turn[]) {
  const turn = signal<Turn>({ ...EMPTY, ...kept, isOffRecord: false, state: "waiting" });
  if (kept.conversationId === null) restoreDraft(null, kept.message);
  else {
    running.set(kept.id, turn);
    followTurn(kept.id, followerOf(turn));
  }
}

/** Of a conversation: what runs in this tab, or ran in it before a reload. */
export const runningIn = (conversationId: string): Signal<Turn>[] =>
  [...running.values()].filter(({ value }) => value.conversationId === conversationId);

/** Else another window sent it: nothing of its reply arrives here before it is stored. */
export const isFollowed = (turn: Signal<Turn>): boolean => running.has(turn.value.id);

export function stop(turn: Signal<Turn>): void {
  if (ending) endTemporary();
  else cancelTurn(turn.value.id);
}

/** Chunks arrive faster than the screen is drawn: they are batched per frame. */
function followerOf(turn: Signal<Turn>): TurnFollower {
  let pending = { reply: "", thought: "" };
  let drawn = 0;
  const flush = (): void => {
    cancelAnimationFrame(drawn);
    drawn = 0;
    const { reply, thought } = pending;
    if (reply === "" && thought === "") return;
    pending = { reply: "", thought: "" };
    const now = turn.value;
    turn.value = { ...now, state: "streaming", reply: now.reply + reply, thought: now.thought + thought };
  };
  const later = (): void => {
    // A background page draws no frames.
    if (document.visibilityState === "hidden") flush();
    else drawn ||= requestAnimationFrame(flush);
  };
  return {
    frame(frame) {
      if (frame.type === "chat.delta") {
        pending.reply += frame.text;
        return later();
      }
      if (frame.type === "chat.reasoning") {
        pending.thought += frame.text;
        return later();
      }
      flush();
      turn.value = afterFrame(turn.value, frame);
      keepRunning(turn);
    },
    lost() {
      flush();
      void readStored(turn);
    },
  };
}

function afterFrame(turn: Turn, frame: TurnFrame): Turn {
  switch (frame.type) {
    case "chat.accepted":
      return { ...turn, conversationId: frame.conversationId, episodeId: frame.episodeId };
    case "chat.recall":
      return { ...turn, recalled: frame.recalled, recall: frame.recall?.state ?? null };
    case "chat.memory":
      return { ...turn, acts: [...turn.acts, frame] };
    case "chat.done": {
      const recalled = frame.recalled as Recalled[];
      const { reply, model, usage } = frame;
      const recall = frame.recall?.state ?? turn.recall;
      const isCut = frame.finish === "length";
      return { ...turn, reply, model, usage, recalled, recall, isCut, state: "done" };
    }
    case "chat.error": {
      const isCancelled = frame.code === "cancelled";
      return {
        ...turn,
        conversationId: frame.conversationId ?? turn.conversationId,
        episodeId: frame.episodeId ?? turn.episodeId,
        state: isCancelled ? "interrupted" : "failed",
        error: isCancelled ? null : frame.detail,
      };
    }
    default:
      return turn;
  }
}

function keepRunning(turn: Signal<Turn>): void {
  if (isRunning(turn.value)) running.set(turn.value.id, turn);
  else running.delete(turn.value.id);
  const kept = [...running.values()].flatMap(({ value }) => {
    const { id, conversationId, episodeId, message, at } = value;
    return value.isOffRecord ? [] : { id, conversationId, episodeId, message, at };
  });
  sessionStorage.setItem(RUNNING, JSON.stringify(kept));
}

/** The service ended it without any listener: the reply so far is stored. */
async function readStored(turn: Signal<Turn>): Promise<void> {
  const { id, episodeId, conversationId, message } = turn.value;
  try {
    if (episodeId === null) {
      restoreDraft(conversationId, message);
      throw new Error(t("It was never taken. Send it again."));
    }
    turn.value = { ...ofEpisode(await api("GET /memory/episodes/{id}", { path: { id: episodeId } })), id };
  } catch (error) {
    turn.value = { ...turn.value, state: "failed", error: (error as Error).message };
  }
  keepRunning(turn);
}

const STATES = { open: "waiting", complete: "done", interrupted: "interrupted" } as const;

/** Converts a stored turn for display. */
export function ofEpisode(
  episode: Episode & { noted?: Noted[]; thought?: string | null },
  former: Turn[] = [],
): Turn {
  return {
    ...EMPTY,
    id: episode.id,
    conversationId: episode.conversationId,
    episodeId: episode.id,
    message: episode.userMessage,
    isForeign: episode.speaker !== null,
    isOffRecord: episode.intent?.kind === "off_record",
    reply: episode.assistantReply ?? "",
    thought: episode.thought ?? "",
    recalled: episode.recalled,
    noted: episode.noted ?? [],
    former,
    state: STATES[episode.state],
    error: episode.error,
    model: episode.model,
    at: episode.occurredAt,
  };
}
