import { cp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { client, until, type Client } from "./client.ts";
import type { FakeLlama } from "./fake-llama/index.ts";
import { startProcess, testFolder, type TestProcess } from "./service.ts";
import { startVotingLlama, toldTurn } from "./voting-llama.ts";

export interface KillPassReport {
  rounds: number;
  turns: number;
  /** Model calls of the pass nobody disturbed, and of the one that was killed again and again. */
  calls: { undisturbed: number; killed: number };
  /** Each line is a difference between both end states; empty when there is none. */
  problems: string[];
}

const NOISE = { independent: 0.15, correlated: 0.05 };
const VOTE_DELAY_MS = 15;
const KILL_AFTER_MS_MAX = 400;
/** A pass that ends before all kills would prove little: so many turns for each. */
const TURNS_PER_ROUND = 3;

/**
 * The same staged memory twice: one idle pass runs through, the other is killed with signal 9 at random points and
 * taken up again. Both must end in the same state.
 */
export async function killPass(
  rounds: number,
  log: (line: string) => void = () => undefined,
): Promise<KillPassReport> {
  const [one, other] = [await testFolder(), await testFolder()];
  const fake = await startVotingLlama({ slots: 2, noise: NOISE, voteDelayMs: VOTE_DELAY_MS });
  const turns = Math.max(12, rounds * TURNS_PER_ROUND);
  try {
    await stage(one.path, fake, turns);
    await cp(join(one.path, "data"), join(other.path, "data"), { recursive: true });
    log(`${turns} turns are staged`);
    const before = fake.requests.length;
    const expected = await finish(one.path, fake);
    const undisturbed = fake.requests.length - before;
    log(`the undisturbed pass is through: ${undisturbed} model calls`);
    for (let round = 0; round < rounds; round++) await killedRun(other.path, fake);
    const actual = await finish(other.path, fake);
    const killed = fake.requests.length - before - undisturbed;
    return { rounds, turns, calls: { undisturbed, killed }, problems: differences(expected, actual) };
  } finally {
    await fake.close();
    await one.remove();
    await other.remove();
  }
}

function start(path: string, fake: FakeLlama): Promise<TestProcess> {
  return startProcess(path, { LLAMA_CPP_URL: fake.url, IDLE_AFTER_MINUTES: "10000" });
}

async function stage(path: string, fake: FakeLlama, turns: number): Promise<void> {
  const service = await start(path, fake);
  const api = client(service.url);
  for (let n = 0; n < turns; n++) await api.post("/memory/episodes", { text: toldTurn(n) });
  await api.extracted();
  await service.stop();
}

async function killedRun(path: string, fake: FakeLlama): Promise<void> {
  const service = await start(path, fake);
  await client(service.url).post("/maintenance/jobs/verify/run", {});
  await sleep(Math.random() * KILL_AFTER_MS_MAX);
  await service.kill();
}

/** Runs the pass to its end; what is believed, staged and refused then, without times and ids. */
async function finish(path: string, fake: FakeLlama): Promise<string[]> {
  const service = await start(path, fake);
  const api = client(service.url);
  const { runId } = (await api.post("/maintenance/jobs/verify/run", {})).body;
  await until(
    async () => (await api.get(`/maintenance/runs/${runId as string}`)).body.state !== "running",
    "the pass",
  );
  const facts = await all(api, "/memory/facts?limit=200");
  const rejections = await all(api, "/memory/rejections?limit=200");
  const { pending } = (await api.get("/memory/stats")).body;
  await service.stop();
  return [
    ...facts.map(
      (f) =>
        `fact ${f.text as string} ${f.status as string} ${f.confidence as number} ${f.evidence.length as number}`,
    ),
    ...rejections.map(
      (r) => `rejection ${r.proposal.text as string} ${r.stage as string} ${r.reason as string}`,
    ),
    `pending ${JSON.stringify(pending)}`,
  ].sort();
}

async function all(api: Client, path: string): Promise<any[]> {
  const items: any[] = [];
  for (let cursor = ""; ;) {
    const { body } = await api.get(`${path}${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
    items.push(...body.items);
    if (body.nextCursor === null) return items;
    cursor = body.nextCursor as string;
  }
}

/** Lines that two end states do not have in common, each with its counts. */
export function differences(expected: string[], actual: string[]): string[] {
  const count = (lines: string[]): Map<string, number> =>
    lines.reduce((map, line) => map.set(line, (map.get(line) ?? 0) + 1), new Map<string, number>());
  const [a, b] = [count(expected), count(actual)];
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((line) => a.get(line) !== b.get(line))
    .map((line) => `${a.get(line) ?? 0} undisturbed, ${b.get(line) ?? 0} killed: ${line}`);
}
