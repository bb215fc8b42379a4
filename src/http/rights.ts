import type { FastifyRequest } from "fastify";
import { knownRights, type Right } from "../domain/model/rights.ts";
import { EngramError, invalidField } from "../errors.ts";

/** Routes that the method alone would misjudge: by method and pattern, the first that matches. */
const DECLARED: readonly { method: string; pattern: RegExp; right: Right }[] = [
  // A question with a body.
  { method: "POST", pattern: /^\/memory\/search$/, right: "read" },
  // Each tool asks for its own right.
  { method: "POST", pattern: /^\/mcp$/, right: "read" },
  // A socket chats.
  { method: "GET", pattern: /^\/ws$/, right: "write" },
  { method: "GET", pattern: /^\/maintenance\/audit$/, right: "admin" },
  { method: "POST", pattern: /^\/maintenance\//, right: "admin" },
  { method: "PUT", pattern: /^\/maintenance\//, right: "admin" },
  { method: "PUT", pattern: /^\/models$/, right: "admin" },
  { method: "POST", pattern: /^\/models\//, right: "admin" },
  { method: "POST", pattern: /^\/memory\/import(?:\/chats)?$/, right: "admin" },
  // A key makes and ends keys, and ends sessions.
  { method: "GET", pattern: /^\/keys$/, right: "admin" },
  { method: "POST", pattern: /^\/keys$/, right: "admin" },
  { method: "DELETE", pattern: /^\/keys\//, right: "admin" },
  { method: "GET", pattern: /^\/sessions$/, right: "admin" },
  { method: "DELETE", pattern: /^\/sessions(?:\/|$)/, right: "admin" },
];

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** The right that a route needs: what reads needs `read`, everything else `write`, unless it is declared above. */
export function rightFor(method: string, route: string): Right {
  const asked = method === "HEAD" ? "GET" : method;
  const declared = DECLARED.find((one) => one.method === asked && one.pattern.test(route));
  return declared?.right ?? (READS.has(method) ? "read" : "write");
}

/** Throws `forbidden`, which names the right. */
export function requireRight(request: FastifyRequest, rights: readonly Right[]): void {
  const right = rightFor(request.method, request.routeOptions.url ?? "");
  if (rights.includes(right)) return;
  throw new EngramError("forbidden", `This API key lacks the right "${right}"`, { extra: { right } });
}

/** Rights by name, as somebody wrote them; throws `invalid_request` for none, or for one that is not known. */
export function parseRights(named: readonly string[]): Right[] {
  const rights = knownRights(named);
  const isKnown = named.every((name) => rights.some((right) => right === name));
  if (rights.length > 0 && isKnown) return rights;
  throw invalidField("rights", "must be one or more of read, write, admin");
}
