import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** The Python client's own tests, against a running service. */
const FOLDER = join(import.meta.dirname, "../../clients/python");
/** It uses `typing.NotRequired`. */
const OLDEST = "import sys; sys.exit(sys.version_info < (3, 11))";

const run = promisify(execFile);
const hasPython = await run("python3", ["-c", OLDEST]).then(
  () => true,
  () => false,
);

let folder: TestFolder;
let service: TestService;

beforeAll(async () => {
  if (!hasPython) return;
  folder = await testFolder();
  service = await startService(folder.path);
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

test.skipIf(!hasPython)(
  `the Python client${hasPython ? "" : " (no python3 of at least 3.11 here)"}`,
  async () => {
    const env = { PATH: process.env.PATH ?? "", ENGRAM_URL: service.url, PYTHONDONTWRITEBYTECODE: "1" };
    const args = ["-m", "unittest", "discover", "-s", "tests", "-t", "."];
    const { stderr } = await run("python3", args, { cwd: FOLDER, env });
    expect(stderr).toMatch(/Ran 8 tests[\s\S]*OK/);
  },
);
