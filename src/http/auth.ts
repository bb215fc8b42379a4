import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { RIGHTS, type Right } from "../domain/rights.ts";
import { LOCAL_USER } from "../domain/user.ts";
import { EngramError, invalidField } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Coordination } from "../ports/coordination.ts";
import type { ApiKeyRecord, SystemStore } from "../ports/memory-store.ts";
import type { Audit } from "../services/audit.ts";

/**
 * API keys `eng_<id>_<secret>`: stored as SHA-256, compared in constant time, each bound to one user and to
 * rights. Before the first key is created, loopback requests are the user `local` with all rights, whatever bearer they
 * carry; revoking the last one does not bring that back.
 */
export interface Keys {
  /** True once a key was created, be it revoked since. */
  exist(): boolean;
  /** Of a key or a session. */
  callerOf(token: string): Caller | null;
  /** Who asks without a key, before there is one. */
  keyless(): Caller;
  /** What a browser keeps in place of a key; null for a key that is not known. Dies with the key. */
  sessionOf(key: string, seconds: number): string | null;
  /** The whole key, shown once. `by` goes into the audit. */
  create(key: { userId: string; rights?: Right[] | undefined; by: string }): Promise<string>;
  list(): Omit<ApiKeyRecord, "hash">[];
  revoke(id: string, by: string): Promise<boolean>;
}

/** Who is asking, and what they may do. */
export interface Caller {
  userId: string;
  rights: readonly Right[];
  /** Null without keys. */
  keyId: string | null;
  /** Fires when the key is revoked, in whichever process: what it has open ends. */
  revoked: AbortSignal;
}

const USER_ID = /^[\p{L}\p{N}][\p{L}\p{N}._@-]{0,63}$/u;

const KEYS_CHANGED = "keys";
const KEYLESS = "";

const KEY = /^eng_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;
/** The part of a key that is no secret. */
export const idOfKey = (key: string): string => KEY.exec(key)?.[1] ?? "";
/** Key, end in seconds since 1970, chance, and a mark that only who knows the key's hash can make. */
const SESSION = /^ses_([0-9a-f]{16})_(\d{10})_([A-Za-z0-9_-]{22})_([A-Za-z0-9_-]{43})$/;

/** What was created or revoked in another process counts here as soon as that process has told so. */
export async function createKeys(
  system: SystemStore,
  clock: Clock,
  coordination: Coordination,
  audit: Audit,
): Promise<Keys> {
  let records = await system.keys();
  /** By key id, made when somebody asks with the key. */
  const open = new Map<string, AbortController>();
  const alive = (id: string | undefined): ApiKeyRecord | undefined =>
    records.find((key) => key.id === id && key.revokedAt === null);
  const holds = (id: string): boolean => (id === KEYLESS ? records.length === 0 : alive(id) !== undefined);
  const revokedOf = (id: string): AbortSignal => {
    const known = open.get(id) ?? new AbortController();
    open.set(id, known);
    return known.signal;
  };
  const reload = async (): Promise<void> => {
    records = await system.keys();
    for (const [id, ending] of open) {
      if (holds(id)) continue;
      open.delete(id);
      ending.abort(new EngramError("unauthorized", "This API key was revoked"));
    }
  };
  const callerWith = ({ id, userId, rights }: ApiKeyRecord): Caller => ({
    userId,
    rights,
    keyId: id,
    revoked: revokedOf(id),
  });
  const recordOf = (key: string): ApiKeyRecord | null => {
    const [, id, secret = ""] = KEY.exec(key) ?? [];
    const record = alive(id);
    return record && timingSafeEqual(Buffer.from(record.hash, "hex"), sha256(secret)) ? record : null;
  };
  const ofSession = (session: string): ApiKeyRecord | null => {
    const [, id, end = "", chance = "", mark = ""] = SESSION.exec(session) ?? [];
    const record = alive(id);
    if (!record || Number(end) * 1000 <= Date.parse(clock.now())) return null;
    return timingSafeEqual(Buffer.from(mark, "base64url"), markOf(record, end, chance)) ? record : null;
  };
  const changed = async (): Promise<void> => {
    await reload();
    coordination.tell(KEYS_CHANGED, null);
  };
  coordination.listen(KEYS_CHANGED, () => void reload().catch(() => undefined));
  return {
    exist: () => records.length > 0,
    callerOf(token) {
      const record = recordOf(token) ?? ofSession(token);
      return record && callerWith(record);
    },
    keyless: () => ({ userId: LOCAL_USER, rights: RIGHTS, keyId: null, revoked: revokedOf(KEYLESS) }),
    sessionOf(key, seconds) {
      const record = recordOf(key);
      if (record === null) return null;
      const end = String(Math.floor(Date.parse(clock.now()) / 1000) + seconds);
      const chance = randomBytes(16).toString("base64url");
      return `ses_${record.id}_${end}_${chance}_${markOf(record, end, chance).toString("base64url")}`;
    },
    async create({ userId, rights = [...RIGHTS], by }) {
      if (!USER_ID.test(userId)) {
        const message =
          "1-64 letters, digits, dots, dashes, underscores or @, beginning with a letter or digit";
        throw invalidField("user", message);
      }
      const id = randomBytes(8).toString("hex");
      const secret = randomBytes(32).toString("base64url");
      await system.putKey({
        id,
        userId,
        hash: sha256(secret).toString("hex"),
        rights,
        createdAt: clock.now(),
        revokedAt: null,
      });
      await changed();
      await audit({ actor: by, act: "key_created", userId, targets: [id] });
      return `eng_${id}_${secret}`;
    },
    list: () => records.map(({ hash: _, ...key }) => key),
    async revoke(id, by) {
      const done = await system.revokeKey(id, clock.now());
      await changed();
      const userId = records.find((key) => key.id === id)?.userId ?? null;
      if (done) await audit({ actor: by, act: "key_revoked", userId, targets: [id] });
      return done;
    },
  };
}

