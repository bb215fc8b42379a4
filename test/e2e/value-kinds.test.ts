import { afterAll, beforeAll, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench } from "../support/belief-bench.ts";

let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
  await at.newUser();
});
afterAll(() => at?.close());

test("a birthday that is no date is refused, and named so; the owner may overrule it", async () => {
  const says = "Her birthday is blue, mine is in May.";
  const blue = { subject: "Ida", predicate: "BIRTHDAY", object: "blue", text: "Ida's birthday is blue." };
  at.llama.table.reads[says] = { facts: [blue, ofUser("BIRTHDAY", "May", "The user's birthday is in May.")] };
  await at.send(says);
  await at.api.extracted();
  expect(Object.keys(await at.facts())).toEqual(["The user's birthday is in May."]);
  const { items } = (await at.api.get("/memory/rejections")).body;
  expect(items).toMatchObject([{ stage: "shape", reason: "invalid_schema", detail: "the value is no date" }]);
  expect((await at.api.post(`/memory/rejections/${items[0].id}/accept`, {})).status).toBe(200);
  expect((await at.facts())["Ida's birthday is blue."].status).toBe("verified");
});
