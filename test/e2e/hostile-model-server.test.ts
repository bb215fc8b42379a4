import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../support/client.ts";
import { attack, startHostileStage, type HostileStage } from "../support/hostile-servers/attack.ts";
import { hostileServerCases } from "../support/hostile-servers/cases.ts";

/** The model server is an input: whatever it sends, the service lives, stays small and names the model in its errors. */
let stage: HostileStage;
beforeAll(async () => {
  stage = await startHostileStage();
});
afterAll(() => stage.close());

const CASE_MS = 90_000;
const GROWTH_MIB_MAX = 128;
const CASES = hostileServerCases({ full: false });
const OF_THE_MODEL =
  /^\w+ (2\d\d|50[234] model_(error|unavailable|timeout)|200 model_(error|unavailable|timeout))$/;

describe.each(["about", "chat", "embeddings", "rerank"])("%s", (target) => {
  test.each(CASES.filter((one) => one.target === target).map((one) => [one.name, one] as const))(
    "%s",
    async (_, hostile) => {
      const { answers, internal, isAlive, isMet, halfWritten, peakGrowthMib, replies, finishes } =
        await attack(stage, hostile);
      expect({ isAlive, isMet, internal, halfWritten }).toEqual({
        isAlive: true,
        isMet: true,
        internal: [],
        halfWritten: [],
      });
      for (const one of answers.filter((one) => !one.startsWith("extraction")))
        expect(one).toMatch(OF_THE_MODEL);
      if (hostile.works) expect(answers.filter((one) => / [45]\d\d/.test(one))).toEqual([]);
      if (target === "chat")
        expect(answers[1]).toMatch(hostile.works ? /^chat 200$/ : /^chat (200|50\d model_)/);
      if (hostile.cut === true) {
        expect(finishes).toEqual(["length"]);
        expect(replies[0]).toMatch(/^(Well said\.|more|a)/);
      }
      expect(peakGrowthMib).toBeLessThan(GROWTH_MIB_MAX);
    },
    CASE_MS,
  );
});

test.each([
  "chat: a number as content",
  "chat: an answer nested 20,000 deep",
  "chat: thought without end",
  "chat: content without end",
])(
  "an exam ends, and trusts nobody: %s",
  async (name) => {
    const { api, server } = stage;
    const hostile = CASES.find((one) => one.name === name);
    await api.send("PUT", "/models", { chat: { url: server.url } });
    server.play(hostile?.replies ?? {});
    expect((await api.post("/models/exam", {})).status).toBe(202);
    await until(async () => (await api.get("/models")).body.exam.running === null, "the exam", CASE_MS);
    expect((await api.get("/models")).body.exam.result?.trust).not.toBe("full");
    server.play({});
  },
  CASE_MS,
);

test("an honest server is used as before", async () => {
  const { api, server } = stage;
  server.play({});
  await api.send("PUT", "/models", { chat: { url: server.url } });
  expect((await api.say("Hello again.")).reply).toBe("Well said.");
});
