import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  NOTHING_TAKEN,
  openForgedStage,
  takeForgedFiles,
  type ForgedStage,
} from "../../support/forged-imports-stage.ts";
import { settingsFor } from "../../support/forgetting-stage.ts";
import { leaseNeo4j, neo4jMissing } from "../../support/neo4j.ts";

/** A file that somebody else wrote is believed in nothing, whichever store takes it. */
describe.each(["SQLite", "Neo4j"] as const)("into %s", (store) => {
  const missing = store === "Neo4j" ? neo4jMissing() : null;
  let stage: ForgedStage;

  beforeAll(async () => {
    if (missing !== null) return;
    stage = await openForgedStage(store === "Neo4j" ? settingsFor(await leaseNeo4j()) : {});
  }, 300_000);
  afterAll(() => stage?.close());

  test.skipIf(missing !== null)(
    "forged files",
    async () => {
      const taken = await takeForgedFiles(stage);
      const { lies, atOnce, changed } = taken;
      console.log(
        `forged files into ${store}: ${stage.cases.length} cases: ${new Set([...lies, ...atOnce]).size} believed, ` +
          `${changed.length} changed what the owner has`,
      );
      expect(taken).toEqual(NOTHING_TAKEN);
    },
    600_000,
  );
});
