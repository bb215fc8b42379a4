import { signal } from "@preact/signals";
import type { ClientFrame, ServerFrame } from "../../http/ws/frames.ts";
import { api, signedIn } from "./client.ts";

type SendFrame = Extract<ClientFrame, { type: "chat.send" }>;
export type TurnFrame = Extract<ServerFrame, { type: `chat.${string}` }>;
export type MemoryFrame = Extract<ServerFrame, { type: `memory.${string}` | "maintenance.run" }>;

/** Who follows a turn. `lost`: the service holds it no longer; what is stored of it can be read. */
export interface TurnFollower {
  frame(frame: TurnFrame): void;
  lost(): void;
}

interface Followed extends TurnFollower {
  /** None for a turn that was begun before this page was loaded. */
  send: SendFrame | null;
  /** Last one seen: what is told again after a break begins behind it. */
  seq: number;
  /** It left this page, so the service may have it. */
  sent: boolean;
}

const RETRY_MS_MIN = 400;
const RETRY_MS_MAX = 10_000;
/** A line that says nothing for this long is asked, and given up when it says nothing after that either. */
const SILENT_MS_MAX = 15_000;

/** `waiting`: the line is down and tried again; nothing that runs is lost meanwhile. */
export const line = signal<"open" | "connecting" | "waiting">("connecting");

const followed = new Map<string, Followed>();
const observers = new Set<(frame: MemoryFrame) => void>();
let socket: WebSocket | null = null;
let retryMs = RETRY_MS_MIN;
let retry: ReturnType<typeof setTimeout> | undefined;

/** What memory does for this user, whatever began it. Returns what ends it. */
export function observe(observer: (frame: MemoryFrame) => void): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/** Sends a turn and follows it, over as many connections as it takes. */
export function sendTurn(frame: Omit<SendFrame, "type">, follower: TurnFollower): void {
  const send: SendFrame = { type: "chat.send", ...frame };
  const turn = { ...follower, send, seq: 0, sent: false };
  followed.set(frame.id, turn);
  connect();
  begin(frame.id, turn);
}

/** Follows a turn that was begun before, from its first frame. */
export function followTurn(id: string, follower: TurnFollower): void {
  const turn = { ...follower, send: null, seq: 0, sent: true };
  followed.set(id, turn);
  connect();
  begin(id, turn);
}

export function cancelTurn(id: string): void {
  tell({ type: "chat.cancel", id });
}

/** Opens the line where none is open or on its way. */
export function connect(): void {
  if (socket !== null || !signedIn.value) return;
  clearTimeout(retry);
  line.value = "connecting";
  const address = new URL("ws", document.baseURI);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const opened = new WebSocket(address, ["engram"]);
  socket = opened;
  const beat = heartbeat(opened);
  socket.addEventListener("open", () => {
    line.value = "open";
    retryMs = RETRY_MS_MIN;
    for (const [id, turn] of followed) begin(id, turn);
  });
  socket.addEventListener("message", ({ data }) => {
    beat.heard();
    heard(JSON.parse(String(data)) as ServerFrame);
  });
  socket.addEventListener("close", () => {
    beat.end();
    if (socket !== opened) return;
    socket = null;
    line.value = "waiting";
    // A refused upgrade says nothing to a page: an ordinary request tells whether a key is wanted.
    void api("GET /conversations", { query: { limit: 1 } }).catch(() => undefined);
    retry = setTimeout(connect, retryMs);
    retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
  });
}

/** Nobody tells a page that the network behind it is gone. */
function heartbeat(opened: WebSocket): { heard(): void; end(): void } {
  let isAsked = false;
  const ticking = setInterval(() => {
    if (isAsked) opened.close();
    else if (opened.readyState === WebSocket.OPEN) {
      isAsked = true;
      opened.send(JSON.stringify({ type: "ping" } satisfies ClientFrame));
    }
  }, SILENT_MS_MAX);
  return { heard: () => (isAsked = false), end: () => clearInterval(ticking) };
}

/** Sends a new turn, or asks for the rest of one that the service may have. Without a line it waits for one. */
function begin(id: string, turn: Followed): void {
  const isNew = turn.send !== null && !turn.sent;
  turn.sent = tell(isNew && turn.send ? turn.send : { type: "chat.resume", id, seq: turn.seq }) || turn.sent;
}

/** False without a line. */
function tell(frame: ClientFrame): boolean {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(frame));
  return true;
}

function heard(frame: ServerFrame): void {
  if (frame.type.startsWith("chat.")) return heardOfTurn(frame as TurnFrame);
  if (frame.type === "error") return refused(frame);
  if (frame.type !== "pong") for (const observer of observers) observer(frame as MemoryFrame);
}

function heardOfTurn(frame: TurnFrame): void {
  const turn = followed.get(frame.id);
  if (!turn || frame.seq <= turn.seq) return;
  turn.seq = frame.seq;
  if (frame.type === "chat.done" || frame.type === "chat.error") followed.delete(frame.id);
  turn.frame(frame);
}

/** A frame that was not taken. A turn that nobody holds any more is read from where it is stored. */
function refused(frame: Extract<ServerFrame, { type: "error" }>): void {
  const turn = followed.get(frame.id ?? "");
  if (!turn || frame.id === undefined) return;
  if (frame.code === "not_found" && turn.send !== null && turn.seq === 0) {
    // It never arrived; its idempotency key makes it one turn however often it is sent.
    tell(turn.send);
    turn.send = null;
    return;
  }
  followed.delete(frame.id);
  if (frame.code === "not_found") return turn.lost();
  const { type: _, ...problem } = frame;
  turn.frame({ ...problem, type: "chat.error", id: frame.id, seq: turn.seq + 1 });
}
