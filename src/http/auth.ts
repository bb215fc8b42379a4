import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
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
 * rights. With no key created, loopback requests are the user `local` with all rights, whatever bearer they carry.
 */
export interface Keys {
  /** True once a key that is not revoked exists. */
  exist(): boolean;
  callerOf(token: string): Caller | null;
  /** The whole key, shown once. `by` goes into the audit. */
  create(key: { userId: string; rights?: Right[] | undefined; by: string }): Promise<string>;
  list(): Omit<ApiKeyRecord, "hash">[];
  revoke(id: string, by: string): Promise<boolean>;
}

/** Who is asking, and what they may do. */
export interface Caller {
  userId: string;
  rights: readonly Right[];
}

const USER_ID = /^[\p{L}\p{N}][\p{L}\p{N}._@-]{0,63}$/u;

const KEYS_CHANGED = "keys";

/** What was created or revoked in another process counts here as soon as that process has told so. */
export async function createKeys(
  system: SystemStore,
  clock: Clock,
  coordination: Coordination,
  audit: Audit,
): Promise<Keys> {
  let records = await system.keys();
  const reload = async (): Promise<void> => {
    records = await system.keys();
  };
  const changed = async (): Promise<void> => {
    await reload();
    coordination.tell(KEYS_CHANGED, null);
  };
  coordination.listen(KEYS_CHANGED, () => void reload().catch(() => undefined));
  const alive = (): ApiKeyRecord[] => records.filter((key) => key.revokedAt === null);
  return {
    exist: () => alive().length > 0,
    callerOf(token) {
      const match = /^eng_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/.exec(token);
      const key = alive().find((record) => record.id === match?.[1]);
      if (!key || !match?.[2]) return null;
      if (!timingSafeEqual(Buffer.from(key.hash, "hex"), sha256(match[2]))) return null;
      return { userId: key.userId, rights: key.rights };
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
    if (isLoopback(request.socket.remoteAddress)) return { userId: LOCAL_USER, rights: RIGHTS };
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

/** Requests injected by tests have no address. */
export function isLoopback(address: string | undefined): boolean {
  return address === undefined || /^(?:::ffff:)?127\.|^::1$/.test(address);
}
