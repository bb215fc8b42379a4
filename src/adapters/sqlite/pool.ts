import { Worker } from "node:worker_threads";
import type { Clock } from "../../ports/clock.ts";
import { EngramError, ERRORS } from "../../errors.ts";
import { CLOSE_OP, type Request, type Response, type WorkerOptions, fromWireError } from "./protocol.ts";

/** The part of a logger the store needs; it receives ids and counts, never text. */
export interface StoreLogger {
  warn(fields: object, message: string): void;
}

export interface PoolOptions extends Pick<WorkerOptions, "file" | "hashKey" | "newHashKey"> {
  readers: number;
  clock: Clock;
  logger?: StoreLogger | undefined;
  /** The worker's code; tests may replace it. */
  script: URL;
}

export interface Pool {
  call(role: WorkerOptions["role"], op: string, userId: string | null, args: unknown[]): Promise<unknown>;
  /** Sent to every reader; failures are ignored, since a dead reader has nothing to do. */
  tellReaders(op: string, userId: string): Promise<void>;
  close(): Promise<void>;
}

/** Calls that may wait at once, over all workers. More means that the disk cannot keep up. */
const OUTSTANDING_MAX = 10_000;
const RESTARTS_MAX = 5;
const RESTART_WINDOW_MS = 60_000;
const CLOSE_TIMEOUT_MS = 10_000;
/**
 * Per thread, for mostly short-lived objects: unlimited, it grows to 200 MB and stays there. Three times the
 * `--max-semi-space-size` that the service is started with.
 */
const YOUNG_MB_MAX = 48;

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type WorkerSlot = ReturnType<typeof createWorkerSlot>;

export async function createPool(options: PoolOptions): Promise<Pool> {
  const shared: Shared = { outstanding: 0, nextId: 1, closing: false };
  const slot = (role: WorkerOptions["role"]): WorkerSlot => createWorkerSlot(options, role, shared);
  const writer = slot("writer");
  const readers = Array.from({ length: options.readers }, () => slot("reader"));
  const close = async (): Promise<void> => {
    shared.closing = true;
    await Promise.all(readers.map((reader) => reader.close()));
    await writer.close();
  };
  const started = await Promise.allSettled([writer, ...readers].map((one) => one.start()));
  const failed = started.find((result) => result.status === "rejected");
  if (failed) {
    await close();
    throw failed.reason;
  }
  let closed: Promise<void> | null = null;
  /** Round-robin would queue every second call behind one long read. */
  const leastBusy = (): WorkerSlot => readers.toSorted((a, b) => a.load() - b.load())[0] ?? writer;
  return {
    call: (role, op, userId, args) => (role === "writer" ? writer : leastBusy()).call(op, userId, args),
    tellReaders: async (op, userId) => {
      await Promise.allSettled(readers.map((reader) => reader.call(op, userId, [])));
    },
    close: () => (closed ??= close()),
  };
}

interface Shared {
  outstanding: number;
  nextId: number;
  closing: boolean;
}

/**
 * A worker's slot: `start` -> serving -> (the thread dies) every waiting call is rejected, a new thread is
 * started, at most five times a minute; beyond that calls are refused until the minute is over. A rejected write may
 * have been committed: callers repeat it under its idempotency key.
 */
function createWorkerSlot(options: PoolOptions, role: WorkerOptions["role"], shared: Shared) {
  const { file, hashKey, newHashKey } = options;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let restarts: number[] = [];

  function spawn(): Promise<void> {
    const thread = new Worker(options.script, {
      workerData: { file, role, hashKey, newHashKey } satisfies WorkerOptions,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB_MAX },
      name: `sqlite-${role}`,
    });
    worker = thread;
    let serving = false;
    return new Promise((resolve, reject) => {
      thread.on("message", (response: Response) => {
        if (response.kind === "ready") {
          serving = true;
          resolve();
        } else if (response.kind === "failed") reject(fromWireError(response.error));
        else settle(response);
      });
      // The 'exit' event that follows does the rest.
      thread.on("error", (error) => options.logger?.warn({ role, name: error.name }, "store worker failed"));
      thread.on("exit", () => {
        reject(unavailable());
        gone(thread, serving);
      });
    });
  }

  function settle(response: Extract<Response, { id: number }>): void {
    const call = take(response.id);
    if (response.kind === "result") call?.resolve(response.result);
    else call?.reject(fromWireError(response.error));
  }

  function take(id: number): Waiting | undefined {
    const call = waiting.get(id);
    if (waiting.delete(id)) shared.outstanding--;
    return call;
  }

  function gone(thread: Worker, served: boolean): void {
    if (worker === thread) worker = null;
    for (const id of waiting.keys()) take(id)?.reject(unavailable());
    // A worker that never opened its file would fail again; the next call tries.
    if (shared.closing || !served) return;
    options.logger?.warn({ role }, "store worker ended");
    restart();
  }

  /** At once, or, if it died too often, on the first call after the minute. */
  function restart(): void {
    const now = performance.now();
    restarts = restarts.filter((at) => now - at < RESTART_WINDOW_MS);
    if (restarts.length >= RESTARTS_MAX) return;
    restarts.push(now);
    spawn().catch(() => undefined);
  }

  function call(op: string, userId: string | null, args: unknown[]): Promise<unknown> {
    if (worker === null && !shared.closing) restart();
    const thread = worker;
    if (thread === null || shared.outstanding >= OUTSTANDING_MAX) return Promise.reject(unavailable());
    return send(thread, op, userId, args);
  }

  function send(thread: Worker, op: string, userId: string | null, args: unknown[]): Promise<unknown> {
    const request: Request = { id: shared.nextId++, op, userId, now: options.clock.now(), args };
    return new Promise((resolve, reject) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(request);
      waiting.set(request.id, { resolve, reject });
      shared.outstanding++;
    });
  }

  async function close(): Promise<void> {
    const thread = worker;
    if (thread === null) return;
    const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
    const timer = setTimeout(() => void thread.terminate(), CLOSE_TIMEOUT_MS);
    // Requests are answered in order, so earlier ones are done first.
    await send(thread, CLOSE_OP, null, []).catch(() => undefined);
    await ended;
    clearTimeout(timer);
  }

  /** `load`: calls it has not answered yet. */
  return { start: spawn, load: () => waiting.size, call, close };
}

function unavailable(): EngramError {
  return new EngramError("store_unavailable", ERRORS.store_unavailable.title);
}
