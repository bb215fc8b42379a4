import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    /** Two cores: more workers only slow each other down. */
    maxWorkers: 2,
    /** A server that was lent is one for all: each file empties it. */
    fileParallelism: process.env.NEO4J_TEST_URI === undefined,
    globalSetup: "test/support/global-teardown.ts",
    reporters: ["default"],
  },
});
