import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { RIGHTS, type Right } from "../domain/model/rights.ts";
import { plusMs } from "../domain/model/time.ts";
import { LOCAL_USER } from "../domain/model/user.ts";
import { EngramError, invalidField } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Coordination } from "../ports/coordination.ts";
import type { ApiKeyRecord, SystemStore } from "../ports/memory-store.ts";
import type { Audit } from "../services/audit.ts";
import { instantType } from "../store/schema.ts";

export type Keys = Awaited<ReturnType<typeof createKeys>>;

/** The caller and their rights. */
export interface Caller {
  userId: string;
  rights: readonly Right[];
  /** Null without keys. */
  keyId: string | null;
  /** Null for a caller with a key. */
  sessionId: string | null;
  /** Fires when the key is revoked or the session ended, in any process: its open connections end. */
  revoked: AbortSignal;
}

interface NewKey {
  userId: string;
  rights?: Right[] | undefined;
  /** Recorded in the audit. */
  by: string;
}

/** A signed-in browser. */
export const Session = z.object({
  id: z.string(),
  keyId: z.string(),
  startedAt: instantType,
  endsAt: instantType,
  client: z.string().describe("what the browser calls itself"),
});
type Session = z.infer<typeof Session>;

/** How long a browser stays signed in: 30 days. */
export const SESSION_SECONDS = 30 * 86_400;
/** Per user: the oldest session ends to make room for a new one. */
const SESSIONS_MAX = 20;

const USER_ID = /^[\p{L}\p{N}][\p{L}\p{N}._@-]{0,63}$/u;

const KEYS_CHANGED = "keys";
const KEYLESS = "";

/** Wherever it stands in a text: people paste it with "Bearer" or quotation marks, for which clients put another "Bearer". */
const TOKEN = /(?<![\w-])(eng|ses)_([0-9a-f]{16})_([A-Za-z0-9_-]{43})(?![\w-])/;
/** The non-secret part of a key or session. */
export const idOfKey = (token: string): string => TOKEN.exec(token)?.[2] ?? "";

/** What was not announced, as while Redis was away, takes effect within this time; so does the end of a session. */
const RELOAD_MS = 60_000;

/**
 * API keys `eng_<id>_<secret>`, and sessions `ses_<id>_<secret>` that browsers hold in their place: stored as SHA-256,
 * compared in constant time, each bound to one user, a key to rights. Before the first key is created, loopback requests are
 * the user `local` with all rights, whatever bearer they carry; revoking the last one does not bring that back. Keys created
 * or revoked in another process take effect once that process has announced it.
 */
