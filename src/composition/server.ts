import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { packageVersion } from "./version.ts";
import { DATABASE, type DataFolder, MOVED, MOVING, openDataFolder } from "../adapters/data-folder/index.ts";
import { createCronJobScheduler } from "../adapters/cron/index.ts";
import { createInProcessCoordination } from "../adapters/in-process-coordination/index.ts";
import { createInProcessQueue } from "../adapters/in-process-queue/index.ts";
import { createMemoryRateLimiter } from "../adapters/rate-limiter/index.ts";
import { createSpooledStore, type SpooledStore } from "../adapters/spool/index.ts";
import { createSqliteStore } from "../adapters/sqlite/index.ts";
import { createNotifier } from "../adapters/notify/index.ts";
import { freeBytes, freeShare } from "../adapters/system/disk.ts";
import { createSteadyClock, newId, systemClock } from "../adapters/system/clock.ts";
import { buildApp } from "../app.ts";
import type { Background } from "./background-redis.ts";
import type { Config } from "./config.ts";
import { engineSettings, neo4jSettings, redisSettings } from "./engine-settings.ts";
import { LOCAL_USER } from "../domain/model/user.ts";
import { invalidField } from "../errors.ts";
import { createKeys } from "../http/auth.ts";
import { type Language, LANGUAGES } from "../language/index.ts";
import { loadNumberWords } from "../language/spelled-numbers.ts";
import { createLogger, type Logger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";
import type { Clock } from "../ports/clock.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import { machineTimeZone } from "../domain/model/local-day.ts";
import { scheduleEntries } from "./schedule-entries.ts";
import { SERVICE } from "../services/audit.ts";
import type { Engine } from "../services/engine-types.ts";
import { createEngine } from "../services/engine.ts";
import type { Limits } from "../services/limits.ts";
import type { HashKey } from "../adapters/store-core/hash-key.ts";
import { leaseStore } from "../services/store-lease.ts";
import { createConnections } from "../services/model/connections.ts";
import { createAlerts } from "../services/reports/alerts.ts";
import { createSchedule } from "../services/maintenance/schedule.ts";
import { parseTimes } from "../services/time/index.ts";
import {
  fixedModels,
  modelServers,
  promptsOf,
  chooseHashKey,
  chooseChannels,
  chooseWebSearch,
  audioServers,
  chooseReranker,
  isPublic,
} from "./adapters.ts";

const ROOT = join(import.meta.dirname, "../..");
const WORKER_JOBS = 4;
const WAITING_JOBS_MAX = 10_000;
/** Longest a Neo4j started together with this service needs; after that, the container is restarted. */
const STORE_WAIT_MS = 120_000;

/** A listening service. */
export interface Service {
  url: string;
  engine: Engine;
  app: FastifyInstance;
  /** A key created at this start because the address is public; shown once. */
  newKey: string | null;
  dataDir: string;
  adminToken: string;
  /** Stops replies, closes sockets, then workers and the store. Idempotent. */
  close(): Promise<void>;
}

/** Smaller differences between stored times and the clock are jitter. */
const CLOCK_BEHIND_MS = 1_000;

/**
 * Builds everything from the configuration; shutdown closes it in reverse order.
 *
 * @param limits overrides of the defaults, for tests
 */
export async function startService(config: Config, limits: Partial<Limits> = {}): Promise<Service> {
  refuseUnavailable(config);
  const releasers: (() => unknown)[] = [];
  const close = once(async () => {
    for (const release of releasers.reverse()) await release();
  });
  try {
    return await start(config, limits, releasers, close);
  } catch (error) {
    // What cannot be released, as on a disk that is read-only now, is no reason of its own.
    await close().catch(() => undefined);
    throw error;
  }
}

async function start(
  config: Config,
  limits: Partial<Limits>,
  releasers: (() => unknown)[],
  close: () => Promise<void>,
): Promise<Service> {
  const logger = createLogger(config.LOG_LEVEL);
  // A worker keeps nothing on disk, and the command line does not look for one.
  const folder =
    config.ROLE === "worker" ? null : openDataFolder(config.DATA_DIR, { shared: isShared(config) });
  releasers.push(() => folder?.release());
  if (folder !== null) refuseMoved(config, folder);
  const clock = createSteadyClock(systemClock);
  const hashKey = chooseHashKey(config, folder?.path ?? null);
  const opened = await openStore(config, { folder, clock, logger, hashKey });
  let store = opened;
  releasers.push(() => store.close());
  const behindMs = clock.goOnFrom(await opened.system.lastWritten());
  if (behindMs > CLOCK_BEHIND_MS)
    logger.warn({ behindMs }, "the clock is behind what is stored; time goes on from there");
  const spool = folder === null || config.STORE === "sqlite" ? null : spooled(opened, folder, logger);
  store = spool ?? opened;
  if (config.STORE === "neo4j") releasers.push(await claimed(config, opened, { folder, clock, logger }));
  const servers = modelServers(config);
  const connections = createConnections({
    servers,
    system: store.system,
    fixed: fixedModels(config, servers),
    trust: config.MODEL_TRUST,
  });
  releasers.push(() => connections.close());
  await connections
    .look()
    .catch((err: unknown) => logger.warn({ err }, "the chosen models are not known yet"));
  const model = connections.chat;
  const reranker = chooseReranker(config);
  releasers.push(() => reranker?.close());
  const metrics = createMetrics(store, logger);
  const { queue, coordination, rateLimiter, jobScheduler } = await openBackground(config, {
    hashKey,
    logger,
    releasers,
  });
  metrics.watch(queue);
  metrics.watchSpool(() => spool?.waiting() ?? 0);
  const settings = engineSettings(config, hashKey, limits);
  const onNotifyError = (channel: string, err: unknown): void =>
    logger.error({ channel, err }, "a notice could not be sent");
  const notifier = createNotifier(chooseChannels(config), { onError: onNotifyError });
  releasers.push(() => notifier.close());
  const engine = createEngine({
    store,
    queue,
    coordination,
    model,
    connections,
    webSearch: chooseWebSearch(config),
    reranker,
    notifier,
    prompts: promptsOf(),
    clock,
    newId,
    settings,
    observer: metrics.observer,
  });
  releasers.push(() => engine.stop());
  const schedule = createSchedule({
    ...engine,
    system: store.system,
    jobScheduler,
    entries: scheduleEntries(config),
    timeZone: machineTimeZone(),
    catchUpEveryMs: settings.limits.catchUpEveryMs,
    onError: (err) => logger.error({ err }, "a scheduled job could not start"),
  });
  releasers.push(() => schedule.close());
  const alerts = createAlerts({
    ...engine,
    notifier,
    diskFree: async () => (folder === null ? null : freeShare(folder.path)),
    onAlert: ({ kind, userId, counts }) => {
      metrics.alert(kind);
      logger.warn({ kind, userId, counts }, "alert");
    },
    onError: (err) => logger.error({ err }, "alerts"),
  });
  releasers.push(() => alerts.close());
  spool?.onReplayed((userId, conversationId) => {
    // A turn whose extraction is not started now is found by the next sweep.
    engine.stored(userId, { conversationId }).catch((err: unknown) => logger.warn({ err }, "enqueue"));
  });
  const keys = await createKeys(store.system, clock, coordination, engine.audit);
  releasers.push(() => keys.close());
  const newKey =
    isPublic(config.APP_HOST) && !keys.exist()
      ? await keys.create({ userId: LOCAL_USER, by: SERVICE })
      : null;
  const adminToken = randomBytes(32).toString("hex");
  const app = await buildApp({
    engine,
    schedule,
    alerts,
    notifier,
    keys,
    logger,
    metrics,
    metricsToken: config.METRICS_TOKEN,
    hostRules: { hosts: config.ALLOWED_HOSTS, origins: config.ALLOWED_ORIGINS },
    adminToken,
    isWorker: config.ROLE === "worker",
    rateLimiter,
    version: packageVersion(),
    webFolder: join(ROOT, "dist", "web"),
    transfer: {
      spoolFolder: folder?.path ?? tmpdir(),
      isAlone: folder !== null && !isShared(config),
      copies: { backups: settings.backups.folder, data: folder?.path ?? null },
      bytesMax: settings.limits.transferBytesMax,
      backups: settings.backups,
    },
    waitingTurns: spool === null ? null : () => spool.waiting(),
    audio: audioServers(config),
    freeBytes: async () => (folder === null ? null : freeBytes(folder.path)),
  });
  releasers.push(() => app.close());
  // The date parser compiles its rules on first use; that must not delay a user's first message.
  readDate("2026-05-03", LANGUAGES);
  await spool?.replay();
  const recovered = await engine.start();
  logger.debug(recovered, "recovered");
  if (config.ROLE !== "api") await schedule.start();
  alerts.start({ works: config.ROLE !== "api" });
  const port = config.ROLE === "worker" ? config.WORKER_PORT : config.APP_PORT;
  const url = await app.listen({ host: config.APP_HOST, port }).catch(listenProblem);
  folder?.announce({ pid: process.pid, url, adminToken });
  let isClosing = false;
  releasers.push(() => void (isClosing = true));
  void loadInPauses(() => isClosing);
  return { url, engine, app, newKey, dataDir: folder?.path ?? "", adminToken, close };
}

/** Several processes work on one memory and may share a data folder. */
function isShared(config: Config): boolean {
  return config.STORE === "neo4j" && config.QUEUE === "bullmq";
}

/** Other processes may share a Neo4j: then nothing is specific to the folder. */
async function openStore(
  config: Config,
  {
    folder,
    clock,
    logger,
    hashKey,
  }: { folder: DataFolder | null; clock: Clock; logger: Logger; hashKey: HashKey },
): Promise<MemoryStore> {
  if (config.STORE === "sqlite" && folder !== null)
    return createSqliteStore({ file: folder.file(DATABASE), clock, hashKey });
  // Starting without its driver is a tenth faster.
  const { createNeo4jStore } = await import("../adapters/neo4j/index.ts");
  return createNeo4jStore({
    ...neo4jSettings(config),
    clock,
    hashKey,
    warm: true,
    waitMs: STORE_WAIT_MS,
    onWait: () => logger.warn("Neo4j does not answer yet; waiting for it"),
  });
}

/** A single process is identified by its folder, so it continues after a crash and restart. */
function claimed(
  config: Config,
  { system }: MemoryStore,
  { folder, clock, logger }: { folder: DataFolder | null; clock: Clock; logger: Logger },
): Promise<() => Promise<void>> {
  const isShared = config.QUEUE === "bullmq";
  const onError = (err: unknown): void => logger.error({ err }, "the claim on the store was not renewed");
  const holder = isShared || folder === null ? "redis" : folder.id();
  return leaseStore({ system, clock, holder, isShared, onError });
}

/** A server may be down; messages received while it is down wait in the data folder. */
function spooled(store: MemoryStore, folder: DataFolder, logger: Logger): SpooledStore {
  const onError = (err: unknown): void => logger.error({ err }, "a turn waits for the store");
  return createSpooledStore({ store, folder: folder.path, onError });
}

function refuseUnavailable(config: Config): void {
  if (config.STORE === "neo4j" && config.NEO4J_PASSWORD === undefined)
    throw invalidField("NEO4J_PASSWORD", "STORE=neo4j needs the password of NEO4J_USER");
  if (config.QUEUE === "bullmq" && config.REDIS_URL === undefined)
    throw invalidField("REDIS_URL", "QUEUE=bullmq needs the address of a Redis, e.g. redis://127.0.0.1:6379");
  if (config.ROLE !== "all" && config.STORE === "sqlite")
    throw invalidField(
      "STORE",
      `sqlite is one process' own and cannot be shared: ROLE=${config.ROLE} needs neo4j`,
    );
  if (config.ROLE !== "all" && config.QUEUE === "in-process")
    throw invalidField("QUEUE", `in-process reaches no other process: ROLE=${config.ROLE} needs bullmq`);
}

/** The memory here would be of the day of the move, or lack what is still to come. */
function refuseMoved({ STORE }: Config, folder: DataFolder): void {
  const isThere = (name: string): boolean => existsSync(folder.file(name));
  if (isThere(MOVING))
    throw invalidField(
      "STORE",
      `a move to another store was cut off: run that command again, or delete ${MOVING}`,
    );
  if (STORE === "sqlite" && isThere(MOVED) && !isThere(DATABASE))
    throw invalidField(
      "STORE",
      `this memory moved to Neo4j; set STORE=neo4j, or rename ${MOVED} to ${DATABASE}`,
    );
}

/** Redis packages are loaded only when Redis is used: they would slow every other start. */
async function openBackground(
  config: Config,
  { hashKey, logger, releasers }: { hashKey: HashKey; logger: Logger; releasers: (() => unknown)[] },
): Promise<Background> {
  const limits = { concurrency: WORKER_JOBS, perMinute: config.RATE_LIMIT_PER_MINUTE };
  const onError = (job: string, err: unknown): void => logger.error({ job, err }, "job failed");
  if (config.REDIS_URL !== undefined && config.QUEUE === "bullmq") {
    const { openRedisBackground } = await import("./background-redis.ts");
    const redis = { url: config.REDIS_URL, ...redisSettings(config, hashKey) };
    const works = config.ROLE !== "api";
    const onAway = (err: unknown): void =>
      logger.error({ err }, "Redis is away; chat goes on, background work waits");
    return openRedisBackground({ redis, processId: newId(), works, ...limits, onError, onAway }, releasers);
  }
  return {
    queue: createInProcessQueue({ concurrency: WORKER_JOBS, waitingMax: WAITING_JOBS_MAX, onError }),
    coordination: createInProcessCoordination(newId()),
    jobScheduler: createCronJobScheduler((error) => onError("schedule", error)),
    rateLimiter: limits.perMinute === 0 ? null : createMemoryRateLimiter(limits.perMinute),
  };
}

function listenProblem(error: unknown): never {
  const { code, port } = error as { code?: unknown; port?: number };
  if (code === "EADDRINUSE")
    throw invalidField("APP_PORT", `another program listens on port ${port} already`);
  if (code === "EACCES") throw invalidField("APP_PORT", "this user may not listen there");
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    throw invalidField("APP_HOST", "this machine has no such address");
  throw error;
}

/** Covers what the first turn with a number, and the first in a non-Latin script, would otherwise load and compile at once. */
async function loadInPauses(isClosing: () => boolean): Promise<void> {
  for (const _part of loadNumberWords()) await setImmediate();
  for (const text of ["2026-05-03", "2026-05-03 …"])
    for (const language of LANGUAGES) {
      await setImmediate();
      // A command that began the service is done by now.
      if (isClosing()) return;
      readDate(text, [language]);
    }
}

/** Patterns are parsed on first use, compiled on the second, and compiled again for texts in non-Latin scripts. */
function readDate(text: string, languages: readonly Language[]): void {
  parseTimes(text, { reference: systemClock.now(), timeZone: "UTC", languages: [...languages] });
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= work());
}
