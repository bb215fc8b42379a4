import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { procedures, reportOutcome, saveProcedure } from "../../services/procedures.ts";
import { storeOf, type RouteContext } from "../context.ts";
import { Id, OutcomeReport, PageQuery, ProcedureBody } from "../schemas.ts";
import { instant, pageOf } from "../view-schemas.ts";

const ProcedureView = z
  .object({
    id: z.string().describe("of an entity: forgotten and undone like any other"),
    name: z.string(),
    steps: z.array(z.string()),
    tags: z.array(z.string()),
    uses: z.int().describe("of the newest 30 uses and outcomes"),
    worked: z.int(),
    partly: z.int(),
    failed: z.int(),
    successRate: z.number().nullable().describe("0-1, partly counts half; null if it was never tried"),
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: "Procedure" });

/** How-tos: steps, and how often they worked. */
export function procedureRoutes(context: RouteContext): FastifyPluginAsyncZod {
  const { engine } = context;
  return async (app) => {
    app.get(
      "/memory/procedures",
      {
        config: { right: "read" },
        schema: {
          summary: "How-tos with their steps and record, newest first",
          querystring: PageQuery,
          response: { 200: pageOf(ProcedureView) },
        },
      },
      async (request) => procedures(storeOf(context, request), request.query),
    );

    app.post(
      "/memory/procedures",
      {
        config: { right: "write" },
        schema: {
          summary: "Save a how-to; one of the same name gets the new steps and keeps its record",
          body: z.strictObject(ProcedureBody),
          response: { 201: ProcedureView },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await saveProcedure(engine, request.userId, request.body)),
    );

    app.post(
      "/memory/procedures/:id/outcome",
      {
        config: { right: "write" },
        schema: {
          summary: "Report how a use of it ended",
          params: z.object({ id: Id }),
          body: z.strictObject(OutcomeReport),
          response: { 200: ProcedureView },
        },
      },
      async (request) => reportOutcome(engine, request.userId, { ...request.params, ...request.body }),
    );
  };
}
