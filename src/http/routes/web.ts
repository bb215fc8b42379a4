import { existsSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { EngramError } from "../../errors.ts";

/** A name with the hash of its content never means anything else. */
const HASHED = /\/assets\/[^/]+-[\w-]{8}\.\w+$/;

/**
 * The pages people talk to this memory with: files made from `src/web/` by `npm start`. They hold nothing of anybody;
 * what they show they ask for with the rights of who looks at them.
 */
export async function webPages(app: FastifyInstance, folder: string | null): Promise<void> {
  if (folder === null || !existsSync(folder)) {
    app.get("/", { schema: { hide: true } }, async () => {
      throw new EngramError(
        "not_found",
        "The pages were not built; npm start builds them. The API is described at /docs",
      );
    });
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    // Every file is a route of its own: what is not there falls to the API's own refusal.
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders(response, path) {
      const forever = HASHED.test(path.replace(/\.(?:br|gz)$/, ""));
      response.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}
