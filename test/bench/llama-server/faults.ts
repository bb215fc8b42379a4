import { seededRandom } from "../../eval/stats/random.ts";
import { randomPlan, singleFaultPlans, TIMEOUT_SECONDS, type FaultPlan } from "./fault-plans.ts";
import { sufferTogether, TURNS_PER_PLAN, type Outcome } from "./fault-run.ts";
import { runIdleFaults, type IdleOutcome } from "./idle-faults.ts";
import { openRig, type Rig } from "./rig.ts";

export interface FaultOptions {
  sequences: number;
  seed: number;
  /** Conversations that suffer at the same time. */
  atOnce: number;
}

export interface FaultReport {
  single: Outcome[];
  sequences: Outcome[];
  idle: IdleOutcome[];
}

/** More are counted in the table. */
const CALLS_PER_TURN_MAX = 4;
const SHAPE = { context: 16_384, slots: 2, cacheRam: "0" } as const;
const ENV = {
  LLAMA_CPP_TIMEOUT: String(TIMEOUT_SECONDS),
  // A slow answer in one conversation does not keep the others waiting.
  LLAMA_CPP_BACKGROUND_SLOTS: "4",
};

/** Every fault for itself, random sequences of them, and what they do to an idle pass. */
export async function runFaults({ sequences, seed, atOnce }: FaultOptions): Promise<FaultReport> {
  const random = seededRandom(seed);
  const plans = Array.from({ length: sequences }, (_, n) => randomPlan(random, n));
  const report = {
    single: await withRig((rig) => sufferAll(rig, singleFaultPlans(), atOnce)),
    sequences: await withRig((rig) => sufferAll(rig, plans, atOnce)),
    idle: await withRig(runIdleFaults),
  };
  console.log(`\n${tableOf({ "single faults": report.single, "random sequences": report.sequences })}\n`);
  return report;
}

async function withRig<T>(work: (rig: Rig) => Promise<T>): Promise<T> {
  // Short pauses: three attempts at a turn within a sweep or two.
  const rig = await openRig(SHAPE, ENV, { extractionPausesMs: [0, 1_200] });
  try {
    return await work(rig);
  } finally {
    await rig.close();
  }
}

async function sufferAll(rig: Rig, plans: FaultPlan[], atOnce: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < plans.length; at += atOnce) {
    const some = await sufferTogether(rig, plans.slice(at, at + atOnce), at * TURNS_PER_PLAN);
    for (const outcome of some) console.log(lineOf(outcome));
    outcomes.push(...some);
  }
  const { status, failed } = (await rig.api.get("/health")).body;
  const dead = (await rig.api.get("/maintenance/dead-letters")).body.items.length as number;
  console.log(`health afterwards: ${status as string}, ${JSON.stringify(failed)}, dead jobs ${dead}\n`);
  return outcomes;
}

function lineOf(outcome: Outcome): string {
  const { plan, hits, turns, done, setAside, callsMax, abortedMax, goesOn, settledSeconds } = outcome;
  const bad = (["stuck", "lost", "twice", "hidden"] as const)
    .filter((what) => outcome[what] > 0)
    .map((what) => `${what.toUpperCase()} ${outcome[what]}`);
  return [
    `${plan}: ${hits} hits; of ${turns} turns ${done} extracted once, ${setAside} set aside`,
    ...bad,
    ...(goesOn ? [] : ["NO REPLY AFTERWARDS"]),
    `calls per turn <= ${callsMax} (and ${abortedMax} cut short), settled after ${settledSeconds.toFixed(0)} s`,
  ].join("; ");
}

function tableOf(groups: Record<string, Outcome[]>): string {
  const sums = ["hits", "turns", "done", "setAside", "stuck", "lost", "twice", "hidden"] as const;
  const head = ["", "conversations", ...sums, "calls per turn, most", "over 4", "no reply afterwards"];
  const lines = Object.entries(groups).map(([name, outcomes]) => [
    name,
    outcomes.length,
    ...sums.map((what) => outcomes.reduce((sum, outcome) => sum + outcome[what], 0)),
    Math.max(0, ...outcomes.map(({ callsMax }) => callsMax)),
    outcomes.filter(({ callsMax }) => callsMax > CALLS_PER_TURN_MAX).length,
    outcomes.filter(({ goesOn }) => !goesOn).length,
  ]);
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
