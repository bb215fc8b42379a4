import type { ServerShape } from "./llama-server.ts";
import { measured, type Measured, type Reading } from "./measure.ts";
import { openRig } from "./rig.ts";
import { SCENARIOS, type Scenario } from "./scenario-list.ts";
import { openSession } from "./session.ts";

export interface ScenarioOptions {
  /** Names of scenarios; all of them when empty. */
  only: string[];
  turns: number;
  caches: ServerShape["cacheRam"][];
}

export interface ScenarioRow extends Measured {
  scenario: string;
  shape: ServerShape;
}

/** As the README recommends: two conversations and the background; the context is divided. */
const SHAPE: Omit<ServerShape, "cacheRam"> = { context: 24_576, slots: 3 };

const FAILURES_SHOWN = 3;

/** Each scenario on a server and a service of its own, with each size of the host cache. */
export async function runScenarios({ only, turns, caches }: ScenarioOptions): Promise<ScenarioRow[]> {
  const chosen = SCENARIOS.filter(({ name }) => only.length === 0 || only.includes(name));
  const rows: ScenarioRow[] = [];
  for (const cacheRam of caches) {
    for (const scenario of chosen) {
      const shape = { ...SHAPE, ...scenario.shape, cacheRam };
      try {
        rows.push(await runScenario(scenario, turns, shape));
        console.log(lineOf(rows.at(-1) as ScenarioRow));
      } catch (error) {
        console.log(`${scenario.name}: not measured, ${String(error)}`);
        process.exitCode = 1;
      }
    }
  }
  console.log(`\n${tableOf(rows)}\n`);
  return rows;
}

async function runScenario(scenario: Scenario, turns: number, shape: ServerShape): Promise<ScenarioRow> {
  const rig = await openRig(shape, scenario.env);
  try {
    const session = openSession(rig);
    await scenario.run(session, turns);
    const readInAll = await rig.llama.promptTokensRead();
    return { scenario: scenario.name, shape, ...(await measured(session, readInAll)) };
  } finally {
    await rig.close();
  }
}

function lineOf({ scenario, shape, ...row }: ScenarioRow): string {
  const { replies, failed, reply, extraction, extractionsAborted, idlePass, afterPass, notExtracted } = row;
  const parts = [
    `${scenario} (-np ${shape.slots}, -c ${shape.context}, --cache-ram ${shape.cacheRam})`,
    `replies ${replies}, failed ${failed}`,
    `re-read per reply ${perCall(reply)}`,
    `extraction ${perCall(extraction)}, aborted ${extractionsAborted}`,
    ...(row.background.calls > 0 ? [`client's own requests ${perCall(row.background)}`] : []),
    ...(notExtracted.waiting > 0 ? [`turns not extracted ${notExtracted.waiting}`] : []),
    ...(notExtracted.setAside > 0 ? [`turns set aside ${notExtracted.setAside}`] : []),
    ...(idlePass.promptTokens > 0 ? [`idle pass ${idlePass.promptTokens} prompt tokens`] : []),
    ...(idlePass.perStatement === null ? [] : [`${idlePass.perStatement} per verified statement`]),
    ...(afterPass.calls > 0 ? [`next message after it ${perCall(afterPass)}`] : []),
    ...(row.promptsUnlike > 0 ? [`${row.promptsUnlike} prompts differ from the server's`] : []),
    ...[...new Set(row.failures)].slice(0, FAILURES_SHOWN).map((failure) => `failure: ${failure}`),
  ];
  return parts.join("\n  ");
}

function perCall({ calls, reread, ideal, ratio }: Reading): string {
  if (calls === 0) return "-";
  const each = (tokens: number): number => Math.round(tokens / calls);
  return `${each(reread)} / ideal ${each(ideal)} / ratio ${ratioText(ratio)}`;
}

function ratioText(ratio: number | null): string {
  return ratio === null ? "-" : ratio.toFixed(2);
}

/** Sums over a scenario, as a table of Markdown. */
function tableOf(rows: ScenarioRow[]): string {
  const head = [
    "scenario",
    "-np",
    "--cache-ram",
    "replies (failed)",
    "reply re-read / ideal",
    "ratio",
    "extraction re-read / ideal (aborted)",
    "ratio",
    "idle pass: prompt tokens per verified",
    "next message re-read / ideal",
    "ratio",
    "read in all",
  ];
  const lines = rows.map((row) => [
    row.scenario,
    row.shape.slots,
    row.shape.cacheRam,
    `${row.replies} (${row.failed})`,
    sums(row.reply),
    ratioText(row.reply.ratio),
    `${sums(row.extraction)} (${row.extractionsAborted})`,
    ratioText(row.extraction.ratio),
    row.idlePass.perStatement ?? "-",
    sums(row.afterPass),
    ratioText(row.afterPass.ratio),
    row.readInAll,
  ]);
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function sums({ calls, reread, ideal }: Reading): string {
  return calls === 0 ? "-" : `${reread} / ${ideal}`;
}
