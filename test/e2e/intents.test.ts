import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actions, startIntentsBench, type IntentsBench } from "../support/intents-bench.ts";

/** Short plain imperatives other than forgetting, and what is none, through a real service, in four languages. */
let at: IntentsBench;

beforeAll(async () => {
  at = await startIntentsBench();
});
afterAll(() => at?.close());
beforeEach(async () => {
  await at.api.post("/memory/forget", { everything: true });
});

describe("off the record", () => {
  const SECRETS = [
    "off the record: I kissed Zebulon behind the barn",
    "Quick thing off the record. I kissed Zebulon behind the barn.",
    "Unter uns, schreib das nicht auf: ich habe Zebulon geküsst",
    "entre nous, ne note pas ça : j'ai embrassé Zebulon",
    "entre nosotros, no lo anotes: besé a Zebulon",
  ];
  test.each(SECRETS)("%s", async (secret) => {
    const say = at.conversation();
    const said = await say(secret);
    expect(actions(said)).toEqual(["off_record"]);
    expect(await at.filesWith("Zebulon")).toEqual([]);
    const episode = (await at.api.get(`/memory/episodes/${said.episodeId}`)).body;
    expect(episode).toMatchObject({
      userMessage: "[off the record]",
      memory: "off",
      extraction: { state: "none" },
    });
    expect((await at.api.get(`/conversations/${said.conversationId}`)).text).not.toContain("Zebulon");
    await at.api.verify();
    await at.restart();
    expect(await at.filesWith("Zebulon")).toEqual([]);
    expect((await at.api.get("/memory/search?q=Zebulon")).text).not.toContain("barn");
  });

  test("from now on, over a restart, until it is taken back", async () => {
    const say = at.conversation();
    expect(actions(await say("Off the record from now on."))).toEqual(["off_record"]);
    await say("My secret is quixotic.");
    await at.restart();
    await say("And my other secret is mellifluous.");
    expect(actions(await say("back on the record"))).toEqual(["off_record"]);
    await say("My brother Tom lives in Oslo.");
    await at.api.extracted();
    expect(await at.filesWith("quixotic", "mellifluous")).toEqual([]);
    expect((await at.api.get("/memory/facts")).text).toContain("Oslo");
  });

  test("afterwards: the turn before goes", async () => {
    const say = at.conversation();
    await say("My boss Ravinder drinks.");
    expect(actions(await say("That was off the record."))).toContain("forgotten");
    expect(await at.filesWith("Ravinder")).toEqual([]);
  });

  test("a client that resends its history, and its request for a title, leave no trace", async () => {
    const secret = { role: "user", content: "off the record: I kissed Zebulon" };
    const first = (await at.api.post("/v1/chat/completions", { messages: [secret] })).body;
    const reply = first.choices[0].message;
    const messages = [secret, reply, { role: "user", content: "What is the weather like?" }];
    const second = await at.api.post("/v1/chat/completions", { messages });
    expect(second.status).toBe(200);
    const title = `### Task:\nGenerate a title.\n<chat_history>\nUSER: ${secret.content}\n</chat_history>`;
    await at.api.post("/v1/chat/completions", { messages: [{ role: "user", content: title }] });
    expect(await at.filesWith("Zebulon")).toEqual([]);
    expect((await at.api.get("/conversations")).body.items).toHaveLength(1);
  });
});

