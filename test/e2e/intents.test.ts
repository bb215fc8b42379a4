import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { client, type Client, type Said } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Short plain imperatives to the memory, through a real service, in four languages. */
let folder: TestFolder;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await folder.remove();
});
beforeEach(async () => {
  await api.post("/memory/forget", { everything: true });
});

async function restart(): Promise<void> {
  await service.stop();
  service = await startService(folder.path);
  api = client(service.url);
}

type Acted = Said & { memory: { action: string; counts: Record<string, number> }[] };

/** A conversation: every message goes on in it. */
function conversation(): (message: string, more?: Record<string, unknown>) => Promise<Acted> {
  let conversationId: string | undefined;
  return async (message, more = {}) => {
    const said = (await api.say(message, { conversationId, ...more })) as Acted;
    conversationId = said.conversationId;
    return said;
  };
}

function actions(said: Acted): string[] {
  return said.memory.map((act) => act.action);
}

/** Files of the data folder that hold one of these words, in any case; backups aside. */
async function filesWith(...words: string[]): Promise<string[]> {
  const data = join(folder.path, "data");
  const found: string[] = [];
  for (const name of (await readdir(data)).filter((one) => !one.endsWith(".bak"))) {
    const text = (await readFile(join(data, name))).toString("latin1").toLowerCase();
    for (const word of words) if (text.includes(word.toLowerCase())) found.push(`${word} in ${name}`);
  }
  return found;
}

const TOLD = {
  en: ["My sister Annelie lives in Lyon.", "Forget that.", "Where does my sister live?", "Forgotten"],
  de: [
    "Meine Schwester Annelie wohnt in Lyon.",
    "Vergiss das bitte.",
    "Wo wohnt meine Schwester?",
    "Vergessen",
  ],
  fr: ["Ma sœur Annelie habite à Lyon.", "Oublie ça.", "Où habite ma sœur ?", "Oublié"],
  es: ["Mi hermana Annelie vive en Lyon.", "Olvida eso.", "¿Dónde vive mi hermana?", "Olvidado"],
} as const;

describe.each(Object.entries(TOLD))("%s: forget that", (_language, [told, wish, question, answer]) => {
  test("what was said last is gone from every file, and stays gone", async () => {
    const say = conversation();
    await say(told);
    await api.extracted();
    const said = await say(wish);
    expect(said.reply).toContain(answer);
    expect(said.model).toBe("engram");
    expect(actions(said)).toEqual(["forgotten"]);
    expect(await filesWith("Annelie", "Lyon")).toEqual([]);
    await restart();
    const asked = await api.say(question);
    expect(asked.reply).not.toContain("Lyon");
    expect(asked.recalled).toEqual([]);
  });
});

const TARGETS = [
  ["My friend Osric lives in Bergamo.", "please forget what I told you about Osric", "Osric"],
  ["Mein Freund Osric wohnt in Bergamo.", "Lösch bitte, was ich dir über Osric erzählt habe.", "Osric"],
  ["Mon ami Osric habite à Bergame.", "oublie tout ce que je t'ai dit sur Osric stp", "Osric"],
  ["Mi amigo Osric vive en Bergamo.", "por favor borra lo que te conté de Osric", "Osric"],
] as const;

test.each(TARGETS)("told: %s", async (told, wish, word) => {
  await api.say(told);
  await api.extracted();
  const said = (await api.say(wish)) as Acted;
  expect(actions(said)).toContain("forgotten");
  expect(said.reply).not.toContain(word);
  expect(await filesWith(word)).toEqual([]);
});

test("words that no fact rests on are forgotten too, and the rest of the turn stays", async () => {
  await api.say("The gate opens with quixotic-77. My brother Tom lives in Oslo.");
  await api.extracted();
  const said = (await api.say("forget what I said about the gate please")) as Acted;
  expect(actions(said)).toEqual(["forgotten"]);
  expect(await filesWith("quixotic")).toEqual([]);
  expect((await api.say("Where does my brother live?")).reply).toContain("Oslo");
});

