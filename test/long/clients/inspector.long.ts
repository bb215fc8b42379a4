import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client } from "../../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../../support/service.ts";

/** The protocol's own inspector, on its command line. Its first run downloads it (110 MB). */
const PACKAGE = "@modelcontextprotocol/inspector@2.12.0";
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "engram-test", "inspector");
const MINUTES = 60_000;
const run = promisify(execFile);

let folder: TestFolder;
let service: TestService;

beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true });
  await run("npm", [
    "install",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--prefix",
    CACHE,
    "--save-exact",
    PACKAGE,
  ]);
  folder = await testFolder();
  service = await startService(folder.path);
  const api = client(service.url);
  await api.say("My sister Annelie lives in Lyon.");
  await api.extracted();
}, 5 * MINUTES);
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

/** What the inspector prints of the answer, and what it complains about. */
async function inspected(...args: string[]): Promise<{ answer: any; complaints: string }> {
  const program = join(CACHE, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  const to = ["--cli", `${service.url}/mcp`, "--transport", "http"];
  const { stdout, stderr } = await run(process.execPath, [program, ...to, "--method", ...args]);
  return { answer: JSON.parse(stdout), complaints: stderr };
}

const CALLS: [name: string, ...args: string[]][] = [
  ["recall", "query=Where does my sister live?"],
  ["facts", "entity=Annelie"],
  ["entities"],
  ["timeline"],
  ["graph", "action=important"],
  ["coming_up"],
  ["procedure", "action=list"],
  ["review"],
  ["remember", "text=My cat is called Mogli."],
];

test(
  "it finds nothing to complain about in tools, resources and prompts",
  async () => {
    const tools = await inspected("tools/list", "--strict");
    expect(tools.complaints).toBe("");
    expect(tools.answer.tools.length).toBeGreaterThan(10);
    for (const [name, ...args] of CALLS) {
      const given = args.flatMap((one) => ["--tool-arg", one]);
      const { answer, complaints } = await inspected("tools/call", "--tool-name", name, ...given);
      expect([name, complaints, answer.isError ?? false]).toEqual([name, "", false]);
      expect(answer.structuredContent, name).toBeTypeOf("object");
    }
    const { answer: listed } = await inspected("resources/list");
    for (const { uri } of listed.resources) {
      const { answer, complaints } = await inspected("resources/read", "--uri", uri);
      expect([uri, complaints]).toEqual([uri, ""]);
      expect(answer.contents[0].text).toMatch(/^# /);
    }
    expect((await inspected("resources/templates/list")).answer.resourceTemplates).toHaveLength(2);
    const prompts = await inspected("prompts/list");
    expect(prompts.complaints).toBe("");
    for (const { name } of prompts.answer.prompts)
      expect((await inspected("prompts/get", "--prompt-name", name)).answer.messages).toHaveLength(1);
  },
  5 * MINUTES,
);
