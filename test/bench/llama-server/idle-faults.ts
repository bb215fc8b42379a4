import { FAULTS, faultName } from "./fault-plans.ts";
import type { Fault } from "./fault.ts";
import type { Rig } from "./rig.ts";
import { openSession, runPass, type Session } from "./session.ts";
import { ownSentence, thing } from "./words.ts";

/** What an idle pass makes of four turns when the readings of the oldest go wrong. */
export interface IdleOutcome {
  fault: string;
  others: number;
  /** Statements of the other turns that the pass verified while the fault was there, and with the one after it. */
  verifiedAmid: number;
  verifiedAfter: number;
  /** Of the oldest turn, after the fault. */
  oldestVerifiedAfter: boolean;
  calls: number;
  /** How the pass under the fault ended, as it says itself. */
  said: string;
}

const TURNS = 4;
const PASS_MS_MAX = 240_000;

export async function runIdleFaults(rig: Rig): Promise<IdleOutcome[]> {
  const session = openSession(rig);
  const outcomes: IdleOutcome[] = [];
  for (const [at, fault] of FAULTS.entries()) {
    const outcome = await sufferPass(session, fault, at * TURNS);
    console.log(lineOf(outcome));
    outcomes.push(outcome);
  }
  return outcomes;
}

async function sufferPass(session: Session, fault: Fault, first: number): Promise<IdleOutcome> {
  const { api, proxy } = session.rig;
  const numbers = Array.from({ length: TURNS }, (_, n) => first + n);
  for (const n of numbers) {
    await api.post("/memory/episodes", { text: ownSentence(n) });
    await session.drained();
  }
  const kinds = ["blind", "verdict"] as const;
  const standing = proxy.faults.add({ fault, kinds, said: [thing(first)] });
  const callsBefore = proxy.calls.length;
  const run = await runPass(api, PASS_MS_MAX);
  const amid = await verifiedOf(session, numbers);
  const calls = proxy.calls.length - callsBefore;
  standing.lift();
  await runPass(api, PASS_MS_MAX);
  const after = await verifiedOf(session, numbers);
  const others = (verified: Set<number>): number => numbers.slice(1).filter((n) => verified.has(n)).length;
  return {
    fault: faultName(fault),
    others: TURNS - 1,
    verifiedAmid: others(amid),
    verifiedAfter: others(after),
    oldestVerifiedAfter: after.has(first),
    calls,
    said: `${run.state as string} ${JSON.stringify(run.result)}`,
  };
}

async function verifiedOf({ rig: { api } }: Session, numbers: number[]): Promise<Set<number>> {
  const { items } = (await api.get("/memory/facts?status=verified&limit=200")).body;
  const texts = (items as { text: string }[]).map(({ text }) => text);
  return new Set(numbers.filter((n) => texts.some((text) => text.includes(thing(n)))));
}

function lineOf(outcome: IdleOutcome): string {
  const { fault, others, verifiedAmid, verifiedAfter, oldestVerifiedAfter, calls, said } = outcome;
  return [
    `${fault}, on the readings of the oldest turn`,
    `verified of the ${others} others: ${verifiedAmid}, after the fault ${verifiedAfter}; the oldest ${oldestVerifiedAfter ? "too" : "not"}`,
    `${calls} calls; the pass says: ${said}`,
  ].join("\n  ");
}
