import { signal } from "@preact/signals";
import type { ClientFrame, ServerFrame } from "../../http/ws/frames.ts";
import { api, signedIn } from "./client.ts";

type SendFrame = Extract<ClientFrame, { type: "chat.send" }>;
export type TurnFrame = Extract<ServerFrame, { type: `chat.${string}` }>;
/** `page.stale`: the connection is back, or the window comes to the front; anything may have changed. */
export type MemoryFrame =
  | Extract<ServerFrame, { type: `memory.${string}` | "maintenance.run" }>
  | { type: "page.stale" };

/** A follower of a turn. `lost`: the service no longer holds it; its stored part can be read. */
export interface TurnFollower {
  frame(frame: TurnFrame): void;
  lost(): void;
}

interface Followed extends TurnFollower {
  /** None for a turn begun before this page was loaded. */
  send: SendFrame | null;
  /** The last one seen: after a reconnect, frames resume behind it. */
  seq: number;
  /** It was sent, so the service may have it. */
  sent: boolean;
}

const RETRY_MS_MIN = 400;
const RETRY_MS_MAX = 10_000;
/** A connection silent for this long is pinged, and given up if it stays silent. */
const SILENT_MS_MAX = 15_000;
/** The same for one that may have died while the device slept. */
const WOKEN_MS_MAX = 4_000;

/** `waiting`: the connection is down and being retried; running turns are not lost. */
export const line = signal<"open" | "connecting" | "waiting">("connecting");
/** No connection was ever open, while other requests are answered. */
export const isBlocked = signal(false);

const followed = new Map<string, Followed>();
const observers = new Set<(frame: MemoryFrame) => void>();
let socket: WebSocket | null = null;
let pulse: ReturnType<typeof setTimeout> | undefined;
let retryMs = RETRY_MS_MIN;
let retry: ReturnType<typeof setTimeout> | undefined;
let wasOpen = false;

/** Live memory events of this user, whatever caused them. Returns a function that stops it. */
export function observe(observer: (frame: MemoryFrame) => void): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

for (const event of ["focus", "visibilitychange", "online"])
  addEventListener(event, () => {
    if (document.visibilityState === "hidden") return;
    if (socket) ask(WOKEN_MS_MAX);
    else connect();
    emit({ type: "page.stale" });
  });

/** Sends a turn, or follows an earlier one from its first frame, across as many connections as needed. */
export function followTurn(id: string, follower: TurnFollower, send: SendFrame | null = null): void {
  const turn = { ...follower, send, seq: 0, sent: send === null };
  followed.set(id, turn);
  connect();
  begin(id, turn);
}

export function cancelTurn(id: string): void {
  tell({ type: "chat.cancel", id });
}

/** Connects unless a connection is open or opening. */
export function connect(): void {
  if (socket !== null || !signedIn.value) return;
  clearTimeout(retry);
  line.value = "connecting";
  const address = new URL("ws", document.baseURI);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const opened = new WebSocket(address, ["engram"]);
  socket = opened;
  beat();
  socket.addEventListener("open", () => {
    beat();
    line.value = "open";
    wasOpen = true;
    isBlocked.value = false;
    if (retryMs !== RETRY_MS_MIN) emit({ type: "page.stale" });
    retryMs = RETRY_MS_MIN;
    for (const [id, turn] of followed) begin(id, turn);
  });
  socket.addEventListener("message", ({ data }) => {
    beat();
    heard(JSON.parse(String(data)) as ServerFrame);
  });
  socket.addEventListener("close", () => socket === opened && lose());
}

function beat(): void {
  clearTimeout(pulse);
  pulse = setTimeout(ask, SILENT_MS_MAX, SILENT_MS_MAX);
}

/** A page is not notified when the network behind it is gone. */
function ask(withinMs: number): void {
  clearTimeout(pulse);
  tell({ type: "ping" });
  pulse = setTimeout(lose, withinMs);
}

/** Waits for no `close` of its own: where nobody answers, that takes a minute. */
function lose(): void {
  clearTimeout(pulse);
  socket?.close();
  socket = null;
  line.value = "waiting";
  // A page cannot see why an upgrade was refused: an ordinary request shows whether a key is required.
  void api("GET /conversations", { query: { limit: 1 } }).then(
    () => (isBlocked.value = !wasOpen),
    () => undefined,
  );
  retry = setTimeout(connect, retryMs);
  retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
}

/** Sends a new turn, or requests the rest of one the service may have. Without a connection it waits for one. */
function begin(id: string, turn: Followed): void {
  const isNew = turn.send !== null && !turn.sent;
  turn.sent = tell(isNew && turn.send ? turn.send : { type: "chat.resume", id, seq: turn.seq }) || turn.sent;
}

/** False without a connection. */
function tell(frame: ClientFrame): boolean {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(frame));
  return true;
}

function heard(frame: ServerFrame): void {
  if (frame.type.startsWith("chat.")) return heardOfTurn(frame as TurnFrame);
  if (frame.type === "error") return refused(frame);
  if (frame.type !== "pong") emit(frame as MemoryFrame);
}

function emit(frame: MemoryFrame): void {
  for (const observer of observers) observer(frame);
}

function heardOfTurn(frame: TurnFrame): void {
  const turn = followed.get(frame.id);
  if (!turn || frame.seq <= turn.seq) return;
  turn.seq = frame.seq;
  if (frame.type === "chat.done" || frame.type === "chat.error") followed.delete(frame.id);
  turn.frame(frame);
}

/** A frame was rejected. A turn the service no longer holds is read from storage. */
function refused(frame: Extract<ServerFrame, { type: "error" }>): void {
  const turn = followed.get(frame.id ?? "");
  if (!turn || frame.id === undefined) return;
  if (frame.code === "not_found" && turn.send !== null && turn.seq === 0) {
    // It never arrived; its idempotency key keeps it one turn however often it is sent.
    tell(turn.send);
    turn.send = null;
    return;
  }
  followed.delete(frame.id);
  if (frame.code === "not_found") return turn.lost();
  const { type: _, ...problem } = frame;
  turn.frame({ ...problem, type: "chat.error", id: frame.id, seq: turn.seq + 1 });
}
