import { homedir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { tempFolder } from "./test/support/temp-folder.ts";

/**
 * Test files open and close hundreds of store threads, and with protected code pages V8 loses count of them now and then
 * ("Check failed: jit_page.has_value()"). The flag is there where such pages are.
 */
const hasProtectedPages = process.platform === "linux" && process.arch === "x64";

/**
 * For the same reason those threads find their modules without types: Node strips them by WebAssembly, in every thread anew,
 * and such threads crash now and then while they start or end side by side (SIGSEGV). They start in a third of the time, too.
 */
const NODE_COMPILE_CACHE = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
  "engram-test",
  "compile",
);

export default defineConfig(({ mode }) => ({
  test: {
    execArgv: hasProtectedPages ? ["--no-memory-protection-keys"] : [],
    env: { NODE_COMPILE_CACHE, TMPDIR: tempFolder() },
    /** Files of a worker share its modules. */
    isolate: false,
    include: mode === "long" ? ["test/long/**/*.long.ts"] : ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    /** Two cores, which are never idle: a third worker only slows the others down. */
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    /** A server that was lent is one for all: each file empties it. */
    fileParallelism: process.env.NEO4J_TEST_URI === undefined,
    globalSetup: "test/support/global-teardown.ts",
    setupFiles: "test/support/each-file.ts",
    reporters: ["default"],
  },
}));