describe("somebody's things are theirs", () => {
  test("everything about one sister, and nothing about the other", async () => {
    await api.say("My sister Annelie lives in Lyon. My sister Mia lives in Lyon.");
    await api.say("Annelie likes jazz. Mia likes chess.");
    await api.extracted();
    const said = (await api.say("Forget everything about my sister Annelie.")) as Acted;
    expect(actions(said)).toContain("forgotten");
    expect(await filesWith("Annelie", "jazz")).toEqual([]);
    const known = (await api.get("/memory/facts?limit=50")).text;
    expect(known).toContain("Mia");
    expect(known).toContain("chess");
  });

  test("Vergiss alles, was ich dir über Annelie erzählt habe: not everything", async () => {
    await api.say("Meine Schwester Annelie wohnt in Lyon. Mein Bruder Tom wohnt in Oslo.");
    await api.extracted();
    const said = (await api.say("Vergiss alles, was ich dir über Annelie erzählt habe")) as Acted;
    expect(actions(said)).toContain("forgotten");
    expect(await filesWith("Annelie")).toEqual([]);
    expect((await api.get("/memory/facts?limit=50")).text).toContain("Oslo");
  });

  test("the dog's go, and the cat's stay", async () => {
    await api.say("I have a dog named Rex. I have a cat named Tiger.");
    await api.extracted();
    const said = (await api.say("Forget everything about my dog Rex.")) as Acted;
    expect(actions(said)).toContain("forgotten");
    expect(await filesWith("Rex")).toEqual([]);
    expect((await api.get("/memory/facts?limit=50")).text).toContain("Tiger");
  });

  test("a dog is no cat: by the kind of animal alone nothing else is taken", async () => {
    await api.say("I have a cat named Tiger.");
    await api.extracted();
    const known = (await api.get("/memory/facts?limit=50")).text;
    expect(actions((await api.say("Forget everything about my dog.")) as Acted)).toEqual([]);
    expect((await api.get("/memory/facts?limit=50")).text).toBe(known);
  });

  test("where the user lives is not where somebody else lives", async () => {
    await api.say("My brother Tom lives in Oslo.");
    await api.say("I live in Oslo.");
    await api.extracted();
    const said = (await api.say("Forget that I live in Oslo.")) as Acted;
    expect(actions(said)).toContain("forgotten");
    const known = (await api.get("/memory/facts?limit=50")).text;
    expect(known).toContain("Tom lives in Oslo");
    expect(known).not.toContain("The user lives in Oslo");
  });

  test("of two sisters it is asked which one is meant", async () => {
    await api.say("My sister Annelie lives in Lyon. My sister Mia lives in Lille.");
    await api.extracted();
    const said = (await api.say("Forget what I told you about my sister.")) as Acted;
    expect(actions(said)).toEqual(["asked"]);
    const known = (await api.get("/memory/facts?limit=50")).text;
    expect(known).toContain("Annelie");
    expect(known).toContain("Mia");
  });
});

test.each(["Will", "Ella", "Don", "Al"])("a name that is a stop word: %s", async (name) => {
  await api.say(`My friend ${name} lives in Bergamo. My brother Tom lives in Oslo.`);
  await api.extracted();
  const said = (await api.say(`Forget what I told you about ${name}.`)) as Acted;
  expect(actions(said)).toContain("forgotten");
  expect(await filesWith("Bergamo")).toEqual([]);
  expect((await api.get("/memory/facts?limit=50")).text).toContain("Oslo");
});

test("the clinic is found by that word, and by no other", async () => {
  await api.say("I work at a clinic.");
  await api.extracted();
  expect(actions((await api.say("Forget what I told you about the hospital.")) as Acted)).toEqual([]);
  expect(actions((await api.say("Forget what I told you about the clinic.")) as Acted)).toContain(
    "forgotten",
  );
  expect(await filesWith("clinic")).toEqual([]);
});

test("somebody's nickname stands for them until it is forgotten", async () => {
  const say = conversation();
  await say("My brother Heriberto lives in Marana.");
  await api.extracted();
  await say("Heriberto goes by Beto.");
  await api.extracted();
  const found = (await api.get("/memory/search?q=Where+does+Beto+live&limit=1")).body;
  expect(found.results[0].text).toBe("The user's brother Heriberto lives in Marana.");
  const said = await say("Forget that Heriberto goes by Beto.");
  expect(actions(said)).toEqual(["forgotten"]);
  const { items } = (await api.get("/memory/entities?limit=20")).body;
  expect(JSON.stringify(items)).not.toContain("Beto");
  expect(JSON.stringify(items)).toContain("Heriberto");
  expect(await filesWith("Beto")).toEqual([]);
});

