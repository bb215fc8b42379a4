import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { toldService, type ToldService } from "../support/told.ts";

/** Whom a question asks about, by what is known of the user. */
let told: ToldService;
let api: Client;
beforeAll(async () => {
  told = await toldService([
    "My brother is called Otto.",
    "Otto lives in Lyon.",
    "Otto works as a baker.",
    "I live in Delft.",
    "I work as a carpenter.",
  ]);
  ({ api } = told);
});
afterAll(() => told.end());

interface Result {
  kind: string;
  text: string;
  score: number;
  components: Record<string, number>;
}

async function facts(q: string): Promise<Result[]> {
  const { body } = await api.get(`/memory/search?q=${encodeURIComponent(q)}&relevance=any`);
  return body.results.filter(({ kind }: Result) => kind === "fact");
}

test("the user's own home comes before the brother's, which tells less of what is asked", async () => {
  const found = await facts("Where do I live?");
  expect(found[0]?.text).toContain("Delft");
  const other = found.find(({ text }) => text.includes("Lyon"));
  expect(other?.components.match).toBeLessThan(1);
});

test("my brother is who he is: what is known of him by his name answers", async () => {
  expect((await facts("Where does my brother live?"))[0]?.text).toContain("Lyon");
  expect((await facts("What does my brother do for a living?"))[0]?.text).toContain("baker");
});

test("siblings are brothers as well", async () => {
  const { body } = await api.get("/memory/search?q=Which%20siblings%20do%20I%20have%3F");
  expect(body.weak).toBe(false);
  expect(body.results[0].text).toContain("Otto");
});

test("what nobody told is weak, though every word but one is there", async () => {
  const { body } = await api.get("/memory/search?q=Was%20I%20ever%20in%20hospital%3F&relevance=any");
  expect(body.weak).toBe(true);
});
