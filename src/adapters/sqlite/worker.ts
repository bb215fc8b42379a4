import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { keepPrivate } from "../system/disk.ts";
import { EngramError } from "../../errors.ts";
import { type Connection, openConnection } from "./connection.ts";
import { ensureUser, findUser } from "./context.ts";
import { accessOf } from "../store-core/operations.ts";
import type { ForgetResult } from "../store-core/forget-plan.ts";
import { adoptHashKey } from "./hash-key.ts";
import { addColumns, migrate } from "./migrations.ts";
import { BARE, SYSTEM, type SystemContext, USER } from "./operations.ts";
import { CLOSE_OP, type Request, type Response, type WorkerOptions, toWireError } from "./protocol.ts";
import { serveInOneCommit } from "./group-commit.ts";
import { type PurgeLoop, createPurgeLoop } from "./purge-loop.ts";
import { rowsOf } from "./statements.ts";
import { putStatistics } from "./statistics.ts";
import { type UserContext, userContext } from "./user-context.ts";

/**
 * One thread with one connection. It answers requests in order, each in its own transaction; queued writes
 * are committed together.
 */

const PRIVATE = 0o600;
const PRIVATE_FOLDER = 0o700;

type Operation = (target: Connection | SystemContext | UserContext, ...args: unknown[]) => unknown;

let closed = false;

function openWriter(options: WorkerOptions): Connection {
  mkdirSync(dirname(options.file), { recursive: true, mode: PRIVATE_FOLDER });
  // SQLite gives its log the mode of the database file.
  if (!existsSync(options.file)) closeSync(openSync(options.file, "a", PRIVATE));
  keepPrivate(options.file);
  const db = openConnection(options.file, "writer");
  migrate(db);
  db.transaction("write", () => addColumns(db));
  adoptHashKey(db, options.hashKey, options.newHashKey);
  putStatistics(db);
  return db;
}

function find(table: object, op: string): Operation | undefined {
  return Object.hasOwn(table, op) ? (table as Record<string, Operation>)[op] : undefined;
}

function run(db: Connection, { op, args, now, userId }: Request): unknown {
  const bare = userId === null ? find(BARE, op) : undefined;
  if (bare !== undefined) return bare(db, ...args);
  const operation = find(userId === null ? SYSTEM : USER, op);
  if (operation === undefined) throw new EngramError("internal", `Unknown operation ${op}`);
  const access = accessOf(op);
  return db.transaction(access === "read" ? "read" : "write", () => {
    if (userId === null) return operation({ db, ...rowsOf(db) }, ...args);
    const user = access === "first" ? ensureUser(db, userId) : findUser(db, userId);
    const { hashKey } = workerData as WorkerOptions;
    return operation(userContext({ db, user, now, hashKey }), ...args);
  });
}

function close(db: Connection | null, purges: PurgeLoop | null): void {
  if (closed || db === null) return;
  closed = true;
  db.close();
  purges?.close();
}

function serve(): void {
  const port = parentPort;
  if (port === null) throw new Error("This file runs in a worker thread only");
  const options = workerData as WorkerOptions;
  const answer = (response: Response): void => port.postMessage(response);
  let opened: Connection | null = null;
  let purges: PurgeLoop | null = null;
  // A reader opens on its first request: all threads start at once, and the writer has created the file before that.
  const connection = (): Connection => (opened ??= openConnection(options.file, "reader"));
  try {
    if (options.role === "writer") {
      opened = openWriter(options);
      purges = createPurgeLoop(opened);
    }
  } catch (error) {
    answer({ kind: "failed", error: toWireError(error) });
    port.close();
    return;
  }
  answer({ kind: "ready" });
  const serveOne = (request: Request): Response => {
    try {
      const result = request.op === CLOSE_OP ? close(opened, purges) : run(connection(), request);
      return { kind: "result", id: request.id, result };
    } catch (error) {
      return { kind: "error", id: request.id, error: toWireError(error) };
    }
  };
  /** A forgetting is answered once its words have left the files, or with the note that they have not yet. */
  const answerForgotten = (response: Extract<Response, { kind: "result" }>): void => {
    const { counts, similar, residues } = response.result as ForgetResult;
    purges?.begin(residues, (purged) => answer({ ...response, result: { ...counts, similar, purged } }));
  };
  port.on("message", (first: Request) => {
    for (const group of groups(port, first, options.role)) {
      const responses =
        group.length === 1 ? group.map(serveOne) : serveInOneCommit(connection(), group, serveOne);
      for (const [i, response] of responses.entries())
        if (group[i]?.op === "forget" && response.kind === "result") answerForgotten(response);
        else answer(response);
      if (group.some(({ op }) => op === CLOSE_OP)) port.close();
    }
  });
}

/** Takes all queued requests at once, for the writer in groups that can be committed together. */
function* groups(port: MessagePort, first: Request, role: WorkerOptions["role"]): Generator<Request[]> {
  let group = [first];
  for (;;) {
    const next = role === "writer" && group.length < GROUP_MAX ? waitingOn(port) : undefined;
    const last = group.at(-1) as Request;
    if (next === undefined || !canShare(last) || !canShare(next)) {
      yield group;
      if (next === undefined) return;
      group = [next];
    } else group.push(next);
  }
}

function waitingOn(port: MessagePort): Request | undefined {
  const waiting: { message: Request } | undefined = receiveMessageOnPort(port);
  return waiting?.message;
}

/** Writes per commit: the first of them waits for the last. */
const GROUP_MAX = 8;

/** A forgetting is purged after its commit. */
function canShare({ op }: Request): boolean {
  return op !== "forget" && accessOf(op) !== "read";
}

serve();
