import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/client.ts";
import { expectWithstood, startHostileStage, type HostileStage } from "../support/hostile-servers/attack.ts";
import { hostileServerCases } from "../support/hostile-servers/cases.ts";

/** The model server is an input: whatever it sends, the service lives, stays small and names the model in its errors. */
let stage: HostileStage;
beforeAll(async () => {
  stage = await startHostileStage();
});
afterAll(() => stage.close());

const CASE_MS = 90_000;
const CASES = hostileServerCases({ full: false });
/** One of each kind; `npm run test:long -- attack/servers` plays all, at their full size. */
const TELLING = [
  "/props: n_ctx is text",
  "/props: n_ctx is 10^18",
  "/props: 50,000,000 slots",
  "/props: an object as name",
  "/props: control characters in names",
  "/props: nested 20,000 deep",
  "/props: a key of prototypes",
  "/props: a body without end",
  "/props: a gzip bomb",
  "/props: never",
  "/slots: ids out of range",
  "/v1/models: a million",
  "/v1/models: names are objects",
  "/health: headers of 1 MB",
  "/health: redirects to itself",
  "chat: negative usage",
  "chat: an object as model",
  "chat: objects as content and thought",
  "chat: choices of null",
  "chat: tool calls are odd",
  "chat: a chunk nested 20,000 deep",
  "chat: an extraction nested 5,000 deep",
  "chat: an error of 900 KB",
  "chat: comments and fields unknown",
  "chat: gzip",
  "chat: a br bomb",
  "chat: a line without end behind an answer",
  "chat: thought without end",
  "chat: random bytes",
  "chat: redirects to itself",
  "chat: a reset behind some content",
  "chat: whole",
  "chat: whole, JSON that is cut",
  "chat: whole, a gzip bomb",
  "embeddings: in the order of the server",
  "embeddings: a million dimensions as numbers",
  "embeddings: beyond numbers",
  "embeddings: places out of range",
  "embeddings: fewer than asked",
  "rerank: places out of range",
  "rerank: without end",
];

test.each(TELLING)(
  "%s",
  async (name) => {
    await expectWithstood(stage, CASES.find((one) => one.name === name) ?? expect.fail());
  },
  CASE_MS,
);

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
