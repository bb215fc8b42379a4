import type { FastifyRequest, RouteOptions } from "fastify";
import { knownRights, type Right } from "../domain/model/rights.ts";
import { EngramError, invalidField } from "../errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The right a user route needs. */
    right?: Right;
  }
}

/** Startup fails if a user route lacks part of its contract: the right, or its response. */
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

/** Rights by name, as entered; throws `invalid_request` if there are none or one is unknown. */
export function parseRights(named: readonly string[]): Right[] {
  const rights = knownRights(named);
  const isKnown = named.every((name) => rights.some((right) => right === name));
  if (rights.length > 0 && isKnown) return rights;
  throw invalidField("rights", "must be one or more of read, write, admin");
}
