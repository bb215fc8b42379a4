import type { FastifyRequest, RouteOptions } from "fastify";
import { knownRights, type Right } from "../domain/model/rights.ts";
import { EngramError, invalidField } from "../errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The right that a route of users needs. */
    right?: Right;
  }
}

/** Stops the start when a route of users lacks a part of its contract: the right, or what it responds with. */
export function requireContract({ method, url, config, schema }: RouteOptions): void {
  const isComplete = config?.right !== undefined && (schema?.hide === true || schema?.response !== undefined);
  if (!isComplete) throw new Error(`${String(method)} ${url} declares no right, or no response`);
}

/** Throws `forbidden`, which names the right. */
export function requireRight(request: FastifyRequest, rights: readonly Right[]): void {
  const { right } = request.routeOptions.config;
  if (right !== undefined && rights.includes(right)) return;
  throw new EngramError("forbidden", `This API key lacks the right "${right}"`, {
    extra: { right: right ?? "" },
  });
}

/** Rights by name, as somebody wrote them; throws `invalid_request` for none, or for one that is not known. */
export function parseRights(named: readonly string[]): Right[] {
  const rights = knownRights(named);
  const isKnown = named.every((name) => rights.some((right) => right === name));
  if (rights.length > 0 && isKnown) return rights;
  throw invalidField("rights", "must be one or more of read, write, admin");
}