export async function createKeys(
  system: SystemStore,
  clock: Clock,
  coordination: Coordination,
  audit: Audit,
) {
  let records = await system.keys();
  /** By key id, created on first use of the key. */
  const open = new Map<string, AbortController>();
  /** A session counts only while it lasts and its key is valid. */
  const alive = (id: string): ApiKeyRecord | undefined =>
    records.find(
      ({ revokedAt, session, ...key }) =>
        key.id === id &&
        revokedAt === null &&
        (session === null || (session.endsAt > clock.now() && alive(session.keyId) !== undefined)),
    );
  const holds = (id: string): boolean => (id === KEYLESS ? records.length === 0 : alive(id) !== undefined);
  const revokedOf = (id: string): AbortSignal => {
    const known = open.get(id) ?? new AbortController();
    open.set(id, known);
    return known.signal;
  };
  let asked = 0;
  let read = 0;
  const reload = async (): Promise<void> => {
    const at = (asked += 1);
    const found = await system.keys();
    // A later one was faster.
    if (at < read) return;
    read = at;
    records = found;
    for (const [id, ending] of open) {
      if (holds(id)) continue;
      open.delete(id);
      ending.abort(new EngramError("unauthorized", "This API key was revoked, or the session ended"));
    }
  };
  const recordOf = (token: string): ApiKeyRecord | null => {
    const [, kind, id = "", secret = ""] = TOKEN.exec(token) ?? [];
    const record = alive(id);
    if (!record || (kind === "ses") !== (record.session !== null)) return null;
    return timingSafeEqual(Buffer.from(record.hash, "hex"), sha256(secret)) ? record : null;
  };
  const sessionsOf = (userId: string) =>
    records
      .flatMap(({ session, ...record }) =>
        session !== null && record.userId === userId ? { ...record, session } : [],
      )
      .toReversed();
  /** Expired sessions, and the oldest above the limit. */
  const removeStale = async (userId: string): Promise<void> => {
    const opens = ({ id }: { id: string }): boolean => alive(id) !== undefined;
    const all = sessionsOf(userId);
    const stale = [...all.filter((one) => !opens(one)), ...all.filter(opens).slice(SESSIONS_MAX - 1)];
    for (const { id } of stale) await system.removeKey(id);
  };
  /** Stores a record; returns its whole token. */
  const issue = async (kind: "eng" | "ses", of: Omit<ApiKeyRecord, "id" | "hash" | "revokedAt">) => {
    const id = randomBytes(8).toString("hex");
    const secret = randomBytes(32).toString("base64url");
    const hash = sha256(secret).toString("hex");
    await system.putKey({ ...of, id, hash, revokedAt: null });
    await changed();
    return { id, token: `${kind}_${id}_${secret}` };
  };
  const changed = async (): Promise<void> => {
    await reload();
    coordination.tell(KEYS_CHANGED, null);
  };
  const look = (): void => void reload().catch(() => undefined);
  const unlisten = coordination.listen(KEYS_CHANGED, look);
  const ticking = setInterval(look, RELOAD_MS).unref();
  return {
    /** True once any key was created, even if later revoked. */
    exist: (): boolean => records.length > 0,
    /** Of a key or a session. */
    callerOf(token: string): Caller | null {
      const record = recordOf(token);
      const key = record?.session ? alive(record.session.keyId) : record;
      if (!record || !key) return null;
      const sessionId = record.session && record.id;
      return {
        userId: key.userId,
        rights: key.rights,
        keyId: key.id,
        sessionId,
        revoked: revokedOf(record.id),
      };
    },
    /** The caller without a key, before the first one exists. */
    keyless: (): Caller => ({
      userId: LOCAL_USER,
      rights: RIGHTS,
      keyId: null,
      sessionId: null,
      revoked: revokedOf(KEYLESS),
    }),
    /** The session a browser keeps in place of a key; null for an unknown key. Ends with the key. */
    async signIn(key: string, client: string): Promise<string | null> {
      const record = recordOf(key);
      if (record === null || record.session !== null) return null;
      const { userId } = record;
      await removeStale(userId);
      const createdAt = clock.now();
      const session = { keyId: record.id, endsAt: plusMs(createdAt, SESSION_SECONDS * 1000), client };
      const { id, token } = await issue("ses", { userId, createdAt, rights: [], session });
      await audit({ actor: userId, act: "signed_in", userId, targets: [id, record.id] });
      return token;
    },
    /** A user's valid sessions, newest first. */
    sessions: (userId: string): Session[] =>
      sessionsOf(userId)
        .filter(({ id }) => alive(id) !== undefined)
        .map(({ id, createdAt, session }) => ({ id, startedAt: createdAt, ...session })),
    /** False if there is none. `by` is recorded in the audit. */
    async endSession(id: string, by: string): Promise<boolean> {
      const userId = records.find((record) => record.id === id && record.session !== null)?.userId;
      if (userId === undefined || !(await system.removeKey(id))) return false;
      await changed();
      await audit({ actor: by, act: "session_ended", userId, targets: [id] });
      return true;
    },
    /** The whole key, shown once. */
    async create({ userId, rights = [...RIGHTS], by }: NewKey): Promise<string> {
      if (!USER_ID.test(userId)) {
        const message =
          "1-64 letters, digits, dots, dashes, underscores or @, beginning with a letter or digit";
        throw invalidField("user", message);
      }
      const { id, token } = await issue("eng", { userId, createdAt: clock.now(), rights, session: null });
      await audit({ actor: by, act: "key_created", userId, targets: [id] });
      return token;
    },
    /** Even if revoked: that of whoever set the service up. */
    first: (): Pick<ApiKeyRecord, "id" | "userId"> | undefined =>
      records.find(({ session }) => session === null),
    list: (): Omit<ApiKeyRecord, "hash" | "session">[] =>
      records.flatMap(({ hash: _, session, ...key }) => (session === null ? key : [])),
    async revoke(id: string, by: string): Promise<boolean> {
      const done = await system.revokeKey(id, clock.now());
      await changed();
      const userId = records.find((key) => key.id === id)?.userId ?? null;
      if (done) await audit({ actor: by, act: "key_revoked", userId, targets: [id] });
      return done;
    },
    close(): void {
      clearInterval(ticking);
      unlisten();
    },
  };
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Before they were named by installation; read, never set. */
const FORMER_COOKIES = ["__Host-engram_session", "engram_session"];

/**
 * Created from a key by `POST /session`. A page over plain HTTP can neither send nor replace a cookie of the same host that
 * came over TLS: each has a name of its own. So has each installation, since the ports and paths of a host share all cookies.
 */
export function sessionCookies(keys: Keys): { plain: string; secure: string } {
  const plain = `engram_session_${keys.first()?.id ?? ""}`;
  return { plain, secure: `__Host-${plain}` };
}

/**
 * What holds the key of a request: a header, Azure's or Anthropic's included, or what a browser can send with a WebSocket:
 * subprotocol `engram.key.<key>`, or the session cookie. The Origin check has already refused other sites.
 */
export function bearerOf(request: FastifyRequest, keys: Keys): string | null {
  const { authorization = "", "api-key": azure, "x-api-key": anthropic } = request.headers;
  // Proxies that ask who it is, as oauth2-proxy, add a token of their own to what a signed-in browser sends.
  const isMeant = /^Bearer\s+\S/i.test(authorization) && cookieOf(request, keys) === null;
  if (isMeant || TOKEN.test(authorization)) return authorization;
  const given = [azure ?? anthropic].flat()[0];
  if (given) return given;
  const protocols = request.headers["sec-websocket-protocol"] ?? "";
  return protocols.includes("engram.key.") ? protocols : cookieOf(request, keys);
}

/** Sent by a signed-in browser. */
export function cookieOf(request: FastifyRequest, keys: Keys): string | null {
  const cookies = (request.headers.cookie ?? "").split(";").map((part) => part.trim().split("="));
  const { plain, secure } = sessionCookies(keys);
  const given = [secure, plain, ...FORMER_COOKIES].map((name) => cookies.find(([key]) => key === name)?.[1]);
  return given.find((value) => value !== undefined) ?? null;
}

/** The caller; throws `unauthorized`. */
export function authenticate(request: FastifyRequest, keys: Keys): Caller {
  if (!keys.exist()) {
    if (isLoopback(request.socket.remoteAddress) && !isForwarded(request)) return keys.keyless();
    throw new EngramError("unauthorized", "Create an API key first: engram keys create <user>");
  }
  const token = bearerOf(request, keys);
  const caller = token === null ? null : keys.callerOf(token);
  if (caller !== null) return caller;
  const why = token === null ? "Send Authorization: Bearer <key>" : "This API key is not known";
  throw new EngramError("unauthorized", why);
}

/**
 * The CLI on the same machine: its token is new at every start and stored in the data folder, readable only by its owner.
 * Of a service that listens at one address of a network, the CLI comes from that address.
 */
export function isOwner({ socket, headers }: FastifyRequest, adminToken: string): boolean {
  const given = sha256(String(headers["x-engram-admin"] ?? ""));
  const isHere = isLoopback(socket.remoteAddress) || socket.remoteAddress === socket.localAddress;
  return isHere && timingSafeEqual(given, sha256(adminToken));
}

/** A proxy on this machine forwards requests from anywhere. */
function isForwarded({ headers }: FastifyRequest): boolean {
  return ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"].some(
    (name) => headers[name] !== undefined,
  );
}

/** Requests injected by tests have no address. */
function isLoopback(address: string | undefined): boolean {
  return address === undefined || /^(?:::ffff:)?127\.|^::1$/.test(address);
}
