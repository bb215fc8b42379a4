import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EngramError } from "../../src/errors.ts";
import type { JobPayload, JobQueue } from "../../src/ports/job-queue.ts";
import type { Skips } from "./memory-store.ts";

export interface OpenQueue {
  jobs: JobQueue;
  /** Names of jobs whose failure was reported. */
  errors: string[];
  close(): Promise<void>;
}

type Payload = JobPayload & { n: number };

const payload = (n: number): Payload => ({ userId: "ann", n });
const LONG_MS = 60_000;

/** A promise that is settled by hand. */
export function held(): { done: Promise<void>; release: () => void } {
  let release: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (release = resolve));
  return { done, release };
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

export async function eventually(
  look: () => boolean | Promise<boolean>,
  what = "it",
  msMax = 40_000,
): Promise<void> {
  const until = performance.now() + msMax;
  while (!(await look())) {
    if (performance.now() > until) throw new Error(`${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What every `JobQueue` does. `open` gives an empty one that runs two jobs at once. */
export function jobQueueContract(
  name: string,
  open: () => Promise<OpenQueue>,
  options: { skip?: Skips; missing?: string | null } = {},
): void {
  describe.skipIf(Boolean(options.missing))(`JobQueue contract: ${name}`, () => {
    let opened: OpenQueue;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());
    const declare = (title: string, body: (bench: OpenQueue) => Promise<void>): void => {
      const reason = options.skip?.[title];
      test.skipIf(reason !== undefined)(reason === undefined ? title : `${title} (${reason})`, () =>
        body(opened),
      );
    };
    onceCases(declare);
    failureCases(declare);
    orderCases(declare);
    endCases(declare);
  });
}

type Declare = (title: string, body: (bench: OpenQueue) => Promise<void>) => void;

function onceCases(declare: Declare): void {
  declare(
    "same name and key waits once, and runs once more when asked for while it runs",
    async ({ jobs }) => {
      const seen: number[] = [];
      const gate = held();
      jobs.register<Payload>("job", async ({ n }) => {
        seen.push(n);
        await gate.done;
      });
      await jobs.enqueue("job", "k", payload(1));
      await eventually(() => seen.length === 1);
      await jobs.enqueue("job", "k", payload(2));
      await jobs.enqueue("job", "k", payload(3));
      expect((await jobs.stats()).running).toBe(1);
      gate.release();
      await jobs.idle();
      expect(seen).toEqual([1, 3]);
    },
  );

  declare("a job that asks for itself runs again after, never beside itself", async ({ jobs }) => {
    let running = 0;
    let most = 0;
    let runs = 0;
    jobs.register<Payload>("job", async ({ n }) => {
      most = Math.max(most, (running += 1));
      runs += 1;
      if (n > 0) await jobs.enqueue("job", "k", payload(n - 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    });
    await jobs.enqueue("job", "k", payload(5));
    await jobs.idle();
    expect({ runs, most }).toEqual({ runs: 6, most: 1 });
  });

  declare(
    "jobs asked for from everywhere: at most one per key at a time, none forgotten",
    async ({ jobs }) => {
      const running = new Set<string>();
      const last = new Map<string, number>();
      let beside = 0;
      jobs.register<Payload & { key: string }>("job", async ({ key, n }) => {
        if (running.has(key)) beside += 1;
        running.add(key);
        await new Promise((resolve) => setTimeout(resolve, 2));
        last.set(key, Math.max(n, last.get(key) ?? 0));
        running.delete(key);
      });
      const keys = ["a", "b", "c", "d"];
      for (let n = 1; n <= 20; n++) {
        await Promise.all(keys.map((key) => jobs.enqueue("job", key, { ...payload(n), key })));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await jobs.idle();
      expect(beside).toBe(0);
      expect([...last.keys()].sort()).toEqual(keys);
    },
  );

  declare("a delayed job runs later, and at once when asked for without delay", async ({ jobs }) => {
    let ran = 0;
    jobs.register("job", async () => void (ran += 1));
    await jobs.enqueue("job", "k", payload(0), { delayMs: LONG_MS });
    expect(await jobs.stats()).toMatchObject({ waiting: 1, running: 0 });
    expect(ran).toBe(0);
    await jobs.enqueue("job", "k", payload(0), { delayMs: LONG_MS });
    await jobs.enqueue("job", "k", payload(0));
    await jobs.idle();
    expect(ran).toBe(1);
  });

  declare("a short delay passes by itself", async ({ jobs }) => {
    let ran = 0;
    jobs.register("job", async () => void (ran += 1));
    await jobs.enqueue("job", "k", payload(0), { delayMs: 30 });
    await eventually(() => ran === 1);
  });
}

function failureCases(declare: Declare): void {
  declare("a failing job is reported and stops nothing", async ({ jobs, errors }) => {
    const done: number[] = [];
    jobs.register<Payload>("job", async ({ n }) => {
      if (n === 1) throw new Error("broken");
      done.push(n);
    });
    await jobs.enqueue("job", "1", payload(1));
    await jobs.enqueue("job", "2", payload(2));
    await jobs.idle();
    expect({ errors, done }).toEqual({ errors: ["job"], done: [2] });
  });

  declare(
    "tried as often as its policy says, then kept with a code and no text",
    async ({ jobs, errors }) => {
      let tries = 0;
      jobs.register(
        "job",
        async () => {
          tries += 1;
          throw new EngramError("store_full", "secret words");
        },
        { attempts: 2 },
      );
      await jobs.enqueue("job", "ann/c1", payload(7));
      await jobs.idle();
      expect({ tries, errors }).toEqual({ tries: 2, errors: ["job", "job"] });
      const letters = await jobs.deadLetters();
      expect(letters).toEqual([
        {
          id: expect.stringMatching(/^[\w-]{16}$/),
          name: "job",
          key: "ann/c1",
          payload: payload(7),
          code: "store_full",
          attempts: 2,
          failedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      ]);
      expect((await jobs.stats()).dead).toBe(1);
    },
  );

  declare("a dead letter is put back to work once, and is gone when the job succeeds", async ({ jobs }) => {
    let broken = true;
    const seen: number[] = [];
    jobs.register<Payload>("job", async ({ n }) => {
      if (broken) throw new Error("broken");
      seen.push(n);
    });
    await jobs.enqueue("job", "a", payload(1));
    await jobs.enqueue("job", "b", payload(2));
    await jobs.idle();
    broken = false;
    const letter = (await jobs.deadLetters()).find(({ key }) => key === "a");
    expect(await jobs.retry(letter?.id ?? "")).toBe(true);
    expect(await jobs.retry(letter?.id ?? "")).toBe(false);
    await jobs.idle();
    expect(seen).toEqual([1]);
    await jobs.enqueue("job", "b", payload(3));
    await jobs.idle();
    expect(seen).toEqual([1, 3]);
    expect(await jobs.deadLetters()).toEqual([]);
  });

  declare("a job nobody has a handler for is reported and kept", async ({ jobs, errors }) => {
    jobs.register("other", async () => undefined);
    await jobs.enqueue("job", "k", payload(1));
    await jobs.idle();
    expect(errors).toEqual(["job"]);
    expect(await jobs.deadLetters()).toMatchObject([{ name: "job", code: "internal" }]);
  });
}

function orderCases(declare: Declare): void {
  declare("what has priority runs first among those that wait", async ({ jobs }) => {
    const order: string[] = [];
    const gate = held();
    jobs.register("hold", () => gate.done);
    jobs.register("late", async () => void order.push("late"), { priority: 3 });
    jobs.register("soon", async () => void order.push("soon"), { priority: 2 });
    jobs.register("first", async () => void order.push("first"), { priority: 1 });
    for (const key of ["1", "2"]) await jobs.enqueue("hold", key, payload(0));
    await eventually(async () => (await jobs.stats()).running === 2);
    for (const name of ["late", "soon", "first"]) await jobs.enqueue(name, "k", payload(0));
    gate.release();
    await jobs.idle();
    // Two run at once: the last two may change places.
    expect(order[0]).toBe("first");
    expect(order).toHaveLength(3);
    expect(order.indexOf("late")).toBeGreaterThan(0);
  });

  declare("what was said now goes before an import that waits, and before vectors", async ({ jobs }) => {
    const order: string[] = [];
    const gate = held();
    jobs.register("hold", () => gate.done);
    jobs.register("embed", async () => void order.push("embed"), { priority: 2 });
    jobs.register("extract", async ({ conversationId }) => void order.push(String(conversationId)));
    for (const key of ["1", "2"]) await jobs.enqueue("hold", key, payload(0));
    await eventually(async () => (await jobs.stats()).running === 2);
    const extract = (conversationId: string, isBulk: boolean): Promise<void> =>
      jobs.enqueue("extract", conversationId, { userId: "ada", conversationId, isBulk });
    for (const key of ["old 1", "old 2", "old 3"]) await extract(key, true);
    await jobs.enqueue("embed", "ada", payload(0));
    await extract("new", false);
    // The sweep finds all of them.
    await extract("new", true);
    gate.release();
    await jobs.idle();
    // Two run at once.
    expect(order.slice(0, 2).sort()).toEqual(["embed", "new"]);
  });

  declare("a job with slots of its own is not held up by others, nor holds them up", async ({ jobs }) => {
    const gate = held();
    const ran: string[] = [];
    jobs.register("hold", () => gate.done);
    jobs.register("own", () => gate.done, { slots: 1 });
    jobs.register("quick", async () => void ran.push("quick"), { slots: 1 });
    jobs.register("shared", async () => void ran.push("shared"));
    for (const key of ["1", "2", "3"]) await jobs.enqueue("own", key, payload(0));
    await jobs.enqueue("shared", "k", payload(0));
    await eventually(() => ran.includes("shared"));
    for (const key of ["1", "2"]) await jobs.enqueue("hold", key, payload(0));
    await jobs.enqueue("quick", "k", payload(0));
    await eventually(() => ran.includes("quick"));
    await eventually(async () => (await jobs.stats()).running === 3);
    expect((await jobs.stats()).waiting).toBe(2);
    gate.release();
    await jobs.idle();
  });
}

function endCases(declare: Declare): void {
  declare("a waiting job can be dropped, a running one is asked to stop", async ({ jobs, errors }) => {
    const signals: AbortSignal[] = [];
    jobs.register<Payload>("job", async (_, signal) => {
      signals.push(signal);
      await untilAborted(signal);
      throw new Error("stopped");
    });
    await jobs.enqueue("job", "runs", payload(1));
    await eventually(() => signals.length === 1);
    await jobs.enqueue("job", "waits", payload(2), { delayMs: LONG_MS });
    await jobs.cancel("job", "waits");
    await jobs.enqueue("job", "runs", payload(3));
    await jobs.cancel("job", "runs");
    await jobs.idle();
    expect(signals).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(true);
    expect({ errors, dead: await jobs.deadLetters() }).toEqual({ errors: [], dead: [] });
  });

  declare("closing ends what runs, and nothing is taken after", async ({ jobs, errors }) => {
    let runs = 0;
    const signals: AbortSignal[] = [];
    jobs.register("job", async (_, signal) => {
      runs += 1;
      signals.push(signal);
      await untilAborted(signal);
    });
    await jobs.enqueue("job", "k", payload(1));
    await eventually(() => runs === 1);
    await jobs.close();
    await jobs.close();
    await jobs.enqueue("job", "late", payload(2));
    expect({ runs, aborted: signals[0]?.aborted, errors }).toEqual({ runs: 1, aborted: true, errors: [] });
  });

  declare("what waits is bounded", async ({ jobs }) => {
    const gate = held();
    jobs.register("job", () => gate.done);
    for (let n = 0; n < 20; n++) await jobs.enqueue("job", String(n), payload(n));
    expect((await jobs.stats()).waiting).toBeLessThanOrEqual(5);
    gate.release();
  });
}