test("everything: turns that speak of somebody go as well, though no fact rests on them", async () => {
  await api.say("My colleague Saskia lives in Hull.");
  await api.say("Saskia told me over noodles that she is quixotic about leaving");
  await api.extracted();
  const said = (await api.say("Forget everything about Saskia.")) as Acted;
  expect(actions(said)).toEqual(["forgotten"]);
  expect(await filesWith("Saskia", "quixotic")).toEqual([]);
});

test("told and taken back in one message: never written down", async () => {
  const said = (await api.say("The gate opens with quixotic-77. Oh no, forget that.")) as Acted;
  expect(actions(said)).toEqual(["forgotten"]);
  expect(await filesWith("quixotic")).toEqual([]);
});

test("an unclear wish is asked back about, and a number answers it", async () => {
  const say = conversation();
  await say("My friend Tom lives in Oslo.");
  await say("My friend Tom likes jazz.");
  await api.extracted();
  const asked = await say("please forget Tom");
  expect(actions(asked)).toEqual(["asked"]);
  expect((await api.get("/memory/facts?limit=50")).text).toContain("jazz");
  const place =
    asked.reply
      .split("\n")
      .find((line) => line.includes("jazz"))
      ?.slice(0, 1) ?? "";
  const answered = await say(place);
  expect(actions(answered)).toEqual(["forgotten"]);
  expect(await filesWith("jazz")).toEqual([]);
  expect((await say("Where does Tom live?")).reply).toContain("Oslo");
});

test("no keeps everything; a new topic lets the question lapse", async () => {
  const say = conversation();
  await say("My sister Annelie lives in Lyon.");
  await api.extracted();
  expect(actions(await say("forget everything"))).toEqual(["asked"]);
  expect((await say("no")).memory).toEqual([]);
  expect(actions(await say("forget everything"))).toEqual(["asked"]);
  expect((await say("Where does my sister live?")).reply).toContain("Lyon");
  expect(actions(await say("forget everything"))).toEqual(["asked"]);
  expect(actions(await say("yes"))).toEqual(["forgotten"]);
  expect((await api.get("/memory/stats")).body.facts).toEqual({});
});

test("nothing found is said, and nothing is forgotten", async () => {
  await api.say("My sister Annelie lives in Lyon.");
  await api.extracted();
  const said = (await api.say("forget what I told you about the submarine")) as Acted;
  expect(said.memory).toEqual([]);
  expect(said.reply).toContain("nothing");
  expect(await filesWith("submarine")).toEqual([]);
  expect((await api.get("/memory/facts")).text).toContain("Lyon");
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
    const say = conversation();
    const said = await say(secret);
    expect(actions(said)).toEqual(["off_record"]);
    expect(await filesWith("Zebulon")).toEqual([]);
    const episode = (await api.get(`/memory/episodes/${said.episodeId}`)).body;
    expect(episode).toMatchObject({
      userMessage: "[off the record]",
      memory: "off",
      extraction: { state: "none" },
    });
    expect((await api.get(`/conversations/${said.conversationId}`)).text).not.toContain("Zebulon");
    await api.verify();
    await restart();
    expect(await filesWith("Zebulon")).toEqual([]);
    expect((await api.get("/memory/search?q=Zebulon")).text).not.toContain("barn");
  });

  test("from now on, over a restart, until it is taken back", async () => {
    const say = conversation();
    expect(actions(await say("Off the record from now on."))).toEqual(["off_record"]);
    await say("My secret is quixotic.");
    await restart();
    await say("And my other secret is mellifluous.");
    expect(actions(await say("back on the record"))).toEqual(["off_record"]);
    await say("My brother Tom lives in Oslo.");
    await api.extracted();
    expect(await filesWith("quixotic", "mellifluous")).toEqual([]);
    expect((await api.get("/memory/facts")).text).toContain("Oslo");
  });

  test("afterwards: the turn before goes", async () => {
    const say = conversation();
    await say("My boss Ravinder drinks.");
    expect(actions(await say("That was off the record."))).toContain("forgotten");
    expect(await filesWith("Ravinder")).toEqual([]);
  });

  test("a client that resends its history, and its request for a title, leave no trace", async () => {
    const secret = { role: "user", content: "off the record: I kissed Zebulon" };
    const first = (await api.post("/v1/chat/completions", { messages: [secret] })).body;
    const reply = first.choices[0].message;
    const messages = [secret, reply, { role: "user", content: "What is the weather like?" }];
    const second = await api.post("/v1/chat/completions", { messages });
    expect(second.status).toBe(200);
    const title = `### Task:\nGenerate a title.\n<chat_history>\nUSER: ${secret.content}\n</chat_history>`;
    await api.post("/v1/chat/completions", { messages: [{ role: "user", content: title }] });
    expect(await filesWith("Zebulon")).toEqual([]);
    expect((await api.get("/conversations")).body.items).toHaveLength(1);
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
    await api.say(told);
    await api.extracted();
    const say = conversation();
    expect((await say(question)).reply).toContain("Lyon");
    const explained = await say(why);
    expect(actions(explained)).toEqual(["explained"]);
    expect(explained.reply).toContain(told.replace(/\.$/, ""));
    expect(actions(await say(wrong))).toEqual(["disputed"]);
    expect((await api.get("/memory/facts?status=disputed")).body.items).toHaveLength(1);
    expect(actions(await say(undo))).toEqual(["undone"]);
    expect((await api.get("/memory/facts?status=disputed")).body.items).toEqual([]);
  });

  test("without a memory behind the reply they are ordinary words", async () => {
    const say = conversation();
    await say("What is the capital of Peru?");
    expect((await say("Why do you think so?")).memory).toEqual([]);
    expect((await say("That's wrong.")).memory).toEqual([]);
    expect((await say("undo that")).memory).toEqual([]);
  });

  test("a forgetting cannot be undone, and says so", async () => {
    const say = conversation();
    await say("My sister Annelie lives in Lyon.");
    await say("Forget that.");
    const said = await say("undo that");
    expect(said.memory).toEqual([]);
    expect(said.reply).toContain("cannot be brought back");
  });
});

