import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RejectionPatterns } from "../domain/model/rejection.ts";
import { EngramError } from "../errors.ts";
import { parseArguments } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { bearer, call, reachService } from "./service.ts";

interface ListedRejection {
  id: string;
  at: string;
  stage: string;
  reason: string;
  detail: string;
  proposal: { text?: string } | null;
  overruledAt: string | null;
}

const SHOWN = 50;
/** Lines of one table. */
const ROWS_MAX = 15;

/** Lists what was refused, newest first; or what it has in common; or writes it as training pairs. */
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
  const { reason, stage, since: from } = values;
  const service = await reachService();
  const headers = bearer(values.key);
  const url = (path: string, query: Record<string, string | undefined>): string =>
    `${service.url}/memory/rejections${path}?${queryOf(query)}`;
  try {
    if (values.patterns) {
      const patterns = (await call(url("/patterns", { from }), { headers })) as RejectionPatterns;
      print(values.json, patterns, patternLines(patterns));
    } else if (values.export !== undefined)
      await download(url("/export", { reason, stage, from }), headers, values.export);
    else {
      const query = { reason, stage, from, limit: String(SHOWN) };
      const page = (await call(url("", query), { headers })) as { items: ListedRejection[] };
      print(values.json, page, page.items.map(lineOf));
      if (page.items.length === 0) console.error("Nothing was refused.");
    }
  } finally {
    await service.close();
  }
}

function queryOf(query: Record<string, string | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
  return parameters.toString();
}

function lineOf({ id, at, stage, reason, detail, proposal, overruledAt }: ListedRejection): string {
  const text = (proposal?.text ?? "").replace(/\s+/g, " ");
  const state = overruledAt === null ? reason : `${reason} (overruled)`;
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

async function download(url: string, headers: Record<string, string>, file: string): Promise<void> {
  const response = await fetch(url, { headers });
  if (!response.ok || response.body === null) {
    const problem = (await response.json().catch(() => ({}))) as { detail?: string };
    throw new EngramError("invalid_request", problem.detail ?? `the service answered ${response.status}`);
  }
  // What was said by a person is readable by its owner alone, wherever it is written.
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(file, { mode: 0o600 }));
  console.error(`written to ${file}`);
}
