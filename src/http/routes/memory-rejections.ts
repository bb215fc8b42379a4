import { Readable } from "node:stream";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { REJECTION_REASONS, STAGES } from "../../domain/model/rejection.ts";
import { trainingPairs } from "../../services/review/training.ts";
import { traceRejection } from "../../services/review/trace.ts";
import { clientSignal, type RouteContext } from "../context.ts";
import { ById, Id, PageQuery, WhenSchema, count } from "../schemas.ts";
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
/** Examples in one export. */
const EXPORT_MAX = 100_000;
const Limit = count(1, EXPORT_MAX, 10_000);

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
export const rejectionRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, context) => {
  app.get(
    "/memory/rejections",
    needs.read(
      "Proposals that were refused, with the reason",
      { 200: pageOf(RejectionView) },
      { querystring: PageQuery.extend(Filters) },
    ),
    async ({ user, query }) => user.rejectionPage(query),
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
    async ({ user, query }) => user.rejectionPatterns(query),
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
    async ({ user, query }, reply) => {
      const { limit, ...filters } = query;
      const pairs = trainingPairs(user, filters, limit);
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
    async ({ userId, query }, reply) => {
      const chats = context.engine.trainingChats(userId, query.limit);
      const stream = Readable.from(lines(chats, clientSignal(context, reply)));
      return reply.type("application/x-ndjson; charset=utf-8").send(stream);
    },
  );

  app.get(
    "/memory/rejections/:id",
    needs.read(
      "Why one proposal was refused: all that is known",
      { 200: ProvenanceView.extend({ rejection: RejectionView }) },
      { params: ById },
    ),
    async ({ user, params }) => traceRejection(user, params.id),
  );

  app.post(
    "/memory/rejections/:id/accept",
    needs.write(
      "Overrule: it is true after all",
      { 200: z.object({ fact: FactView, runId: z.string().nullable() }) },
      { params: ById },
    ),
    async ({ user, userId, params }) => {
      const { fact, runId } = await context.engine.review.overrule(userId, params.id);
      return { fact: await oneFactView(user, fact), runId };
    },
  );
};

async function* lines(pairs: AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const pair of pairs) {
    if (signal.aborted) return;
    yield `${JSON.stringify(pair)}\n`;
  }
}
