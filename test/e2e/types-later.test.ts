import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTableBench, type TableBench } from "../support/belief-bench.ts";

/** What a thing is may be told after it was first named. */
let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

const typeOf = async (name: string): Promise<string> =>
  (await at.api.get(`/memory/entities?q=${name}`)).body.items[0].type;
const hear = async (says: string, name: string, type: string): Promise<void> => {
  at.llama.table.reads[says] = { entities: [{ name, type }] };
  await at.send(says);
  await at.api.extracted();
};

test.each(["staged", "verified"])(
  "an entity that is %s gets its type later, and keeps it",
  async (status) => {
    const says = "Kestrel is in Oslo.";
    const facts = [
      { subject: "Kestrel", predicate: "LOCATED_IN", object: "Oslo", text: "Kestrel is in Oslo." },
    ];
    at.llama.table.reads[says] = { facts };
    await at.send(says);
    await (status === "verified" ? at.api.verify() : at.api.extracted());
    expect(await typeOf("Kestrel")).toBe("thing");
    await hear("Nothing was said of it.", "Kestrel", "boat");
    expect(await typeOf("Kestrel")).toBe("thing");
    await hear("Kestrel is a boat.", "Kestrel", "boat");
    expect(await typeOf("Kestrel")).toBe("boat");
    await hear("Kestrel is here.", "Kestrel", "bird");
    await hear("Kestrel is there.", "Kestrel", "thing");
    expect(await typeOf("Kestrel")).toBe("boat");
  },
);