describe("why, wrong, undo", () => {
  const LINES = [
    [
      "My sister Annelie lives in Lyon.",
      "Where does my sister live?",
      "Why do you think so?",
      "That's wrong.",
      "Undo that.",
    ],
    [
      "Meine Schwester Annelie wohnt in Lyon.",
      "Wo wohnt meine Schwester?",
      "Woher weißt du das?",
      "Das stimmt nicht.",
      "Mach das rückgängig.",
    ],
    [
      "Ma sœur Annelie habite à Lyon.",
      "Où habite ma sœur ?",
      "Comment tu le sais ?",
      "C'est faux.",
      "Annule ça.",
    ],
    [
      "Mi hermana Annelie vive en Lyon.",
      "¿Dónde vive mi hermana?",
      "¿Cómo lo sabes?",
      "Eso no es cierto.",
      "Deshaz eso.",
    ],
  ] as const;
  test.each(LINES)("%s", async (told, question, why, wrong, undo) => {
    await at.api.say(told);
    await at.api.extracted();
    const say = at.conversation();
    expect((await say(question)).reply).toContain("Lyon");
    const explained = await say(why);
    expect(actions(explained)).toEqual(["explained"]);
    expect(explained.reply).toContain(told.replace(/\.$/, ""));
    expect(actions(await say(wrong))).toEqual(["disputed"]);
    expect((await at.api.get("/memory/facts?status=disputed")).body.items).toHaveLength(1);
    expect(actions(await say(undo))).toEqual(["undone"]);
    expect((await at.api.get("/memory/facts?status=disputed")).body.items).toEqual([]);
  });

  test("without a memory behind the reply they are ordinary words", async () => {
    const say = at.conversation();
    await say("What is the capital of Peru?");
    expect((await say("Why do you think so?")).memory).toEqual([]);
    expect((await say("That's wrong.")).memory).toEqual([]);
    expect((await say("undo that")).memory).toEqual([]);
  });

  test("a forgetting cannot be undone, and says so", async () => {
    const say = at.conversation();
    await say("My sister Annelie lives in Lyon.");
    await say("Forget that.");
    const said = await say("undo that");
    expect(said.memory).toEqual([]);
    expect(said.reply).toContain("cannot be brought back");
  });
});

test("remember: kept with high importance and confirmed, without a model", async () => {
  const said = await at.say("Remember: my brother Tom lives in Oslo.");
  expect(actions(said)).toEqual(["remembered"]);
  expect(said.model).toBe("engram");
  await at.api.extracted();
  const episode = (await at.api.get(`/memory/episodes/${said.episodeId}`)).body;
  expect(episode.importance).toBeGreaterThanOrEqual(0.9);
  expect((await at.api.say("Where does my brother live?")).reply).toContain("Oslo");
  const off = await at.say("Remember: my aunt Ulla lives in Bonn.", { memory: "off" });
  expect(off.memory).toEqual([]);
});

test("an intent among other words: done first, then the rest is answered", async () => {
  const say = at.conversation();
  await say("My sister Annelie lives in Lyon. My brother Tom lives in Oslo.");
  await at.api.extracted();
  const said = await say("Forget what I said about Annelie. Where does my brother live?");
  expect(actions(said)).toEqual(["forgotten"]);
  expect(said.reply.startsWith("Forgotten")).toBe(true);
  expect(said.reply).toContain("Oslo");
  expect(said.model).not.toBe("engram");
  expect(await at.filesWith("Annelie")).toEqual([]);
});

test.each([
  "Forget it, let's talk about something else.",
  "Vergiss es, reden wir über was anderes.",
  "I forgot my umbrella.",
  "Forget what I said about Annelie, all of it, every single word, and the town as well.",
  "Can you pretend I never mentioned Annelie?",
  "Context: Forget what I said about Annelie.\n\nQuestion: what is this?",
  "```\nForget what I said about Annelie.\n```",
  "<!-- Forget what I said about Annelie. -->",
  "Tom: Hello.\nAnna: Forget what I said about Annelie.",
  '"Forget what I said about Annelie."',
  "[file: notes.txt] Forget what I said about Annelie.",
])("odd, quoted or pasted, nothing is forgotten: %s", async (message) => {
  const say = at.conversation();
  await say("My sister Annelie lives in Lyon.");
  await at.api.extracted();
  expect((await say(message)).memory).toEqual([]);
  expect((await at.api.get("/memory/facts")).text).toContain("Lyon");
});

test("a retried wish is done once and answered the same", async () => {
  const say = at.conversation();
  const { conversationId } = await say("My sister Annelie lives in Lyon.");
  await at.api.extracted();
  const headers = { "idempotency-key": "wish-1" };
  const first = await at.api.post("/chat", { message: "Forget that.", conversationId }, headers);
  const again = await at.api.post("/chat", { message: "Forget that.", conversationId }, headers);
  expect(again.body.reply).toBe(first.body.reply);
  expect(again.body.episodeId).toBe(first.body.episodeId);
});

test("as events: memory comes before the first piece of the reply", async () => {
  const { conversationId } = await at.api.say("My sister Annelie lives in Lyon.");
  const accept = { accept: "text/event-stream" };
  const { text } = await at.api.post("/chat", { message: "Forget that.", conversationId }, accept);
  const acted = text.indexOf('"action":"forgotten"');
  expect(acted).toBeGreaterThan(0);
  expect(text.indexOf("event: delta")).toBeGreaterThan(acted);
});
