import neo4j, { type Driver } from "neo4j-driver";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import type { FactPatch } from "../../src/domain/model/mutation.ts";
import type { MemoryStore, UserStore } from "../../src/ports/memory-store.ts";
import { batch, entity, fact, must, testClock } from "../contracts/memory-store-story.ts";
import { type TestNeo4j, leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";

const missing = neo4jMissing();
const leased = missing === null ? await leaseNeo4j() : null;
const server = leased as TestNeo4j;
const LATER = "2026-05-01T00:00:00.000Z";

const title = "what holds between two entities can be read off the graph";
describe.skipIf(leased === null)(missing === null ? title : `${title} (${missing})`, () => {
  let store: MemoryStore;
  let driver: Driver;
  let ann: UserStore;

  beforeEach(async () => {
    await close();
    await server.wipe();
    driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
    const clock = testClock();
    store = await createNeo4jStore({ ...server, clock });
    ann = store.forUser("ann");
    await ann.apply(
      batch([
        ...["ada", "rome", "oslo", "bob"].map((id) => ({
          op: "entity.put" as const,
          entity: entity(id, id),
        })),
        { op: "fact.put", fact: fact("lives", "ada", "LIVES_IN", { objectId: "rome" }) },
      ]),
    );
  });
  const close = async (): Promise<void> => {
    await store?.close();
    await driver?.close();
  };
  afterAll(close);

  /** `ada LIVES_IN rome`, as somebody who looks at the database sees it. */
  const relations = async (): Promise<string[]> => {
    const { records } = await driver.executeQuery(
      `MATCH (s:Entity)-[r]->(o:Entity)
       RETURN s.id + ' ' + type(r) + ' ' + o.id + CASE WHEN type(r) = 'RELATED' THEN ' ' + r.predicate ELSE '' END AS it,
         r.user_id AS user`,
    );
    expect(records.every((record) => record.get("user") === "ann")).toBe(true);
    return records.map((record) => String(record.get("it"))).sort();
  };
  const put = (id: string, predicate: string, more: Parameters<typeof fact>[3]) =>
    ann.apply(batch([{ op: "fact.put", fact: fact(id, "ada", predicate, more) }]));
  const patch = (set: FactPatch) => ann.apply(batch([{ op: "fact.patch", id: "lives", set }]));

  test("relations of the catalogue have their own type, others do not become one", async () => {
    await put("resides", "RESIDES_IN", { objectId: "oslo" });
    await put("taught", "TAUGHT_JUGGLING_TO", { objectId: "bob" });
    await put("value", "LIVES_IN", { value: "a house" });
    await put("denied", "KNOWS", { objectId: "bob", polarity: "negative" });
    await put("over", "KNOWS", { objectId: "bob", invalidAt: { at: LATER, precision: "day" } });
    await put("wrong", "KNOWS", { objectId: "bob", status: "corrected" });
    expect(await relations()).toEqual([
      "ada LIVES_IN oslo",
      "ada LIVES_IN rome",
      "ada RELATED bob TAUGHT_JUGGLING_TO",
    ]);
  });

  test("they come and go with what is believed", async () => {
    await patch({ status: "verified" });
    expect(await relations()).toEqual(["ada LIVES_IN rome"]);
    await patch({ objectId: "oslo" });
    expect(await relations()).toEqual(["ada LIVES_IN oslo"]);
    await patch({ subjectId: "bob" });
    expect(await relations()).toEqual(["bob LIVES_IN oslo"]);
    await patch({ predicate: "VISITED" });
    expect(await relations()).toEqual(["bob VISITED oslo"]);
    const ended = await patch({ status: "superseded" });
    expect(await relations()).toEqual([]);
    await ann.undo(must(ended.changeIds[0]));
    expect(await relations()).toEqual(["bob VISITED oslo"]);
    await ann.apply(batch([{ op: "fact.delete", id: "lives" }]));
    expect(await relations()).toEqual([]);
  });

  test("forgetting takes them along", async () => {
    await put("knows", "KNOWS", { objectId: "bob" });
    await ann.forget({ factId: "lives" }, LATER);
    expect(await relations()).toEqual(["ada KNOWS bob"]);
    await ann.forget({ entityId: "bob" }, LATER);
    expect(await relations()).toEqual([]);
  });
});
