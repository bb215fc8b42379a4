import neo4j, { type Driver, type ManagedTransaction, type Session } from "neo4j-driver";
import { EngramError } from "../../errors.ts";
import { refuseOlder, toStoreError } from "./failure.ts";
import { type Params, encodeAll } from "./parameters.ts";
import type { Statements } from "./statements.ts";

export interface ConnectionOptions {
  /** `bolt://`, `neo4j://`, and both with `+s` or `+ssc`. */
  uri: string;
  user: string;
  password: string;
  database?: string | undefined;
  /** Every statement is profiled, and its plan passed here. For tests and measurements. */
  onPlan?: ((statement: string, plan: Plan) => void) | undefined;
}

/** The server's execution, as a tree of operators. */
export interface Plan {
  operatorType: string;
  /** Database hits; procedures report none. */
  dbHits?: number | undefined;
  children: Plan[];
}

/** Statements by name inside one transaction. Rows are plain objects, integers JavaScript numbers. */
export interface Tx {
  run<Row>(name: string, params?: Params): Promise<Row[]>;
  /** The first row. */
  one<Row>(name: string, params?: Params): Promise<Row | undefined>;
}

export type Mode = "read" | "write";

/**
 * One driver with a bounded pool. `run` is one managed transaction: it is retried after a deadlock or a lost
 * connection, even one lost during the commit, so the work must be idempotent.
 * A call rejects with `store_unavailable` after `deadlineMs`, even if the driver still retries; once the server is back, the
 * next call works.
 */
export interface Connection {
  readonly statements: Statements;
  /** `Neo4j/5.26.30`. */
  readonly agent: string;
  run<T>(mode: Mode, work: (tx: Tx) => Promise<T>, deadlineMs?: number): Promise<T>;
  /** One statement outside a managed transaction: schema commands, and `IN TRANSACTIONS`. */
  command<Row>(text: string, params?: Params, deadlineMs?: number): Promise<Row[]>;
  close(): Promise<void>;
}

type TransactionConfig = { timeout: number };

const POOL_SIZE_MAX = 50;
/** Waiting for a free connection; for a new one's handshake. */
const ACQUIRE_MS_MAX = 3_000;
const CONNECT_MS_MAX = 2_000;
/** Deadlocks resolve in one or two seconds; a server that is gone is reported soon. */
const RETRY_MS_MAX = 2_000;
/** An idle connection is tested before it is used again. */
const LIVENESS_AFTER_MS = 30_000;
const DEADLINE_MS = 10_000;
/** Work over all data of one user, or of all users. */
export const LONG_MS = 300_000;

/** Connects; rejects with `store_unavailable` if no server answers or it refuses the password. */
export async function openConnection(
  options: ConnectionOptions,
  statements: Statements,
): Promise<Connection> {
  const drivers = renewing(() => createDriver(options));
  const target = { database: options.database ?? "neo4j" };
  const bookmarkManager = neo4j.bookmarkManager();
  const session = (mode: Mode): Session =>
    drivers.current().session({
      ...target,
      bookmarkManager,
      defaultAccessMode: mode === "read" ? neo4j.session.READ : neo4j.session.WRITE,
    });
  const asked = async <T>(deadlineMs: number, work: Promise<T>): Promise<T> => {
    try {
      const result = await withTimeout(deadlineMs, work);
      drivers.answered();
      return result;
    } catch (error) {
      if (error instanceof Late) drivers.late();
      throw toStoreError(error);
    }
  };
  try {
    const { agent = "" } = await asked(DEADLINE_MS, drivers.current().getServerInfo(target));
    refuseOlder(agent);
    const served = statements.forServer(agent);
    return {
      statements: served,
      agent,
      run: (mode, work, timeout = DEADLINE_MS) => {
        const body = (raw: ManagedTransaction) => work(wrap(raw, served, options.onPlan));
        return asked(timeout, managed(session(mode), mode, body, { timeout }));
      },
      command: (text, params = {}, timeout = DEADLINE_MS) =>
        asked(timeout, plain(session("write"), text, params, { timeout })),
      close: drivers.close,
    };
  } catch (error) {
    await drivers.close();
    throw error;
  }
}

/** Consecutive unanswered calls, after which the connections are considered dead. */
const LATE_MAX = 3;

/**
 * A network that drops packets leaves connections that look alive for a quarter of an hour, and the pool keeps
 * handing them out. New ones are opened then; calls running on the old ones have until their own deadline.
 */
function renewing(create: () => Driver) {
  let driver = create();
  let lateInARow = 0;
  const retired = new Set<Driver>();
  const retire = (old: Driver): void => {
    retired.add(old);
    const close = (): void => void old.close().finally(() => retired.delete(old));
    setTimeout(close, DEADLINE_MS).unref();
  };
  return {
    current: () => driver,
    answered: () => void (lateInARow = 0),
    late(): void {
      lateInARow += 1;
      if (lateInARow < LATE_MAX) return;
      lateInARow = 0;
      retire(driver);
      driver = create();
    },
    close: async (): Promise<void> =>
      void (await Promise.all([driver, ...retired].map((one) => one.close()))),
  };
}

function createDriver({ uri, user, password }: ConnectionOptions): Driver {
  try {
    return neo4j.driver(uri, neo4j.auth.basic(user, password), {
      disableLosslessIntegers: true,
      maxConnectionPoolSize: POOL_SIZE_MAX,
      connectionAcquisitionTimeout: ACQUIRE_MS_MAX,
      connectionTimeout: CONNECT_MS_MAX,
      connectionLivenessCheckTimeout: LIVENESS_AFTER_MS,
      maxTransactionRetryTime: RETRY_MS_MAX,
      notificationFilter: { minimumSeverityLevel: "OFF" },
      telemetryDisabled: true,
      userAgent: "engram",
    });
  } catch {
    throw new EngramError("invalid_request", "NEO4J_URI: must be an address such as bolt://127.0.0.1:7687");
  }
}

async function managed<T>(
  opened: Session,
  mode: Mode,
  body: (raw: ManagedTransaction) => Promise<T>,
  config: TransactionConfig,
): Promise<T> {
  await using session = opened;
  return await (mode === "read" ? session.executeRead(body, config) : session.executeWrite(body, config));
}

async function plain<Row>(
  opened: Session,
  text: string,
  params: Params,
  config: TransactionConfig,
): Promise<Row[]> {
  await using session = opened;
  const result = await session.run(text, encodeAll(params), config);
  return result.records.map((record) => record.toObject() as Row);
}

function wrap(raw: ManagedTransaction, statements: Statements, onPlan: ConnectionOptions["onPlan"]): Tx {
  const run = async <Row>(name: string, params: Params = {}): Promise<Row[]> => {
    const text = statements.get(name);
    const result = await raw.run(onPlan ? `PROFILE ${text}` : text, encodeAll(params));
    if (onPlan && result.summary.profile) onPlan(name, result.summary.profile);
    return result.records.map((record) => record.toObject() as Row);
  };
  return {
    run,
    one: async <Row>(name: string, params?: Params) => (await run<Row>(name, params))[0],
  };
}

/** The deadline passed while the driver was still retrying. */
class Late extends EngramError {
  constructor() {
    super("store_unavailable", "The memory store did not answer in time");
  }
}

/** The driver may outwait its caller: its result is dropped then. */
async function withTimeout<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
