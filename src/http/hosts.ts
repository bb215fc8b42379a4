import { isIP } from "node:net";
import { hostname } from "node:os";
import type { FastifyRequest } from "fastify";
import { EngramError } from "../errors.ts";

export interface HostRules {
  /** Host names allowed in addition to loopback names and IP addresses. */
  hosts: readonly string[];
  /** Origins allowed in addition to the same host. */
  origins: readonly string[];
}

/**
 * Host and Origin allow-lists on every surface. A page that resolves its own name to this address (DNS rebinding)
 * sends that name as Host; a cross-site page sends its Origin. IP literals cannot be rebound, nor can the machine's own name.
 * A target in absolute form (`GET http://name/path`) names its own host, which takes precedence over Host (RFC 9112, 3.2.2):
 * both have to be allowed.
 */
export function checkHost(request: FastifyRequest, rules: HostRules): void {
  const { host, origin } = request.headers;
  const isAllowed = (authority: string): boolean => {
    const name = hostName(authority);
    return isOwnName(name) || rules.hosts.includes(name) || rules.hosts.includes(authority);
  };
  // Every browser names a host; HTTP/1.0 does without, as in the checks of HAProxy.
  const named = [host, targetHost(request.raw.url)].filter((name) => name !== undefined && name !== null);
  if (!named.every(isAllowed)) {
    throw new EngramError(
      "host_not_allowed",
      `This Host is not allowed; add it to ALLOWED_HOSTS: ${hostName(host ?? "")}`,
    );
  }
  // The frame of a diagram has no origin; its files are the same for everybody.
  if (origin === "null" && request.routeOptions.url?.startsWith("/diagram/")) return;
  if (origin === undefined || rules.origins.includes(origin) || URL.parse(origin)?.host === (host ?? null))
    return;
  throw new EngramError(
    "host_not_allowed",
    `This Origin is not allowed; add it to ALLOWED_ORIGINS: ${origin}`,
  );
}

function hostName(host: string): string {
  return host
    .replace(/:\d+$/, "")
    .replace(/^\[|\]$/g, "")
    .toLowerCase();
}

/** As the machine is called in its network, by DNS or by mDNS. */
const MACHINE = hostname().toLowerCase();
const [SHORT = MACHINE] = MACHINE.split(".");
const OWN_NAMES = new Set(["localhost", MACHINE, SHORT, `${SHORT}.local`]);

function isOwnName(name: string): boolean {
  return OWN_NAMES.has(name) || name.endsWith(".localhost") || isIP(name) !== 0;
}

/** Null for a path or `*`; empty, which no rule allows, for a target without a readable host. */
function targetHost(target = "/"): string | null {
  if (target.startsWith("/") || target === "*") return null;
  const url = URL.parse(target);
  return url === null || url.username !== "" || url.password !== "" ? "" : url.host;
}
