import type { FastifyReply, FastifyRequest } from "fastify";
import type { Right } from "../domain/model/rights.ts";
import type { Engine } from "../services/engine-types.ts";
import type { Schedule } from "../services/maintenance/schedule.ts";
import type { Alerts } from "../services/reports/alerts.ts";
import type { UserStore } from "../ports/memory-store.ts";
import type { Notifier } from "../ports/notifier.ts";
import type { RateLimiter } from "../ports/rate-limiter.ts";
import type { CopyFolders } from "../services/transfer/copies.ts";
import type { BackupSettings } from "../services/transfer/backup.ts";
import type { Keys } from "./auth.ts";
import type { InFlight } from "./in-flight.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by authentication on every route that needs a user. */
    userId: string;
    /** With the user. */
    rights: readonly Right[];
    keyId: string | null;
    /** The browser's session behind the request; null for who shows a key, or none. */
    sessionId: string | null;
    /** Fires when the key behind the request is revoked or its session ends; null for the CLI beside the service. */
    revoked: AbortSignal | null;
  }
}

/** Where memories that come and go are kept meanwhile, and how large they may be. */
export interface TransferSettings {
  /** Uploads lie here until they were taken. */
  spoolFolder: string;
  /** No other process uses that folder: what lies there at a start is left over. */
  isAlone: boolean;
  copies: CopyFolders;
  /** Of a memory as text, bytes. */
  bytesMax: number;
  /** Version of this Engram. */
  product: string;
  backups: BackupSettings;
}

/** What routes may use. */
export interface RouteContext {
  engine: Engine;
  schedule: Schedule;
  alerts: Alerts;
  notifier: Notifier;
  keys: Keys;
  inFlight: InFlight;
  rateLimiter: RateLimiter | null;
  transfer: TransferSettings;
  /** Turns that wait for a store that is away; null where none ever does. */
  waitingTurns: (() => number) | null;
  /** Of the disk the data folder lies on; null where nothing is kept, or the system does not say. */
  freeBytes: () => Promise<number | null>;
}

export function storeOf(context: RouteContext, request: FastifyRequest): UserStore {
  return context.engine.store.forUser(request.userId);
}

/** A signal that fires when the client goes away, its key is revoked or the service shuts down. */
export function clientSignal(context: RouteContext, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const { raw } = reply;
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort(new Error("The client went away"));
  });
  return AbortSignal.any([gone.signal, reply.request.revoked ?? [], context.inFlight.signal].flat());
}
