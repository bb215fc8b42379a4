import { Readable } from "node:stream";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { REJECTION_REASONS, STAGES } from "../../domain/model/rejection.ts";
import { trainingPairs } from "../../services/review/training.ts";
import { traceRejection } from "../../services/review/trace.ts";
import { clientSignal, storeOf, type RouteContext } from "../context.ts";
import { Id, PageQuery, WhenSchema } from "../schemas.ts";
import { counts, FactView, inForm, pageOf, ProvenanceView, RejectionView } from "../view-schemas.ts";
import { oneFactView } from "../views.ts";
import { needs } from "../contract.ts";

const Filters = {
  reason: z.enum(REJECTION_REASONS).optional().describe("why it was refused"),
  stage: z.enum(STAGES).optional().describe("where it was refused"),
  episodeId: Id.optional().describe("of the turn it was read from"),
  from: WhenSchema.optional().describe("refused since"),
  to: WhenSchema.optional().describe("refused before"),
};
const Params = z.object({ id: Id });
/** Examples in one export. */
const EXPORT_MAX = 100_000;
const Limit = z.coerce.number().int().min(1).max(EXPORT_MAX).default(10_000);

const Patterns = z
  .object({
    total: z.int(),
    overruled: z.int(),
    byReason: counts,
    byStage: counts,
    byPredicate: counts,
    byOrigin: counts.describe("by prompt and version"),
    overTime: z
      .array(z.object({ period: z.string(), rejections: z.int(), rate: z.number() }))
      .describe("oldest first; `rate`: the share that was refused"),
  })
  .meta({ id: "RejectionPatterns" });

/** The archive of rejections: read, count, learn from, or overrule them. */
export function rejectionRoutes(context: RouteContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/memory/rejections",
      needs.read(
        "Proposals that were refused, with the reason",
        { 200: pageOf(RejectionView) },
        { querystring: PageQuery.extend(Filters) },
      ),
      async (request) => storeOf(context, request).rejectionPage(request.query),
    );

    app.get(
      "/memory/rejections/patterns",
      needs.read(
        "What is refused most, and whether it grows",
        { 200: Patterns },
        {
          querystring: z.object({
            from: Filters.from,
            to: Filters.to,
            by: z.enum(["day", "week"]).default("week").describe("the period of `overTime`"),
          }),
        },
      ),
      async (request) => storeOf(context, request).rejectionPatterns(request.query),
    );

    app.get(
      "/memory/rejections/export",
      needs.read(
        "Refused proposals with the words around them, as training pairs (JSONL)",
        { 200: inForm("One example a line", "application/x-ndjson") },
        {
          querystring: z.object({
            ...Filters,
            limit: Limit.describe("lines at most"),
          }),
        },
      ),
      async (request, reply) => {
        const { limit, ...filters } = request.query;
        const pairs = trainingPairs(storeOf(context, request), filters, limit);
        const stream = Readable.from(lines(pairs, clientSignal(context, reply)));
        return reply.type("application/x-ndjson; charset=utf-8").send(stream);
      },
    );

    app.get(
      "/memory/training",
      needs.read(
        "Extraction requests with a right answer (what was verified) or a wrong one (what was refused), as chats for training (JSONL)",
        { 200: inForm("One chat a line", "application/x-ndjson") },
        { querystring: z.object({ limit: Limit.describe("lines at most") }) },
      ),
      async (request, reply) => {
        const chats = context.engine.trainingChats(request.userId, request.query.limit);
        const stream = Readable.from(lines(chats, clientSignal(context, reply)));
        return reply.type("application/x-ndjson; charset=utf-8").send(stream);
      },
    );

    app.get(
      "/memory/rejections/:id",
      needs.read(
        "Why one proposal was refused: all that is known",
        { 200: ProvenanceView.extend({ rejection: RejectionView }) },
        { params: Params },
      ),
      async (request) => traceRejection(storeOf(context, request), request.params.id),
    );

    app.post(
      "/memory/rejections/:id/accept",
      needs.write(
        "Overrule: it is true after all",
        { 200: z.object({ fact: FactView, runId: z.string().nullable() }) },
        { params: Params },
      ),
      async (request) => {
        const { fact, runId } = await context.engine.review.overrule(request.userId, request.params.id);
        return { fact: await oneFactView(storeOf(context, request), fact), runId };
      },
    );
  };
}

async function* lines(pairs: AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const pair of pairs) {
    if (signal.aborted) return;
    yield `${JSON.stringify(pair)}\n`;
  }
}
