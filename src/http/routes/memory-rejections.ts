import { Readable } from "node:stream";
import { z } from "zod";
import { REJECTION_REASONS, STAGES } from "../../domain/model/rejection.ts";
import { trainingPairs } from "../../services/review/training.ts";
import { traceRejection } from "../../services/review/trace.ts";
import { clientSignal } from "../context.ts";
import { ById, Id, PageQuery, WhenSchema, count } from "../schemas.ts";
import { counts, FactView, inForm, pageOf, ProvenanceView, RejectionView } from "../view-schemas.ts";
import { oneFactView } from "../views.ts";
import { routes } from "../route.ts";

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
export const rejectionRoutes = routes(({ read, write }, context) => {
  read("GET /memory/rejections", {
    summary: "Proposals that were refused, with the reason",
    querystring: PageQuery.extend(Filters),
    response: { 200: pageOf(RejectionView) },
    run: async ({ user, query }) => user.rejectionPage(query),
  });

  read("GET /memory/rejections/patterns", {
    summary: "What is refused most, and whether it grows",
    querystring: z.object({
      from: Filters.from,
      to: Filters.to,
      by: z.enum(["day", "week"]).default("week").describe("the period of `overTime`"),
    }),
    response: { 200: Patterns },
    run: async ({ user, query }) => user.rejectionPatterns(query),
  });

  read("GET /memory/rejections/export", {
    summary: "Refused proposals with the words around them, as training pairs (JSONL)",
    querystring: z.object({
      ...Filters,
      limit: Limit.describe("lines at most"),
    }),
    response: { 200: inForm("One example a line", "application/x-ndjson") },
    async run({ user, query }, reply) {
      const { limit, ...filters } = query;
      const pairs = trainingPairs(user, filters, limit);
      const stream = Readable.from(lines(pairs, clientSignal(context, reply)));
      return reply.type("application/x-ndjson; charset=utf-8").send(stream);
    },
  });

  read("GET /memory/training", {
    summary:
      "Extraction requests with a right answer (what was verified) or a wrong one (what was refused), as chats for training (JSONL)",
    querystring: z.object({ limit: Limit.describe("lines at most") }),
    response: { 200: inForm("One chat a line", "application/x-ndjson") },
    async run({ userId, query }, reply) {
      const chats = context.engine.trainingChats(userId, query.limit);
      const stream = Readable.from(lines(chats, clientSignal(context, reply)));
      return reply.type("application/x-ndjson; charset=utf-8").send(stream);
    },
  });

  read("GET /memory/rejections/:id", {
    summary: "Why one proposal was refused: all that is known",
    params: ById,
    response: { 200: ProvenanceView.extend({ rejection: RejectionView }) },
    run: async ({ user, params }) => traceRejection(user, params.id),
  });

  write("POST /memory/rejections/:id/accept", {
    summary: "Overrule: it is true after all",
    params: ById,
    response: { 200: z.object({ fact: FactView, runId: z.string().nullable() }) },
    async run({ user, userId, params }) {
      const { fact, runId } = await context.engine.review.overrule(userId, params.id);
      return { fact: await oneFactView(user, fact), runId };
    },
  });
});

async function* lines(pairs: AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const pair of pairs) {
    if (signal.aborted) return;
    yield `${JSON.stringify(pair)}\n`;
  }
}
