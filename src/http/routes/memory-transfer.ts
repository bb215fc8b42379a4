import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Readable as NodeReadable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { EngramError } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { takeMemory } from "../../services/transfer/take.ts";
import { memoryText } from "../../services/transfer/write.ts";
import { clientSignal, storeOf, type RouteContext } from "../context.ts";

const Flag = z.stringbool().default(false);
const LINES = "application/x-ndjson";
const GZIP = "application/gzip";
const MIB = 1024 * 1024;

/** A user's whole memory out of the service and into it, as a stream in one hand and a spooled file in the other. */
export function transferRoutes(context: RouteContext): FastifyPluginAsyncZod {
  return async (app) => {
    const { spoolFolder, isAlone } = context.transfer;
    if (isAlone) await removeLeftOver(spoolFolder, 0);

    app.get(
      "/memory/export",
      {
        schema: {
          tags: ["memory"],
          summary:
            "The whole memory as JSON Lines with a checksum; its end is missing when something went wrong",
          querystring: z.object({ vectors: Flag, tombstones: Flag, gzip: Flag }),
        },
      },
      async (request, reply) => {
        const { userId } = request;
        await context.engine.audit({ actor: userId, act: "export", userId });
        await context.engine.counters.flush();
        return sendMemory(context, reply, storeOf(context, request), request.query);
      },
    );

    await app.register(importRoute(context));
  };
}

/** In a scope of its own: here the body is a file, everywhere else JSON. */
function importRoute(context: RouteContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser([LINES, GZIP], (_request, payload, done) => done(null, payload));
    app.addContentTypeParser("*", (_request, _payload, done) => done(wrongType()));
    app.post(
      "/memory/import",
      {
        schema: {
          tags: ["memory"],
          summary: "Take what /memory/export gave; dryRun=true tells what would happen and writes nothing",
          querystring: z.object({ dryRun: Flag }),
          consumes: [LINES, GZIP],
        },
      },
      async (request, reply) => {
        const body = request.body as Readable | null | undefined;
        if (body === undefined || body === null) throw wrongType();
        const signal = clientSignal(context, reply);
        const { userId, query } = request;
        const taken = await spooled(context, body, signal, (path) =>
          takeMemory(storeOf(context, request), path, {
            dryRun: query.dryRun,
            bytesMax: context.transfer.bytesMax,
            signal,
          }),
        );
        const { records, added } = taken;
        if (!query.dryRun)
          await context.engine.audit({ actor: userId, act: "restore", userId, counts: { records, added } });
        return taken;
      },
    );
  };
}

function wrongType(): EngramError {
  const message = `Send ${LINES}, or ${GZIP}`;
  return new EngramError("unsupported_media_type", message, { fields: [{ field: "body", message }] });
}

/** Answers with the memory as it is read. A client that goes away ends the reading; it never waits in memory. */
export function sendMemory(
  context: RouteContext,
  reply: FastifyReply,
  user: UserStore,
  { vectors, tombstones, gzip }: { vectors: boolean; tombstones: boolean; gzip: boolean },
): FastifyReply {
  const now = context.engine.clock.now();
  const text = memoryText(user, {
    product: context.transfer.product,
    now,
    vectors,
    tombstones,
    signal: clientSignal(context, reply),
  });
  const lines = NodeReadable.from(context.inFlight.trackIterator(text));
  const name = `engram-memory-${now.slice(0, 10)}.jsonl${gzip ? ".gz" : ""}`;
  return reply
    .header("content-type", gzip ? GZIP : LINES)
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(gzip ? compressed(lines) : lines);
}

function compressed(lines: Readable): Readable {
  const gzip = createGzip();
  pipeline(lines, gzip).catch((error: unknown) => gzip.destroy(error as Error));
  return gzip;
}

/** An upload as a file of its own, which is read twice: to check it, and to take it. It goes afterwards. */
async function spooled<T>(
  context: RouteContext,
  body: Readable,
  signal: AbortSignal,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const { spoolFolder, bytesMax } = context.transfer;
  await removeLeftOver(spoolFolder, LEFT_OVER_MS);
  const folder = await mkdtemp(join(spoolFolder, SPOOLED));
  try {
    const path = join(folder, "upload");
    await pipeline(body, atMost(bytesMax), createWriteStream(path, { mode: 0o600 }), { signal });
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const SPOOLED = "import-";
/** No upload takes so long: what is older was left by a process that died. */
const LEFT_OVER_MS = 24 * 3_600_000;

async function removeLeftOver(spoolFolder: string, olderMs: number): Promise<void> {
  for (const name of await readdir(spoolFolder)) {
    if (!name.startsWith(SPOOLED)) continue;
    const path = join(spoolFolder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs >= olderMs)
      await rm(path, { recursive: true, force: true });
  }
}

function atMost(bytesMax: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= bytesMax) return done(null, chunk);
      done(
        new EngramError("payload_too_large", `At most ${Math.floor(bytesMax / MIB)} MiB are taken`, {
          fields: [{ field: "body", message: "is too large" }],
        }),
      );
    },
  });
}
