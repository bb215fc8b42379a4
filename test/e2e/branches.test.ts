import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BRANCH_DEPTH_MAX } from "../../src/domain/model/conversation.ts";
import { type Client, type Said, client } from "../support/client.ts";
import { type FakeLlama, startFakeLlama } from "../support/fake-llama/index.ts";
import { HASH_KEY, leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";
import { type TestFolder, type TestService, startService, testFolder } from "../support/service.ts";

/** Editing an earlier message begins a branch: a conversation that shares the turns before it. */

let fake: FakeLlama;
beforeAll(async () => {
  fake = await startFakeLlama();
  fake.reply("Noted.");
});
afterAll(() => fake.close());

/** The user's words in the request that was answered last. */
const sent = (): string[] =>
  (fake.requests.findLast(({ body }) => body.response_format === undefined)?.body.messages ?? [])
    .filter(({ role }) => role === "user")
    .map(({ content }) => content.split("\n")[0] ?? "");

const missing = neo4jMissing();
const stores = missing === null ? ["sqlite", "neo4j"] : ["sqlite"];

describe.for(stores)("on %s", (store) => {
  let folder: TestFolder;
  let service: TestService;
  let api: Client;
  let first: Said;
  let second: Said;

  beforeAll(async () => {
    folder = await testFolder();
    const env: Record<string, string> = { LLAMA_CPP_URL: `${fake.url}/v1`, IDLE_AFTER_MINUTES: "600" };
    if (store === "neo4j") {
      const { uri, user, password } = await leaseNeo4j();
      const own = { STORE: "neo4j", NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password };
      Object.assign(env, own, { HASH_KEY });
    }
    service = await startService(folder.path, env);
    api = client(service.url);
    first = await api.say("My canoe is called Otter.");
    const { conversationId } = first;
    second = await api.say("It is green.", { conversationId });
    await api.say("I keep it at Lake Constance.", { conversationId });
  }, 240_000);
  afterAll(async () => {
    await service.stop();
    await folder.remove();
  });

  const branch = (message: string, branchFrom: string): Promise<Said> => api.say(message, { branchFrom });
  const thread = async (id: string) => (await api.get(`/conversations/${id}`)).body;

  test("it shares the turns before the edited one, and neither copies nor withdraws any", async () => {
    const { conversationId: parent } = first;
    const edited = await branch("It is blue.", second.episodeId);
    expect(sent()).toEqual(["My canoe is called Otter.", "It is blue."]);
    await api.say("Or red?", { conversationId: edited.conversationId });
    expect(sent()).toEqual(["My canoe is called Otter.", "It is blue.", "Or red?"]);
    const view = await thread(edited.conversationId);
    expect(view).toMatchObject({ title: "It is blue.", branchOf: { conversationId: parent, ordinal: 1 } });
    expect(view.episodes.map((one: any) => one.userMessage)).toEqual(["It is blue.", "Or red?"]);
    const whole = await thread(parent);
    expect(whole.episodes.map((one: any) => one.replacedBy)).toEqual([null, null, null]);
    expect(whole.branches).toEqual([{ conversationId: edited.conversationId, ordinal: 1 }]);
    const listed = (await api.get("/conversations")).body.items;
    expect(listed.map((one: any) => one.branchOf)).toEqual([view.branchOf, null]);
  });

  test("a branch of a branch, another one at the same point, and one at the very first message", async () => {
    const { conversationId: parent } = first;
    const one = await branch("It is white.", second.episodeId);
    const later = await api.say("It has two seats.", { conversationId: one.conversationId });
    await branch("It has three seats.", later.episodeId);
    expect(sent()).toEqual(["My canoe is called Otter.", "It is white.", "It has three seats."]);
    const sibling = await branch("It is black.", one.episodeId);
    expect(sent()).toEqual(["My canoe is called Otter.", "It is black."]);
    expect(await thread(sibling.conversationId)).toMatchObject({
      branchOf: { conversationId: parent, ordinal: 1 },
    });
    const start = await branch("My canoe is called Beaver.", first.episodeId);
    expect(sent()).toEqual(["My canoe is called Beaver."]);
    expect(await thread(start.conversationId)).toMatchObject({
      branchOf: { conversationId: parent, ordinal: 0 },
    });
  });

  test("what is asked of the memory in its first message means the turns before it", async () => {
    const talk = await api.say("My locker is 12.");
    const { conversationId } = talk;
    const next = await api.say("Thank you.", { conversationId });
    const kept = await branch("Remember that.", next.episodeId);
    expect(kept.memory).toMatchObject([{ action: "remembered", ids: [talk.episodeId] }]);
    expect((await branch("Forget that.", next.episodeId)).memory).toMatchObject([{ action: "put_away" }]);
    const { episodeId } = await api.say("Forget that.", { conversationId });
    expect((await branch("Undo that.", episodeId)).model).not.toBe("engram");
    const last = await api.say("Well.", { conversationId });
    expect((await branch("Undo that.", last.episodeId)).reply).toBe("All right, everything stays as it was.");
  });

  test("it outlives its conversation, and begins with its own turns then", async () => {
    const talk = await api.say("I read about herons.");
    const { conversationId } = talk;
    const next = await api.say("They are grey.", { conversationId });
    const edited = await branch("They are patient.", next.episodeId);
    expect((await api.send("DELETE", `/conversations/${conversationId}`)).status).toBe(200);
    await api.say("Very patient.", { conversationId: edited.conversationId });
    expect(sent()).toEqual(["They are patient.", "Very patient."]);
    expect(await thread(edited.conversationId)).toMatchObject({
      episodeCount: 2,
      branchOf: { conversationId },
    });
  });

  test("what cannot be edited is refused with the field's name", async () => {
    const { conversationId, episodeId } = first;
    const ask = (more: object, message = "Again.") => api.post("/chat", { message, ...more });
    const refused = { status: 400, body: { errors: [{ field: "branchFrom" }] } };
    expect(await ask({ branchFrom: "no-such-turn" })).toMatchObject({ ...refused, status: 404 });
    expect(await ask({ branchFrom: episodeId, conversationId })).toMatchObject(refused);
    expect(await ask({ branchFrom: episodeId, replaces: episodeId })).toMatchObject(refused);
    const secret = await api.say("Off the record: I lost the paddle.");
    expect(await ask({ branchFrom: secret.episodeId })).toMatchObject(refused);
    const old = await api.say("One.");
    await api.say("Two.", { replaces: old.episodeId });
    expect(await ask({ branchFrom: old.episodeId })).toMatchObject(refused);
  });

  test("an imported copy has the same branches", async () => {
    const file = (await api.get("/memory/export")).text;
    const heads = (text: string) =>
      text.split("\n").flatMap((line) => {
        const { kind, conversation } = JSON.parse(line || "{}");
        return kind === "conversation" && conversation.branchOf !== undefined
          ? [[conversation.id, conversation.branchOf, conversation.branchAt]]
          : [];
      });
    const place = await testFolder();
    const other = await startService(place.path, { LLAMA_CPP_URL: `${fake.url}/v1` });
    const there = client(other.url);
    const answer = await there.post("/memory/import", file, {
      "content-type": "application/x-ndjson",
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    // One whose conversation was forgotten stands alone there.
    const kept = heads(file).filter(([, parent]) => file.includes(`"conversation":{"id":"${parent}"`));
    expect(kept).toHaveLength(heads(file).length - 1);
    expect(heads((await there.get("/memory/export")).text)).toEqual(kept);
    await other.stop();
    await place.remove();
  });
});

test("branches of branches are bounded", async () => {
  const folder = await testFolder();
  const service = await startService(folder.path);
  const api = client(service.url);
  let { conversationId } = await api.say("Zero.");
  for (let depth = 1; depth <= BRANCH_DEPTH_MAX; depth++) {
    const { episodeId } = await api.say("And?", { conversationId });
    ({ conversationId } = await api.say(`Level ${depth}.`, { branchFrom: episodeId }));
  }
  const { episodeId } = await api.say("And?", { conversationId });
  const answer = await api.post("/chat", { message: "One more.", branchFrom: episodeId });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: "branchFrom" }] } });
  await service.stop();
  await folder.remove();
});

test("a long history is cut among the shared turns, and stays cut", async () => {
  const folder = await testFolder();
  const limits = { historyTokensMax: 200 };
  const service = await startService(folder.path, { LLAMA_CPP_URL: `${fake.url}/v1` }, limits);
  const api = client(service.url);
  const long = (what: string): string => `${what} ${"and so on ".repeat(12)}`.trim();
  const { conversationId } = await api.say(long("One"));
  for (const what of ["Two", "Three", "Four", "Five"]) await api.say(long(what), { conversationId });
  const six = await api.say(long("Six"), { conversationId });
  const edited = await api.say(long("Other"), { branchFrom: six.episodeId });
  for (const what of ["Seven", "Eight"]) await api.say(what, { conversationId: edited.conversationId });
  const [summary, ...turns] = sent().map((text) => text.split(" ")[0]);
  expect(summary).toBe("[Summary");
  expect(turns).toEqual(["Five", "Other", "Seven", "Eight"]);
  await service.stop();
  await folder.remove();
});
