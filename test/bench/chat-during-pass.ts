import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "../eval/stats/random.ts";
import { client } from "../support/client.ts";
import { startProcess, testFolder } from "../support/service.ts";
import { startVotingLlama, toldTurn } from "../support/voting-llama.ts";

const EVERY_MS = 1000;
/** Longer than the time between two messages: a vote that gives way is never through before the next. */
const VOTE_DELAY_MS = 1500;
/** Turns that wait for votes while ten messages come. */
const TURNS_PER_BLOCK = 4;
const NOISE = { independent: 0, correlated: 0 };
/** After a reply the pass rests: the first message of a block meets a vote at work, the others a pass that waits. */
const REST_MS = 2_500;

/**
 * `npm run bench -- chat-during-pass --messages 60`: time to the first token of a message a second, with the model
 * silent and with the idle pass running, in turns of ten; one model slot.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { messages: { type: "string", default: "60" } } });
  const folder = await testFolder();
  const fake = await startVotingLlama({ slots: 1, noise: NOISE, voteDelayMs: VOTE_DELAY_MS });
  const service = await startProcess(folder.path, { LLAMA_CPP_URL: fake.url, IDLE_AFTER_MINUTES: "10000" });
  const api = client(service.url);
  const times: Record<"silent" | "during", number[]> = { silent: [], during: [] };
  try {
    for (let warm = 0; warm < 10; warm++) await firstToken(service.url, "A word to warm up.");
    for (let n = 0; n < Number(values.messages) * 2; n++) {
      const kind = Math.floor(n / 10) % 2 === 0 ? "silent" : "during";
      if (n % 10 === 0) await quiet(api);
      if (n % 10 === 0 && kind === "during") await beginPass(api, n);
      await sleep(EVERY_MS);
      times[kind].push(await firstToken(service.url, `And how is the weather, number ${n}?`));
    }
    const aborted = fake.requests.filter((request) => request.aborted).length;
    const [silent, during] = [summary(times.silent), summary(times.during)];
    console.log(
      JSON.stringify(
        {
          silent,
          during,
          ratioP50: during.p50 / silent.p50,
          ratioP95: during.p95 / silent.p95,
          ratioP95Interval: ratioInterval(times.silent, times.during),
          abortedVotes: aborted,
        },
        null,
        2,
      ),
    );
  } finally {
    await service.stop();
    await fake.close();
    await folder.remove();
  }
}

async function beginPass(api: ReturnType<typeof client>, from: number): Promise<void> {
  for (let n = from; n < from + TURNS_PER_BLOCK; n++) {
    await api.post("/memory/episodes", { text: toldTurn(n) });
  }
  await api.extracted();
  await api.post("/maintenance/jobs/verify/run", {});
  await sleep(REST_MS - EVERY_MS);
}

/** Messages do not stop a pass that was asked for by hand: the silent turns wait until nothing of it is running. */
async function quiet(api: ReturnType<typeof client>): Promise<void> {
  for (;;) {
    const { items } = (await api.get("/maintenance/runs?limit=1")).body;
    if (items[0]?.state !== "running") return;
    await sleep(EVERY_MS);
  }
}

async function firstToken(url: string, message: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${url}/chat`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ message, memory: "read" }),
  });
  let found = 0;
  let text = "";
  for await (const bytes of response.body ?? []) {
    text += Buffer.from(bytes as Uint8Array).toString();
    if (found === 0 && text.includes("event: delta")) found = performance.now() - started;
  }
  return found;
}

/** 95 % of the ratios of p95 between samples drawn from both with replacement. */
function ratioInterval(silent: number[], during: number[]): [number, number] {
  const random = seededRandom(1);
  const drawn = (values: number[]): number[] =>
    values.map(() => values[Math.floor(random() * values.length)] as number);
  const ratios = Array.from({ length: 2000 }, () => summary(drawn(during)).p95 / summary(drawn(silent)).p95);
  ratios.sort((a, b) => a - b);
  return [ratios[50] as number, ratios[1950] as number];
}

function summary(values: number[]): { n: number; p50: number; p95: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { n: values.length, p50: at(0.5), p95: at(0.95) };
}