test("remember: kept with high importance and confirmed, without a model", async () => {
  const said = (await api.say("Remember: my brother Tom lives in Oslo.")) as Acted;
  expect(actions(said)).toEqual(["remembered"]);
  expect(said.model).toBe("engram");
  await api.extracted();
  const episode = (await api.get(`/memory/episodes/${said.episodeId}`)).body;
  expect(episode.importance).toBeGreaterThanOrEqual(0.9);
  expect((await api.say("Where does my brother live?")).reply).toContain("Oslo");
  const off = (await api.say("Remember: my aunt Ulla lives in Bonn.", { memory: "off" })) as Acted;
  expect(off.memory).toEqual([]);
});

test("an intent among other words: done first, then the rest is answered", async () => {
  const say = conversation();
  await say("My sister Annelie lives in Lyon. My brother Tom lives in Oslo.");
  await api.extracted();
  const said = await say("Forget what I said about Annelie. Where does my brother live?");
  expect(actions(said)).toEqual(["forgotten"]);
  expect(said.reply.startsWith("Forgotten")).toBe(true);
  expect(said.reply).toContain("Oslo");
  expect(said.model).not.toBe("engram");
  expect(await filesWith("Annelie")).toEqual([]);
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
  const say = conversation();
  await say("My sister Annelie lives in Lyon.");
  await api.extracted();
  expect((await say(message)).memory).toEqual([]);
  expect((await api.get("/memory/facts")).text).toContain("Lyon");
});

test("a retried wish is done once and answered the same", async () => {
  const say = conversation();
  const { conversationId } = await say("My sister Annelie lives in Lyon.");
  await api.extracted();
  const headers = { "idempotency-key": "wish-1" };
  const first = await api.post("/chat", { message: "Forget that.", conversationId }, headers);
  const again = await api.post("/chat", { message: "Forget that.", conversationId }, headers);
  expect(again.body.reply).toBe(first.body.reply);
  expect(again.body.episodeId).toBe(first.body.episodeId);
});

test("as events: memory comes before the first piece of the reply", async () => {
  const { conversationId } = await api.say("My sister Annelie lives in Lyon.");
  const accept = { accept: "text/event-stream" };
  const { text } = await api.post("/chat", { message: "Forget that.", conversationId }, accept);
  const acted = text.indexOf('"action":"forgotten"');
  expect(acted).toBeGreaterThan(0);
  expect(text.indexOf("event: delta")).toBeGreaterThan(acted);
});
