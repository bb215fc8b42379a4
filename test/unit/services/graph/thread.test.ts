import { expect, test } from "vitest";
import type { GraphColumns } from "../../../../src/services/graph/projection.ts";
import { createGraphThread } from "../../../../src/services/graph/thread.ts";

const ONE_LINK: GraphColumns = {
  nodes: 3,
  self: 2,
  type: Uint32Array.of(0, 0, 0),
  subject: Uint32Array.of(0),
  object: Uint32Array.of(1),
  predicate: Uint32Array.of(0),
  confidence: Float32Array.of(1),
};

test("a task that fails rejects, and the next one runs; a closed thread refuses", async () => {
  const thread = createGraphThread();
  const ask = () => thread.run("paths", ONE_LINK, { from: 0, to: 1, limit: 1 });
  const results = await Promise.allSettled([ask(), thread.run("around", null as never, { seed: 0 }), ask()]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await ask()).toEqual({ distance: 1, paths: [[0]] });
  thread.close();
  await expect(ask()).rejects.toMatchObject({ code: "shutting_down" });
});

test("closing ends a task that runs", async () => {
  const thread = createGraphThread();
  const running = thread.run("paths", ONE_LINK, { from: 0, to: 1, limit: 1 });
  thread.close();
  await expect(running).rejects.toMatchObject({ code: "shutting_down" });
});
