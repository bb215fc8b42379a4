import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  closeStage,
  each,
  graphAndFiles,
  importOld,
  left,
  openStage,
  settingsFor,
  tellAll,
} from "../../support/forgetting-stage.ts";
import { CASES, type Stage } from "../../support/forgetting-ways.ts";
import { leaseNeo4j, neo4jMissing, type TestNeo4j } from "../../support/neo4j.ts";
import { startReadingLlama, type ReadingLlama } from "../../support/reading-llama.ts";
import { testFolder, type TestFolder } from "../../support/service.ts";

/** What was told, answered, recalled and believed, then forgotten: its words stand in no property of the graph. */
const missing = neo4jMissing();

describe.skipIf(missing !== null)("on Neo4j", () => {
  let neo4j: TestNeo4j;
  let folder: TestFolder;
  let llama: ReadingLlama;
  let stage: Stage;

  beforeAll(async () => {
    neo4j = await leaseNeo4j();
    folder = await testFolder();
    llama = await startReadingLlama({ reads: {} });
    stage = await openStage(folder, llama, settingsFor(neo4j));
  }, 300_000);
  afterAll(async () => {
    if (stage) await closeStage(stage);
    await llama?.close();
    await folder?.remove();
  });

  const properties = () => graphAndFiles(neo4j, folder);

  test("a part of them leaves no word in any property", async () => {
    const cases = CASES.filter(({ n }) => n % 6 === 0);
    const told = await tellAll(stage, cases);
    const before = await properties();
    expect(cases.filter((one) => left(before, [one]).length === 0)).toEqual([]);
    await each(cases, ({ way, thing, n }) => way.forget(stage, told.get(n) ?? expect.fail(), thing, n));
    expect(left(await properties(), cases)).toEqual([]);
    await importOld(stage, cases);
    expect(left(await properties(), cases)).toEqual([]);
  }, 300_000);
});
