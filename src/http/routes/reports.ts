import { z } from "zod";
import { existing } from "../../errors.ts";
import { REPORT_PAGE_POLICY, toHtml, toMarkdown } from "../../services/reports/render.ts";
import { viewReport } from "../../services/reports/view.ts";
import { PageQuery, count } from "../schemas.ts";
import { Alert } from "../../services/reports/alerts.ts";
import { DayReportSchema } from "../../store/day-report.ts";
import { inForm, pageOf } from "../view-schemas.ts";
import { onePage } from "../views.ts";
import { routes } from "../route.ts";

const TYPES = ["application/json", "text/markdown", "text/html"] as const;

const Report = DayReportSchema.extend({
  topEntities: z.array(z.object({ id: z.string(), name: z.string(), mentions: z.int() })),
}).meta({ id: "Report" });
const ReportInForms = {
  description: "The report, in the form that Accept names",
  content: { "application/json": { schema: Report }, ...inForm("", "text/markdown", "text/html").content },
};
const AlertView = Alert.meta({ id: "Alert" });

/** Daily reports, as written by the job `report`, with anomalies. */
export const reportRoutes = routes(({ read }, context) => {
  read("GET /reports", {
    summary: "Reports of days, newest first",
    querystring: PageQuery.extend({
      from: z.iso.date().optional().describe("the first day"),
      to: z.iso.date().optional().describe("the last day, included"),
    }),
    response: { 200: pageOf(Report) },
    async run({ user, query }) {
      const { items, nextCursor } = await user.dayPage({ ...query, reported: true });
      const reports = items.flatMap(({ report }) => (report === null ? [] : [report]));
      return { items: await Promise.all(reports.map((one) => viewReport(user, one))), nextCursor };
    },
  });

  read("GET /reports/alerts", {
    summary: "Alerts about the service and about this user, newest first",
    querystring: z.object({ limit: count(1, 200, 50).describe("alerts at most") }),
    response: { 200: pageOf(AlertView) },
    run: async ({ userId, query }) => onePage(await context.alerts.list(userId, query.limit)),
  });

  read("GET /reports/:date", {
    summary: "The report of one day, as JSON, Markdown or a page, by Accept",
    params: z.object({ date: z.iso.date().describe("a day in your time zone") }),
    response: { 200: ReportInForms },
    async run({ user, params: { date }, headers }, reply) {
      const { items } = await user.dayPage({ from: date, to: date, limit: 1, reported: true });
      const view = await viewReport(user, existing(items[0]?.report, "report"));
      const type = preferred(headers.accept, TYPES);
      reply.header("vary", "accept");
      if (type === "application/json") return view;
      reply.type(`${type}; charset=utf-8`);
      if (type === "text/markdown") return reply.send(toMarkdown(view));
      return reply.header("content-security-policy", REPORT_PAGE_POLICY).send(toHtml(view));
    },
  });
});

/**
 * The media type a client prefers, by its Accept header; the first if the header is missing or accepts
 * anything.
 */
function preferred<T extends string>(accept: string | undefined, offered: readonly [T, ...T[]]): T {
  const asked = (accept ?? "").split(",").map((part) => {
    const [type = "", ...params] = part.split(";").map((word) => word.trim().toLowerCase());
    const quality = params.find((param) => param.startsWith("q="));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const qualityOf = (type: string): number => {
    const [group = ""] = type.split("/");
    const match = [type, `${group}/*`, "*/*"].map((name) => asked.find((one) => one.type === name));
    return match.find((one) => one !== undefined)?.quality ?? 0;
  };
  return offered.reduce((best, type) => (qualityOf(type) > qualityOf(best) ? type : best), offered[0]);
}
