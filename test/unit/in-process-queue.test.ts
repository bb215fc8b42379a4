import { expect, test } from "vitest";
import { createInProcessQueue } from "../../src/adapters/in-process-queue/index.ts";

function queue(concurrency = 2) {
  const errors: string[] = [];
  return {
    errors,
    jobs: createInProcessQueue({ concurrency, waitingMax: 5, onError: (name) => void errors.push(name) }),
  };
}

test("same name and key waits once, and runs once more when asked for while it runs", async () => {
  const { jobs } = queue();
  const seen: number[] = [];
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  jobs.register<number>("job", async (n) => {
    seen.push(n);
    await gate;
  });
  await jobs.enqueue("job", "k", 1);
  await jobs.enqueue("job", "k", 2);
  await jobs.enqueue("job", "k", 3);
  expect(await jobs.stats()).toEqual({ waiting: 1, running: 1 });
  go();
  await jobs.idle();
  expect(seen).toEqual([1, 3]);
});

test("a failing job is reported and stops nothing", async () => {
  const { jobs, errors } = queue(1);
  const done: string[] = [];
  jobs.register<string>("job", async (name) => {
    if (name === "bad") throw new Error("broken");
    done.push(name);
  });
  await jobs.enqueue("job", "1", "bad");
  await jobs.enqueue("job", "2", "good");
  await jobs.idle();
  expect({ errors, done }).toEqual({ errors: ["job"], done: ["good"] });
});

test("bounded, cancellable, and closed in order", async () => {
  const { jobs } = queue(1);
  const signals: AbortSignal[] = [];
  jobs.register("job", async (_, signal) => {
    signals.push(signal);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  });
  for (let i = 0; i < 20; i++) await jobs.enqueue("job", String(i), i);
  expect((await jobs.stats()).waiting).toBeLessThanOrEqual(5);
  await jobs.cancel("job", "0");
  expect(signals[0]?.aborted).toBe(true);
  await jobs.close();
  await jobs.enqueue("job", "late", 0);
  expect(await jobs.stats()).toEqual({ waiting: 0, running: 0 });
});

test("a delayed job runs later, and at once when asked for without delay", async () => {
  const { jobs } = queue();
  let ran = 0;
  jobs.register("job", async () => void (ran += 1));
  await jobs.enqueue("job", "k", 0, { delayMs: 60_000 });
  expect(ran).toBe(0);
  await jobs.enqueue("job", "k", 0);
  await jobs.idle();
  expect(ran).toBe(1);
});
