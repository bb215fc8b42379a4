import { existsSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, in the order in which they begin: one that began last would run alone at the end. */
const LONGEST = [
  "integration/neo4j-store",
  "web/slow-line",
  "web/chat",
  "e2e/neo4j-story",
  "web/devices",
  "e2e/cli",
  "e2e/forgetting",
  "e2e/forget-in-any-words",
  "web/safety",
  "integration/bullmq-queue",
  "e2e/transfer",
  "web/memory",
  "e2e/kill",
  "e2e/kill-pass",
].map((name) => join(import.meta.dirname, "..", `${name}.test.ts`));

/** Vitest would take the largest files first where it has not yet seen how long they take. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.filter((path) => !existsSync(path));
    if (gone.length > 0) throw new Error(`No such test files: ${gone.join(", ")}`);
    const sorted = await super.sort(files);
    const first = LONGEST.flatMap((path) => sorted.filter(({ moduleId }) => moduleId === path));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}
