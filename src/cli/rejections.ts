import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RejectionPatterns } from "../domain/rejection.ts";
import { EngramError } from "../errors.ts";
import { parseArguments } from "./arguments.ts";
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
  const { values } = parseArguments(args, {
    reason: { type: "string" },
    stage: { type: "string" },
    since: { type: "string" },
    patterns: { type: "boolean" },
    export: { type: "string" },
    key: { type: "string" },
  });
  const { reason, stage, since: from } = values;
  const service = await reachService();
  const headers = bearer(values.key);
  const url = (path: string, query: Record<string, string | undefined>): string =>
    `${service.url}/memory/rejections${path}?${queryOf(query)}`;
  try {
    if (values.patterns)
      printPatterns((await call(url("/patterns", { from }), { headers })) as RejectionPatterns);
    else if (values.export !== undefined)
      await download(url("/export", { reason, stage, from }), headers, values.export);
    else {
      const query = { reason, stage, from, limit: String(SHOWN) };
      printList((await call(url("", query), { headers })) as { items: ListedRejection[] });
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

function printList({ items }: { items: ListedRejection[] }): void {
  for (const { id, at, stage, reason, detail, proposal, overruledAt } of items) {
    const text = (proposal?.text ?? "").replace(/\s+/g, " ");
    const state = overruledAt === null ? reason : `${reason} (overruled)`;
    console.log([id, at.slice(0, 10), stage, state, text, detail].join("\t"));
  }
  if (items.length === 0) console.error("Nothing was refused.");
}

function printPatterns({
  total,
  overruled,
  byReason,
  byStage,
  byPredicate,
  byOrigin,
  overTime,
}: RejectionPatterns): void {
  console.log(`refused ${total}, overruled ${overruled}`);
  for (const [title, counts] of Object.entries({ byReason, byStage, byPredicate, byOrigin })) {
    console.log(`\n${title.replace("by", "by ").toLowerCase()}`);
    for (const [name, count] of Object.entries(counts).slice(0, ROWS_MAX)) console.log(`  ${count}\t${name}`);
  }
  console.log("\nover time (refused, share of what was proposed)");
  for (const { period, rejections, rate } of overTime.slice(-ROWS_MAX))
    console.log(`  ${period}\t${rejections}\t${(rate * 100).toFixed(1)} %`);
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
