import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { Procedure, procedure, procedures, reportOutcome, saveProcedure } from "../../services/procedures.ts";
import type { RouteContext } from "../context.ts";
import { ById, OutcomeReport, PageQuery, ProcedureBody } from "../schemas.ts";
import { pageOf } from "../view-schemas.ts";
import { needs } from "../contract.ts";

const ProcedureView = Procedure.meta({ id: "Procedure" });

/** How-tos: steps, and how often they worked. */
export const procedureRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, context) => {
  const { engine } = context;
  app.get(
    "/memory/procedures",
    needs.read(
      "How-tos with their steps and record, newest first",
      { 200: pageOf(ProcedureView) },
      { querystring: PageQuery },
    ),
    async ({ user, query }) => procedures(user, query),
  );

  app.get(
    "/memory/procedures/:id",
    needs.read("A how-to", { 200: ProcedureView }, { params: ById }),
    async ({ user, params }) => procedure(user, params.id),
  );

  app.post(
    "/memory/procedures",
    needs.write(
      "Save a how-to; one of the same name gets the new steps and keeps its record",
      { 201: ProcedureView },
      { body: z.strictObject(ProcedureBody) },
    ),
    async ({ userId, body }, reply) => reply.code(201).send(await saveProcedure(engine, userId, body)),
  );

  app.post(
    "/memory/procedures/:id/outcome",
    needs.write(
      "Report how a use of it ended",
      { 200: ProcedureView },
      { params: ById, body: z.strictObject(OutcomeReport) },
    ),
    async ({ userId, params, body }) => reportOutcome(engine, userId, { ...params, ...body }),
  );
};