function markOf({ id, hash }: ApiKeyRecord, end: string, chance: string): Buffer {
  return createHmac("sha256", Buffer.from(hash, "hex")).update(`session ${id} ${end} ${chance}`).digest();
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Made from a key by `POST /session`. */
export const SESSION_COOKIE = "engram_session";

/**
 * The key of a request: header, or what a browser can send with a WebSocket: subprotocol `engram.key.<key>`, or the
 * session cookie. The check of Origin has refused other sites by then.
 */
export function bearerOf(request: FastifyRequest): string | null {
  const header = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (header) return header;
  const protocols = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((part) => part.trim());
  const named = protocols.find((part) => part.startsWith("engram.key."))?.slice("engram.key.".length);
  return named ?? cookieOf(request);
}

function cookieOf(request: FastifyRequest): string | null {
  const cookies = (request.headers.cookie ?? "").split(";").map((part) => part.trim());
  const session = cookies.find((part) => part.startsWith(`${SESSION_COOKIE}=`));
  return session?.slice(SESSION_COOKIE.length + 1) ?? null;
}

/** Who is asking; throws `unauthorized`. */
export function authenticate(request: FastifyRequest, keys: Keys): Caller {
  if (!keys.exist()) {
    if (isLoopback(request.socket.remoteAddress) && !isForwarded(request)) return keys.keyless();
    throw new EngramError("unauthorized", "Create an API key first: engram keys create <user>");
  }
  const token = bearerOf(request);
  const caller = token === null ? null : keys.callerOf(token);
  if (caller === null) {
    throw new EngramError(
      "unauthorized",
      token === null ? "Send Authorization: Bearer <key>" : "This API key is not known",
    );
  }
  return caller;
}

/** The CLI beside the service: its token is new at every start and lies in the data folder, which only its owner can read. */
export function isOwner({ socket, headers }: FastifyRequest, adminToken: string): boolean {
  const given = sha256(String(headers["x-engram-admin"] ?? ""));
  return isLoopback(socket.remoteAddress) && timingSafeEqual(given, sha256(adminToken));
}

/** A proxy speaks from this machine for somebody who may be anywhere. */
function isForwarded({ headers }: FastifyRequest): boolean {
  return ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"].some(
    (name) => headers[name] !== undefined,
  );
}

/** Requests injected by tests have no address. */
function isLoopback(address: string | undefined): boolean {
  return address === undefined || /^(?:::ffff:)?127\.|^::1$/.test(address);
}
