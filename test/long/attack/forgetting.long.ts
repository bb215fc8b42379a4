import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  clean,
  closeStage,
  filesOf,
  forgetWhileRead,
  graphAndFiles,
  importOld,
  left,
  openStage,
  settingsFor,
  tellAll,
} from "../../support/forgetting-stage.ts";
import { CASES, type Case, type Stage } from "../../support/forgetting-ways.ts";
import { leaseNeo4j, neo4jMissing, type TestNeo4j } from "../../support/neo4j.ts";
import { startReadingLlama, type ReadingLlama } from "../../support/reading-llama.ts";
import { testFolder, type TestFolder } from "../../support/service.ts";

/** Forgotten in every way while a model reads, whose answer then says it all again: no word is left in any store. */
/** Cases told together: what a busy machine reads in half a minute. */
const PART = 25;
const STORES = ["SQLite", "Neo4j"] as const;

describe.each(STORES)("on %s", (store) => {
  const missing = store === "Neo4j" ? neo4jMissing() : null;
  let neo4j: TestNeo4j | null = null;
  let folder: TestFolder;
  let llama: ReadingLlama;
  let stage: Stage;

  beforeAll(async () => {
    if (missing !== null) return;
    if (store === "Neo4j") neo4j = await leaseNeo4j();
    folder = await testFolder();
    llama = await startReadingLlama({ reads: {} });
    stage = await openStage(folder, llama, neo4j === null ? {} : settingsFor(neo4j));
  }, 300_000);
  afterAll(async () => {
    if (stage) await closeStage(stage);
    await llama?.close();
    await folder?.remove();
  });

  const stored = () => (neo4j === null ? filesOf(folder) : graphAndFiles(neo4j, folder));

  test.skipIf(missing !== null)(
    `${CASES.length} things and ways, each while a model reads`,
    async () => {
      const met: Case[] = [];
      for (let at = 0; at < CASES.length; at += PART) {
        const cases = CASES.slice(at, at + PART);
        const told = await tellAll(stage, cases);
        const before = await stored();
        expect(cases.filter((one) => left(before, [one]).length === 0)).toEqual([]);
        met.push(...(await forgetWhileRead(stage, cases, told)));
      }
      const found = left(await stored(), CASES);
      await stage.api.verify();
      await importOld(stage, CASES);
      await clean(stage);
      const later = left(await stored(), CASES);
      console.log(
        `forgetting on ${store}: ${met.length} cases while a model reads: ${found.length} words left, ` +
          `${later.length} after a pass and an import of the same words`,
      );
      expect(met).toHaveLength(CASES.length);
      expect(found).toEqual([]);
      expect(later).toEqual([]);
    },
    // Neo4j takes ten times as long as SQLite.
    3_000_000,
  );
});
