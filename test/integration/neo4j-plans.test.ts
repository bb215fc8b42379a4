import neo4j, { type Driver, type Plan } from "neo4j-driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { loadStatements } from "../../src/adapters/neo4j/statements.ts";
import { testClock } from "../contracts/memory-store.ts";
import { leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";

/** Ways in that read the rows of all users, or all rows of a kind. */
const SCANS =
  /^(?:AllNodesScan|NodeByLabelScan|UnionNodeByLabelsScan|IntersectionNodeByLabelsScan|NodeIndexScan|PartitionedNodeIndexScan|DynamicLabelNodeLookup|.*RelationshipTypeScan|.*AllRelationshipsScan|.*RelationshipIndexScan)$/;

const statements = loadStatements();
const asked = [
  "graph/",
  "communities/",
  "changes/",
  "reviews/",
  "rejections/",
  "tombstones/",
  "forget/",
  "transfer/",
].flatMap((folder) => statements.under(folder));

const missing = neo4jMissing();
const server = missing === null ? await leaseNeo4j() : null;

/** Of the plan, not of a run: which index can be used is known without a row. */
const title = "Neo4j finds every row of the graph by an index that begins with the user";
describe.skipIf(server === null)(missing === null ? title : `${title} (${missing})`, () => {
  let driver: Driver;
  beforeAll(async () => {
    if (server === null) throw new Error("No Neo4j");
    await (await createNeo4jStore({ ...server, clock: testClock() })).close();
    driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
    // The plans of an empty database, not those that an earlier file left.
    await driver.executeQuery("CALL db.clearQueryCaches()");
  });
  afterAll(() => driver.close());

  test("a scan is told from a seek", async () => {
    const { summary } = await driver.executeQuery("EXPLAIN MATCH (f:Fact {user_id: $user}) RETURN f");
    expect(flat(summary.plan as Plan).filter((one) => SCANS.test(one))).toEqual(["NodeByLabelScan"]);
  });

  test.each(asked)("%s", async (name) => {
    const { summary } = await driver.executeQuery(`EXPLAIN ${statements.get(name)}`);
    if (summary.plan === false) throw new Error("The server gave no plan");
    const operators = flat(summary.plan);
    expect(operators.filter((one) => SCANS.test(one))).toEqual([]);
    expect(operators.some((one) => /Index(?:Seek|SeekByRange)|^Create|^Merge/.test(one))).toBe(true);
  });
});

function flat(plan: Plan): string[] {
  const own = plan.operatorType.replace(/@neo4j$/, "");
  return [own, ...plan.children.flatMap(flat)];
}
