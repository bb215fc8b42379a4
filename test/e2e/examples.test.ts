import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Every example runs against a service and finds what it told. */
let folder: TestFolder;
let service: TestService;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});
beforeEach(async () => {
  await client(service.url).post("/memory/forget", { everything: true });
});

/** Run by `test/long/clients`: it takes a download of gigabytes. */
const RUN_APART = ["open-webui.sh"];
/** The agent comes first: what was forgotten is not remembered again for a tool. */
const RUN: Record<string, [command: string, ...args: string[]]> = {
  "mcp-agent.ts": [process.execPath, "examples/mcp-agent.ts"],
  "curl.sh": ["bash", "examples/curl.sh"],
  "chat.ts": [process.execPath, "examples/chat.ts"],
  "chat.py": ["python3", "examples/chat.py"],
};

async function run(command: string, args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", ENGRAM_URL: service.url };
  return (await promisify(execFile)(command, args, { env })).stdout;
}

const hasPython = await promisify(execFile)("python3", ["--version"]).then(
  () => true,
  () => false,
);

test("each example is run here and listed in the README of the folder", () => {
  const examples = readdirSync("examples").filter((name) => name !== "README.md");
  expect([...Object.keys(RUN), ...RUN_APART].sort()).toEqual(examples.sort());
  const page = readFileSync("examples/README.md", "utf8");
  for (const name of examples) expect(page).toContain(`](${name})`);
});

for (const [name, [command, ...args]] of Object.entries(RUN)) {
  const isSkipped = command === "python3" && !hasPython;
  test.skipIf(isSkipped)(isSkipped ? `${name} (no python3 here)` : name, async () => {
    expect(await run(command, args)).toMatch(/Annelie.*Lyon/);
  });
}

test("the example with curl forgets what it told", async () => {
  expect(await run("bash", ["examples/curl.sh"])).toMatch(/"episodes":1/);
  const { results } = (await client(service.url).get("/memory/search?q=Annelie")).body;
  expect(results).toEqual([]);
});
