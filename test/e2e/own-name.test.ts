import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { toldService, type ToldService } from "../support/told.ts";

/** Programs ask about the user by name; memory knows "the user". */
let told: ToldService;
let api: Client;
beforeAll(async () => {
  told = await toldService([
    "My name is Edgar Will Brenner.",
    "My vet is Petra.",
    "I live in Delft.",
    "I work as a carpenter.",
    "My brother Otto has a red boat.",
  ]);
  ({ api } = told);
});
afterAll(() => told.end());

const search = async (q: string) => (await api.get(`/memory/search?q=${encodeURIComponent(q)}`)).body;
const scoreOf = async (q: string, word: string): Promise<number> => {
  const { results } = await search(q);
  return results.find((one: { text: string }) => one.text.includes(word))?.score ?? 0;
};

test.each([
  ["Where does Edgar live?", "Where do I live?", "Delft"],
  ["Where does Edgar Will Brenner live?", "Where do I live?", "Delft"],
  ["Who is Edgar's vet?", "Who is my vet?", "Petra"],
  ["Wer ist Edgars vet?", "Wer ist my vet?", "Petra"],
  ["who is edgar’s vet?", "who is my vet?", "Petra"],
])("%s is read like %s", async (byName, byI, word) => {
  const [named, own] = [await search(byName), await search(byI)];
  expect(JSON.stringify(named.results)).toContain(word);
  expect(named.weak).toBe(own.weak);
  expect(await scoreOf(byName, word)).toBe(await scoreOf(byI, word));
});

test("a name inside another word, an everyday word that is a part of it, and one without its capital are none", async () => {
  expect(await scoreOf("Where does edgar live?", "Delft")).toBeLessThan(
    await scoreOf("Where does Edgar live?", "Delft"),
  );
  const { results } = await search("Will Otto sell the red boat?");
  expect(results[0].text).toContain("boat");
  expect(await scoreOf("Where does Edgardo live?", "Delft")).toBeLessThan(
    await scoreOf("Where does Edgar live?", "Delft"),
  );
});

test("somebody else who bears the name keeps it", async () => {
  await api.post("/memory/episodes", { text: "My uncle is called Edgar. My uncle Edgar lives in Utrecht." });
  await api.verify();
  const { results } = await search("Where does Edgar live?");
  expect(results[0].text).toContain("Utrecht");
});
