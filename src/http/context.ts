import type { FastifyReply } from "fastify";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { Right } from "../domain/model/rights.ts";
import type { Engine } from "../services/engine-types.ts";
import type { Schedule } from "../services/maintenance/schedule.ts";
import type { Alerts } from "../services/reports/alerts.ts";
import type { UserStore } from "../ports/memory-store.ts";
import type { AudioServers } from "../ports/audio-server.ts";
import type { Notifier } from "../ports/notifier.ts";
import type { RateLimiter } from "../ports/rate-limiter.ts";
import type { CopyFolders } from "../services/transfer/copies.ts";
import type { BackupSettings } from "../services/transfer/backup.ts";
import type { Keys } from "./auth.ts";
import type { Bodies } from "./bodies.ts";
import type { HostRules } from "./hosts.ts";
import type { InFlight } from "./in-flight.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by authentication on every route that needs a user. */
    userId: string;
    /** Their memory. */
    user: UserStore;
    /** With the user. */
    rights: readonly Right[];
    keyId: string | null;
    /** The browser session behind the request; null for a caller with a key, or none. */
    sessionId: string | null;
    /** Fires when the key behind the request is revoked or its session ends; null for the CLI on the same machine. */
    revoked: AbortSignal | null;
  }
}

/** Where memory imports and exports are spooled, and how large they may be. */
export interface TransferSettings {
  /** Uploads are stored here until they are processed. */
  spoolFolder: string;
  /** No other process uses that folder: files found at startup are leftovers. */
  isAlone: boolean;
  copies: CopyFolders;
  /** Of a memory as text, bytes. */
  bytesMax: number;
  backups: BackupSettings;
}

/** What the HTTP surface is built from. */
export interface AppDeps {
  engine: Engine;
  schedule: Schedule;
  alerts: Alerts;
  notifier: Notifier;
  keys: Keys;
  rateLimiter: RateLimiter | null;
  transfer: TransferSettings;
  /** Turns that wait for an unavailable store; null if the store never is. */
  waitingTurns: (() => number) | null;
  /** Of the disk of the data folder; null if nothing is stored on it, or the system does not report it. */
  freeBytes: () => Promise<number | null>;
  audio: AudioServers;
  logger: Logger;
  metrics: Metrics;
  hostRules: HostRules;
  metricsToken: string | undefined;
  /** Secret of this run, for the CLI on the same machine. */
  adminToken: string;
  /** Serves only health and metrics. */
  isWorker: boolean;
  version: string;
  /** Folder of the built web pages. */
  webFolder: string;
}

/** What routes may use. */
export interface RouteContext extends AppDeps {
  inFlight: InFlight;
  bodies: Bodies;
}

/** A signal that fires when the client disconnects, its key is revoked or the service shuts down. */
export function clientSignal(context: RouteContext, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const { raw } = reply;
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort(new Error("The client went away"));
  });
  return AbortSignal.any([gone.signal, reply.request.revoked ?? [], context.inFlight.signal].flat());
}
