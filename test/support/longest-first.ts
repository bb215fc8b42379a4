import { existsSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longest, in the order in which they begin: one that began last would run alone at the end. Those that ask a
 * Neo4j stand apart, so that one server does for them and plans each statement once; the first throws away what was planned.
 */
const LONGEST = [
  "integration/neo4j-plans",
  "web/slow-line",
  "integration/neo4j-store",
  "web/chat",
  "web/devices",
  "e2e/cli",
  "e2e/neo4j-story",
  "e2e/forgetting",
  "e2e/forget-in-any-words",
  "web/safety",
  "e2e/branches",
  "integration/bullmq-queue",
  "web/memory",
  "e2e/injection",
  "e2e/transfer",
  "web/degraded",
  "e2e/data-folder",
  "e2e/extraction-retries",
  "integration/neo4j-warm",
  "e2e/reports",
  "web/models",
  "e2e/kill",
  "unit/linear-patterns",
  "web/settings",
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
