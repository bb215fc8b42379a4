import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { Procedure, procedure, procedures, reportOutcome, saveProcedure } from "../../services/procedures.ts";
import { storeOf, type RouteContext } from "../context.ts";
import { Id, OutcomeReport, PageQuery, ProcedureBody } from "../schemas.ts";
import { pageOf } from "../view-schemas.ts";
import { needs } from "../contract.ts";

const ProcedureView = Procedure.meta({ id: "Procedure" });

/** How-tos: steps, and how often they worked. */
export function procedureRoutes(context: RouteContext): FastifyPluginAsyncZod {
  const { engine } = context;
  return async (app) => {
    app.get(
      "/memory/procedures",
      needs.read(
        "How-tos with their steps and record, newest first",
        { 200: pageOf(ProcedureView) },
        { querystring: PageQuery },
      ),
      async (request) => procedures(storeOf(context, request), request.query),
    );

    app.get(
      "/memory/procedures/:id",
      needs.read("A how-to", { 200: ProcedureView }, { params: z.object({ id: Id }) }),
      async (request) => procedure(storeOf(context, request), request.params.id),
    );

    app.post(
      "/memory/procedures",
      needs.write(
        "Save a how-to; one of the same name gets the new steps and keeps its record",
        { 201: ProcedureView },
        { body: z.strictObject(ProcedureBody) },
      ),
      async (request, reply) =>
        reply.code(201).send(await saveProcedure(engine, request.userId, request.body)),
    );

    app.post(
      "/memory/procedures/:id/outcome",
      needs.write(
        "Report how a use of it ended",
        { 200: ProcedureView },
        { params: z.object({ id: Id }), body: z.strictObject(OutcomeReport) },
      ),
      async (request) => reportOutcome(engine, request.userId, { ...request.params, ...request.body }),
    );
  };
}
