import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actions, startIntentsBench, type IntentsBench } from "../support/intents-bench.ts";

/** Short plain wishes to forget, through a real service, in four languages: what goes and what stays. */
let at: IntentsBench;

beforeAll(async () => {
  at = await startIntentsBench();
});
afterAll(() => at?.close());
beforeEach(async () => {
  await at.api.post("/memory/forget", { everything: true });
});

const TOLD = {
  en: ["My sister Annelie lives in Lyon.", "Forget that.", "Where does my sister live?", "Forgotten"],
  de: [
    "Meine Schwester Annelie wohnt in Lyon.",
    "Vergiss das bitte.",
    "Wo wohnt meine Schwester?",
    "vergessen",
  ],
  fr: ["Ma sœur Annelie habite à Lyon.", "Oublie ça.", "Où habite ma sœur ?", "Oublié"],
  es: ["Mi hermana Annelie vive en Lyon.", "Olvida eso.", "¿Dónde vive mi hermana?", "Olvidado"],
} as const;

describe.each(Object.entries(TOLD))("%s: forget that", (_language, [told, wish, question, answer]) => {
  test("what was said last is gone from every file, and stays gone", async () => {
    const say = at.conversation();
    await say(told);
    await at.api.extracted();
    const said = await say(wish);
    expect(said.reply).toContain(answer);
    expect(said.model).toBe("engram");
    expect(actions(said)).toEqual(["forgotten"]);
    expect(await at.filesWith("Annelie", "Lyon")).toEqual([]);
    await at.restart();
    const asked = await at.api.say(question);
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
  await at.api.say(told);
  await at.api.extracted();
  const said = await at.say(wish);
  expect(actions(said)).toContain("forgotten");
  expect(said.reply).not.toContain(word);
  expect(await at.filesWith(word)).toEqual([]);
});

test("words that no fact rests on are forgotten too, and the rest of the turn stays", async () => {
  await at.api.say("The gate opens with quixotic-77. My brother Tom lives in Oslo.");
  await at.api.extracted();
  const said = await at.say("forget what I said about the gate please");
  expect(actions(said)).toEqual(["forgotten"]);
  expect(await at.filesWith("quixotic")).toEqual([]);
  expect((await at.api.say("Where does my brother live?")).reply).toContain("Oslo");
});

describe("somebody's things are theirs", () => {
  test("everything about one sister, and nothing about the other", async () => {
    await at.api.say("My sister Annelie lives in Lyon. My sister Mia lives in Lyon.");
    await at.api.say("Annelie likes jazz. Mia likes chess.");
    await at.api.extracted();
    const said = await at.say("Forget everything about my sister Annelie.");
    expect(actions(said)).toContain("forgotten");
    expect(await at.filesWith("Annelie", "jazz")).toEqual([]);
    const known = (await at.api.get("/memory/facts?limit=50")).text;
    expect(known).toContain("Mia");
    expect(known).toContain("chess");
  });

  test("Vergiss alles, was ich dir über Annelie erzählt habe: not everything", async () => {
    await at.api.say("Meine Schwester Annelie wohnt in Lyon. Mein Bruder Tom wohnt in Oslo.");
    await at.api.extracted();
    const said = await at.say("Vergiss alles, was ich dir über Annelie erzählt habe");
    expect(actions(said)).toContain("forgotten");
    expect(await at.filesWith("Annelie")).toEqual([]);
    expect((await at.api.get("/memory/facts?limit=50")).text).toContain("Oslo");
  });

  test("the dog's go, and the cat's stay", async () => {
    await at.api.say("I have a dog named Rex. I have a cat named Tiger.");
    await at.api.extracted();
    const said = await at.say("Forget everything about my dog Rex.");
    expect(actions(said)).toContain("forgotten");
    expect(await at.filesWith("Rex")).toEqual([]);
    expect((await at.api.get("/memory/facts?limit=50")).text).toContain("Tiger");
  });

  test("a dog is no cat: by the kind of animal alone nothing else is taken", async () => {
    await at.api.say("I have a cat named Tiger.");
    await at.api.extracted();
    const known = (await at.api.get("/memory/facts?limit=50")).text;
    expect(actions(await at.say("Forget everything about my dog."))).toEqual([]);
    expect((await at.api.get("/memory/facts?limit=50")).text).toBe(known);
  });

  test("where the user lives is not where somebody else lives", async () => {
    await at.api.say("My brother Tom lives in Oslo.");
    await at.api.say("I live in Oslo.");
    await at.api.extracted();
    const said = await at.say("Forget that I live in Oslo.");
    expect(actions(said)).toContain("forgotten");
    const known = (await at.api.get("/memory/facts?limit=50")).text;
    expect(known).toContain("Tom lives in Oslo");
    expect(known).not.toContain("The user lives in Oslo");
  });

  test("a letter tells vitamin D from vitamin B", async () => {
    for (const object of ["vitamin D", "vitamin B"]) {
      const fact = {
        subject: "user",
        predicate: "TAKES_MEDICATION",
        object,
        text: `The user takes ${object}.`,
      };
      expect((await at.api.post("/memory/facts", fact)).status).toBe(201);
    }
    expect(actions(await at.say("Forget that I take vitamin D."))).toContain("forgotten");
    const known = (await at.api.get("/memory/facts?limit=50")).text;
    expect(known).toContain("vitamin B");
    expect(known).not.toContain("vitamin D");
  });

  test("of two sisters it is asked which one is meant", async () => {
    await at.api.say("My sister Annelie lives in Lyon. My sister Mia lives in Lille.");
    await at.api.extracted();
    const said = await at.say("Forget what I told you about my sister.");
    expect(actions(said)).toEqual(["asked"]);
    const known = (await at.api.get("/memory/facts?limit=50")).text;
    expect(known).toContain("Annelie");
    expect(known).toContain("Mia");
  });
});

test.each(["Will", "Ella", "Don", "Al"])("a name that is a stop word: %s", async (name) => {
  await at.api.say(`My friend ${name} lives in Bergamo. My brother Tom lives in Oslo.`);
  await at.api.extracted();
  const said = await at.say(`Forget what I told you about ${name}.`);
  expect(actions(said)).toContain("forgotten");
  expect(await at.filesWith("Bergamo")).toEqual([]);
  expect((await at.api.get("/memory/facts?limit=50")).text).toContain("Oslo");
});

test("the clinic is found by that word, and by no other", async () => {
  await at.api.say("I work at a clinic.");
  await at.api.extracted();
  expect(actions(await at.say("Forget what I told you about the hospital."))).toEqual([]);
  expect(actions(await at.say("Forget what I told you about the clinic."))).toContain("forgotten");
  expect(await at.filesWith("clinic")).toEqual([]);
});

test("somebody's nickname stands for them until it is forgotten", async () => {
  const say = at.conversation();
  await say("My brother Heriberto lives in Marana.");
  await at.api.extracted();
  await say("Heriberto goes by Beto.");
  await at.api.extracted();
  const found = (await at.api.get("/memory/search?q=Where+does+Beto+live&limit=1")).body;
  expect(found.results[0].text).toBe("The user's brother Heriberto lives in Marana.");
  const said = await say("Forget that Heriberto goes by Beto.");
  expect(actions(said)).toEqual(["forgotten"]);
  const { items } = (await at.api.get("/memory/entities?limit=20")).body;
  expect(JSON.stringify(items)).not.toContain("Beto");
  expect(JSON.stringify(items)).toContain("Heriberto");
  expect(await at.filesWith("Beto")).toEqual([]);
});

test("everything: turns that speak of somebody go as well, though no fact rests on them", async () => {
  await at.api.say("My colleague Saskia lives in Hull.");
  await at.api.say("Saskia told me over noodles that she is quixotic about leaving");
  await at.api.extracted();
  const said = await at.say("Forget everything about Saskia.");
  expect(actions(said)).toEqual(["forgotten"]);
  expect(await at.filesWith("Saskia", "quixotic")).toEqual([]);
});

test("told and taken back in one message: never written down", async () => {
  const said = await at.say("The gate opens with quixotic-77. Oh no, forget that.");
  expect(actions(said)).toEqual(["forgotten"]);
  expect(await at.filesWith("quixotic")).toEqual([]);
});

test("an unclear wish is asked back about, and a number answers it", async () => {
  const say = at.conversation();
  await say("My friend Tom lives in Oslo.");
  await say("My friend Tom likes jazz.");
  await at.api.extracted();
  const asked = await say("please forget Tom");
  expect(actions(asked)).toEqual(["asked"]);
  expect((await at.api.get("/memory/facts?limit=50")).text).toContain("jazz");
  const place =
    asked.reply
      .split("\n")
      .find((line) => line.includes("jazz"))
      ?.slice(0, 1) ?? "";
  const answered = await say(place);
  expect(actions(answered)).toEqual(["forgotten"]);
  expect(await at.filesWith("jazz")).toEqual([]);
  expect((await say("Where does Tom live?")).reply).toContain("Oslo");
});

test("no keeps everything; a new topic lets the question lapse", async () => {
  const say = at.conversation();
  await say("My sister Annelie lives in Lyon.");
  await at.api.extracted();
  expect(actions(await say("forget everything"))).toEqual(["asked"]);
  expect((await say("no")).memory).toEqual([]);
  expect(actions(await say("forget everything"))).toEqual(["asked"]);
  expect((await say("Where does my sister live?")).reply).toContain("Lyon");
  expect(actions(await say("forget everything"))).toEqual(["asked"]);
  expect(actions(await say("yes"))).toEqual(["forgotten"]);
  expect((await at.api.get("/memory/stats")).body.facts).toEqual({});
});

test("nothing found is said, and nothing is forgotten", async () => {
  await at.api.say("My sister Annelie lives in Lyon.");
  await at.api.extracted();
  const said = await at.say("forget what I told you about the submarine");
  expect(said.memory).toEqual([]);
  expect(said.reply).toContain("nothing");
  expect(await at.filesWith("submarine")).toEqual([]);
  expect((await at.api.get("/memory/facts")).text).toContain("Lyon");
});
