import { type Readable, Readable as NodeReadable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { EngramError } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { AuditedAct } from "../../services/audit.ts";
import { Restored } from "../../services/transfer/take.ts";
import { memoryText } from "../../services/transfer/write.ts";
import { importFiles } from "../../services/imports/import-files.ts";
import { kindOf, type SourceKind } from "../../services/imports/sources.ts";
import { clientSignal, type RouteContext } from "../context.ts";
import { sendSse, type SseEvent } from "../sse.ts";
import { EventStream, inForm } from "../view-schemas.ts";
import { keepUpload, removeLeftUploads } from "../upload.ts";
import { routes } from "../route.ts";

const Flag = z.stringbool().default(false);
/** A body read as it arrives. */
const File = z.custom<Readable>();
const LINES = "application/x-ndjson";
const GZIP = "application/gzip";
/** Media types of a chat export. */
const CHAT_FILES: Record<string, SourceKind | undefined> = {
  "application/json": "json",
  "application/zip": undefined,
  "application/x-zip-compressed": undefined,
  "text/plain": "text",
  "text/markdown": "text",
  "message/rfc822": "mail",
  "application/mbox": "mail",
};
const CHAT_TYPES = Object.keys(CHAT_FILES);

const Taken = Restored.meta({ id: "Taken" });

/** Exports and imports a user's whole memory, as a stream or a spooled file. */
export const transferRoutes = routes(async ({ read }, context, app) => {
  const { spoolFolder, isAlone } = context.transfer;
  if (isAlone) await removeLeftUploads(spoolFolder);

  read("GET /memory/export", {
    summary: "The whole memory as JSON Lines with a checksum; its end is missing when something went wrong",
    querystring: z.object({
      vectors: Flag.describe("`true`: takes the vectors along"),
      tombstones: Flag.describe(
        "`true`: takes the keyed hashes of what was forgotten along, never their key",
      ),
      gzip: Flag.describe("`true`: compressed (`application/gzip`)"),
    }),
    response: { 200: inForm("One record a line", LINES, GZIP) },
    async run(request, reply) {
      const { userId } = request;
      await context.engine.audit({ actor: userId, act: "export", userId });
      await context.engine.counters.flush();
      return sendMemory(context, reply, request.user, request.query);
    },
  });

  await app.register(importRoute, context);
  await app.register(chatImportRoute, context);
});

/** In a separate scope: here the body is a file, everywhere else JSON. */
const importRoute = routes(({ admin }, context, app) => {
  takeFiles(app, [LINES, GZIP]);
  admin("POST /memory/import", {
    summary: "Take what /memory/export gave; dryRun=true tells what would happen and writes nothing",
    querystring: z.object({
      dryRun: Flag.describe("`true`: writes nothing, and tells the conflict as text"),
      trust: Flag.describe(
        "`true`: you say that the file is yours, whoever signed it: it is taken as it is, with all it believes",
      ),
    }),
    consumes: [LINES, GZIP],
    body: File,
    response: { 200: Taken },
    async run(request, reply) {
      const { userId, query, body } = request;
      const { engine, transfer } = context;
      const { bytesMax } = transfer;
      const signal = clientSignal(context, reply);
      const upload = await keepUpload(transfer, body, signal);
      try {
        const taken = await engine.takeFile(userId, upload.path, { ...query, bytesMax, signal });
        if (!query.dryRun) await engine.audit({ actor: userId, userId, ...restoredAct(taken) });
        return taken;
      } finally {
        await upload.remove();
      }
    },
  });
});

/** The record of an imported file. */
export function restoredAct({
  signature,
  asItIs,
  records,
  added,
}: Restored): Pick<AuditedAct, "act" | "targets" | "counts"> {
  const isTrusted = asItIs && signature !== "own";
  return {
    act: isTrusted ? "restore_trusted" : "restore",
    targets: [`signature ${signature}`],
    counts: { records, added },
  };
}

/** Imports chats of other systems, one turn at a time. Closing the connection stops it; sent again, it continues. */
const chatImportRoute = routes(({ admin }, context, app) => {
  takeFiles(app, CHAT_TYPES);
  admin("POST /memory/import/chats", {
    summary:
      "Take chats of other systems, mails, or a journal; a zip is unpacked as it is read; server-sent events tell how far it is",
    querystring: z.object({
      dryRun: Flag.describe("`true`: tells what the file holds and stores nothing"),
      me: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe(
          "which speaker is you, in chats of WhatsApp or Signal and in mails (a name, or a mail address); without it each is a speaker",
        ),
      name: z
        .string()
        .max(400)
        .default("")
        .describe("the file's name: a journal is called by it, and may have its date in it"),
    }),
    consumes: CHAT_TYPES,
    body: File,
    response: { 200: EventStream },
    async run(request, reply) {
      const { userId, body, headers } = request;
      const { name, me, dryRun } = request.query;
      const signal = clientSignal(context, reply);
      const upload = await keepUpload(context.transfer, body, signal);
      if (!dryRun) await context.engine.audit({ actor: userId, act: "import", userId });
      // Browsers and curl send files that they do not know as text.
      const kind = kindOf(name) ?? CHAT_FILES[(headers["content-type"] ?? "").split(";")[0]?.trim() ?? ""];
      const paths = [{ path: upload.path, name, kind }];
      const events = importFiles(context.engine, userId, { paths, me, dryRun, signal });
      return sendSse(reply, context.inFlight.trackIterator(finallyRemoved(events, upload)));
    },
  });
});

async function* finallyRemoved(
  events: AsyncIterable<SseEvent>,
  upload: { remove(): Promise<void> },
): AsyncGenerator<SseEvent, void, undefined> {
  try {
    yield* events;
  } finally {
    await upload.remove();
  }
}

/** Takes bodies of these types, as they arrive, and no others. */
function takeFiles(app: FastifyInstance, types: string[]): void {
  const message = `Send ${types.join(", ")}`;
  const refused = () =>
    new EngramError("unsupported_media_type", message, { fields: [{ field: "body", message }] });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(types, (_request, payload, done) => done(null, payload));
  app.addContentTypeParser("*", (_request, _payload, done) => done(refused()));
  app.addHook("preHandler", async ({ body }) => {
    if (!body) throw refused();
  });
}

/** Streams the memory as it is read. A client that disconnects ends the reading; nothing is buffered in memory. */
export function sendMemory(
  context: RouteContext,
  reply: FastifyReply,
  user: UserStore,
  { vectors, tombstones, gzip }: { vectors: boolean; tombstones: boolean; gzip: boolean },
): FastifyReply {
  const now = context.engine.clock.now();
  const { backups } = context.transfer;
  const text = memoryText(user, {
    product: backups.product,
    signingKey: backups.signingKey,
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
