import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { LOCAL_USER } from "../domain/user.ts";
import { EngramError, invalidField } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Coordination } from "../ports/coordination.ts";
import type { ApiKeyRecord, SystemStore } from "../ports/memory-store.ts";

/**
 * API keys `eng_<id>_<secret>`: stored as SHA-256, compared in constant time, each bound to one user. With no key
 * created, loopback requests are the user `local`, whatever bearer they carry.
 */
export interface Keys {
  /** True once a key that is not revoked exists. */
  exist(): boolean;
  userOf(token: string): string | null;
  /** The whole key, shown once. */
  create(userId: string): Promise<string>;
  list(): Pick<ApiKeyRecord, "id" | "userId" | "createdAt" | "revokedAt">[];
  revoke(id: string): Promise<boolean>;
}

const USER_ID = /^[\p{L}\p{N}][\p{L}\p{N}._@-]{0,63}$/u;

const KEYS_CHANGED = "keys";

/** What was created or revoked in another process counts here as soon as that process has told so. */
export async function createKeys(
  system: SystemStore,
  clock: Clock,
  coordination: Coordination,
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
    userOf(token) {
      const match = /^eng_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/.exec(token);
      const key = alive().find((record) => record.id === match?.[1]);
      if (!key || !match?.[2]) return null;
      return timingSafeEqual(Buffer.from(key.hash, "hex"), sha256(match[2])) ? key.userId : null;
    },
    async create(userId) {
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
        createdAt: clock.now(),
        revokedAt: null,
      });
      await changed();
      return `eng_${id}_${secret}`;
    },
    list: () => records.map(({ id, userId, createdAt, revokedAt }) => ({ id, userId, createdAt, revokedAt })),
    async revoke(id) {
      const done = await system.revokeKey(id, clock.now());
      await changed();
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
export function authenticate(request: FastifyRequest, keys: Keys): string {
  if (!keys.exist()) {
    if (isLoopback(request.socket.remoteAddress)) return LOCAL_USER;
    throw new EngramError("unauthorized", "Create an API key first: engram keys create <user>");
  }
  const token = bearerOf(request);
  const userId = token === null ? null : keys.userOf(token);
  if (userId === null) {
    throw new EngramError(
      "unauthorized",
      token === null ? "Send Authorization: Bearer <key>" : "This API key is not known",
    );
  }
  return userId;
}

/** Requests injected by tests have no address. */
export function isLoopback(address: string | undefined): boolean {
  return address === undefined || /^(?:::ffff:)?127\.|^::1$/.test(address);
}
