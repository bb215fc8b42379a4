import type { Rejection, RejectionPatterns } from "#client";
import { parseArguments, UsageError } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { apiOf, reachService, save } from "./service.ts";

const SHOWN = 50;
/** Lines of one table. */
const ROWS_MAX = 15;

/** Lists rejections, newest first; or their common traits; or exports them as training pairs. */
export async function rejections(args: string[]): Promise<void> {
  const { values } = parseArguments(args, 0, {
    reason: { type: "string" },
    stage: { type: "string" },
    since: { type: "string" },
    patterns: { type: "boolean" },
    export: { type: "string" },
    key: { type: "string" },
    ...JSON_OPTION,
  });
  const { since: from, patterns, reason, stage } = values;
  if (patterns && [reason, stage, values.export].some((one) => one !== undefined))
    throw new UsageError("--patterns is of all that was refused: it takes --since alone");
  // The service refuses unknown reasons and stages, and names them.
  const filters = {
    reason: values.reason as Rejection["reason"],
    stage: values.stage as Rejection["stage"],
    from,
  };
  await using service = await reachService();
  const api = apiOf(service, values.key);
  if (patterns) {
    const found = await api("GET /memory/rejections/patterns", { query: { from } });
    print(values.json, found, patternLines(found));
  } else if (values.export !== undefined)
    await save(await api("GET /memory/rejections/export", { query: filters }), values.export);
  else {
    const page = await api("GET /memory/rejections", { query: { ...filters, limit: SHOWN } });
    print(values.json, page, page.items.map(lineOf));
    if (page.items.length === 0) console.error("Nothing was refused.");
  }
}

function lineOf({ id, at, stage, reason, detail, proposal, overruledAt }: Rejection): string {
  const text = ((proposal as { text?: string } | null)?.text ?? "").replace(/\s+/g, " ");
  const state = !overruledAt ? reason : `${reason} (overruled)`;
  return [id, at.slice(0, 10), stage, state, text, detail].join("\t");
}

function patternLines(patterns: RejectionPatterns): string[] {
  const { total, overruled, byReason, byStage, byPredicate, byOrigin, overTime } = patterns;
  const tables = Object.entries({ byReason, byStage, byPredicate, byOrigin }).flatMap(([title, counts]) => [
    `\n${title.replace("by", "by ").toLowerCase()}`,
    ...Object.entries(counts)
      .slice(0, ROWS_MAX)
      .map(([name, count]) => `  ${count}\t${name}`),
  ]);
  const times = overTime
    .slice(-ROWS_MAX)
    .map(({ period, rejections: n, rate }) => `  ${period}\t${n}\t${(rate * 100).toFixed(1)} %`);
  return [
    `refused ${total}, overruled ${overruled}`,
    ...tables,
    "\nover time (refused, share of what was proposed)",
    ...times,
  ];
}
