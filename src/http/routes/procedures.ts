import { z } from "zod";
import { Procedure, procedure, procedures, reportOutcome, saveProcedure } from "../../services/procedures.ts";
import { ById, OutcomeReport, PageQuery, ProcedureBody } from "../schemas.ts";
import { pageOf } from "../view-schemas.ts";
import { routes } from "../route.ts";

const ProcedureView = Procedure.meta({ id: "Procedure" });

/** How-tos: steps, and how often they worked. */
export const procedureRoutes = routes(({ read, write }, context) => {
  const { engine } = context;
  read("GET /memory/procedures", {
    summary: "How-tos with their steps and record, newest first",
    querystring: PageQuery,
    response: { 200: pageOf(ProcedureView) },
    run: async ({ user, query }) => procedures(user, query),
  });

  read("GET /memory/procedures/:id", {
    summary: "A how-to",
    params: ById,
    response: { 200: ProcedureView },
    run: async ({ user, params }) => procedure(user, params.id),
  });

  write("POST /memory/procedures", {
    summary: "Save a how-to; one of the same name gets the new steps and keeps its record",
    body: z.strictObject(ProcedureBody),
    response: { 201: ProcedureView },
    run: async ({ userId, body }) => saveProcedure(engine, userId, body),
  });

  write("POST /memory/procedures/:id/outcome", {
    summary: "Report how a use of it ended",
    params: ById,
    body: z.strictObject(OutcomeReport),
    response: { 200: ProcedureView },
    run: async ({ userId, params, body }) => reportOutcome(engine, userId, { ...params, ...body }),
  });
});
