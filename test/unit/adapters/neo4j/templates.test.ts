import { describe, expect, test } from "vitest";
import { FORGOTTEN } from "../../../../src/adapters/store-core/rows.ts";
import { fillAll } from "../../../../src/adapters/neo4j/templates.ts";

const DELETED = "MATCH (x:<Label>) WHERE x.user_id = $user AND x.<key> IS NOT NULL DELETE x";

describe("one file of Cypher for several statements", () => {
  test("is each statement that its list names", () => {
    const filled = fillAll(new Map([["forget/all-{forgotten}", DELETED]]));
    expect([...filled.keys()]).toEqual(FORGOTTEN.map((what) => `forget/all-${what}`));
    expect(filled.get("forget/all-days")).toBe(
      "MATCH (x:Day) WHERE x.user_id = $user AND x.date IS NOT NULL DELETE x",
    );
  });

  test("goes over two lists, and takes in parts that hold parts", () => {
    const files = new Map([
      ["episodes/{stage}-{order}", "ORDER BY e.<stage>_state <DESC> RETURN <hit>"],
      ["parts/hit", "e {<columns>} AS row"],
      ["parts/columns", ".id, .n"],
    ]);
    const filled = fillAll(files);
    expect(filled.size).toBe(4);
    expect(filled.get("episodes/verification-newest")).toBe(
      "ORDER BY e.verification_state DESC RETURN e {.id, .n} AS row",
    );
  });

  test.each([
    ["forget/{nothing}", "RETURN 1"],
    ["forget/all", "MATCH (x:<Label>) RETURN x"],
  ])("%s: a list or a text that is not there stops the start", (name, text) => {
    expect(() => fillAll(new Map([[name, text]]))).toThrow(/There is no list|has nothing for/);
  });
});
