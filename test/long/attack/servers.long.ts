import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectWithstood,
  startHostileStage,
  type HostileStage,
} from "../../support/hostile-servers/attack.ts";
import { hostileServerCases } from "../../support/hostile-servers/cases.ts";

/** Everything that a broken or hostile model server was thought to send, at its full size. */
let stage: HostileStage;
beforeAll(async () => {
  stage = await startHostileStage();
});

const CASES = hostileServerCases({ full: true });
const CASE_MS = 180_000;
const sum = { withstood: 0, peakMib: 0, slowest: 0 };

test.each(CASES.map((one) => [one.name, one] as const))(
  "%s",
  async (_, hostile) => {
    const { peakGrowthMib, seconds } = await expectWithstood(stage, hostile);
    sum.withstood += 1;
    sum.peakMib = Math.max(sum.peakMib, peakGrowthMib);
    sum.slowest = Math.max(sum.slowest, seconds);
  },
  CASE_MS,
);

test("an honest server is used as before", async () => {
  const { api, server } = stage;
  server.play({});
  await api.send("PUT", "/models", { chat: { url: server.url } });
  expect((await api.say("Hello again.")).reply).toBe("Well said.");
});

afterAll(async () => {
  console.log(
    `hostile servers: ${CASES.length} cases: ${sum.withstood} withstood, memory grew by ${sum.peakMib} MiB at most, ` +
      `the slowest took ${sum.slowest} s`,
  );
  await stage?.close();
});
