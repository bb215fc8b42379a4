import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { EngramError } from "../../errors.ts";

/** A content-hashed name never changes meaning. */
const HASHED = /\/assets\/[^/]+-[\w-]{8}\.\w+$/;

/** Diagrams are drawn in a frame without an origin: its scripts come from "another" one, and nothing else is loaded. */
const DIAGRAM = /\/diagram\/[^/]+$/;
const DIAGRAM_CONTENT_SECURITY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-scripts";

/**
 * The web app: files built from `src/web/` by `npm start`. They contain no user data;
 * everything shown is requested with the rights of the viewer.
 */
export async function webPages(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) {
    app.get("/", { schema: { hide: true } }, async () => {
      throw new EngramError(
        "not_found",
        "The pages were not built; npm start builds them. The API is described at /docs",
      );
    });
    return;
  }
  const options: Omit<FastifyStaticOptions, "root"> = {
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders(response, path) {
      const forever = HASHED.test(path.replace(/\.(?:br|gz)$/, ""));
      if (DIAGRAM.test(path)) {
        response.header("content-security-policy", DIAGRAM_CONTENT_SECURITY);
        response.header("cross-origin-resource-policy", "cross-origin");
      }
      response.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
    },
  };
  // Every file has its own route: a missing one falls through to the API's 404.
  await app.register(fastifyStatic, { ...options, root: folder, wildcard: false });
  // Of pages that are built anew meanwhile, as by a start that finds this one running.
  await app.register(fastifyStatic, { ...options, root: join(folder, "assets"), prefix: "/assets/" });
}
