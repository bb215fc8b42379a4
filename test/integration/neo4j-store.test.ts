import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { memoryStoreContract, testClock } from "../contracts/memory-store.ts";
import { leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";

const missing = neo4jMissing();
const server = missing === null ? await leaseNeo4j() : null;

memoryStoreContract(
  "Neo4j",
  async () => {
    if (server === null) throw new Error("No Neo4j");
    await server.wipe();
    const clock = testClock();
    const store = await createNeo4jStore({ ...server, clock });
    return { store, clock, close: () => store.close() };
  },
  { missing },
);
