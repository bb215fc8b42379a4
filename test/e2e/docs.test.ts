import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JOBS } from "../../src/services/jobs/registry.ts";
import { generatedFiles } from "../docs/generated.ts";
import { client, until } from "../support/client.ts";
import { commandEnvironment } from "../support/command.ts";
import { NO_MODEL, startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/**
 * What the documentation says is run. A block fenced ```bash test``` is executed, in order, against a real
 * service; a block fenced ```json test <name> [VAR=path]``` behind it must have the shape of what the command printed,
 * and `VAR` carries a value of that output (`FACT_ID=items.0.id`) to the commands that follow.
 */
const ROOT = join(import.meta.dirname, "..", "..");
const DOCUMENTED_URL = "http://127.0.0.1:3000";
const EXECUTED = ["README.md", "docs/setup.md", "docs/concepts.md", "docs/protocol.md"];
const COMMAND_MS_MAX = 10_000;

/** An error that is not what a block wants to show. */
const PROBLEM = /"urn:engram:error:|"error":\{/;

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Block {
  line: number;
  language: string;
  /** Words of the info string behind `test`. */
  words: string[];
  text: string;
}

function testedBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+) test\b(.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    line: markdown.slice(0, match.index).split("\n").length,
    language: match[1] ?? "",
    words: (match[2] ?? "").trim().split(/\s+/).filter(Boolean),
    text: match[3] ?? "",
  }));
}

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

function bash(script: string, env: Record<string, string>): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn("bash", ["-euo", "pipefail", "-c", script], {
      cwd: ROOT,
      env,
      timeout: COMMAND_MS_MAX,
    });
    const ran: Ran = { code: null, stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => (ran.stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (ran.stderr += chunk.toString()));
    child.on("close", (code) => resolve({ ...ran, code }));
  });
}

/** The CLI as `npm run engram` runs it, without npm's look at the installed packages. */
const CLI = `"${process.execPath}" "${join(ROOT, "src/main.ts")}"`;

const toRun = (script: string, url: string): string =>
  script.replaceAll(DOCUMENTED_URL, url).replaceAll("npm run engram --", CLI);

/** Keys, recursively; a list by its first element; an empty object or list and null say nothing about their content. */
function differences(documented: unknown, real: unknown, path = "$"): string[] {
  if (documented === null || real === null) return [];
  if (Array.isArray(documented)) return listDifferences(documented, real, path);
  if (typeof documented !== "object") {
    return typeof documented === typeof real
      ? []
      : [`${path}: documented ${typeof documented}, real ${typeof real}`];
  }
  if (typeof real !== "object" || Array.isArray(real)) return [`${path}: documented as an object`];
  const [said, found] = [documented, real].map((object) => Object.keys(object));
  if (said?.length === 0) return [];
  const absent =
    said?.filter((key) => !found?.includes(key)).map((key) => `${path}.${key}: documented, not there`) ?? [];
  const untold =
    found?.filter((key) => !said?.includes(key)).map((key) => `${path}.${key}: there, not documented`) ?? [];
  const inside = Object.entries(documented)
    .filter(([key]) => found?.includes(key))
    .flatMap(([key, value]) => differences(value, (real as Record<string, unknown>)[key], `${path}.${key}`));
  return [...absent, ...untold, ...inside];
}

function listDifferences(documented: unknown[], real: unknown, path: string): string[] {
  if (!Array.isArray(real)) return [`${path}: documented as a list`];
  if (documented.length === 0) return [];
  return real.length === 0 ? [`${path}: empty`] : differences(documented[0], real[0], `${path}[0]`);
}

function valueAt(json: unknown, path: string): string {
  const value = path
    .split(".")
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], json);
  if (typeof value !== "string") throw new Error(`there is no text at ${path}`);
  return value;
}

/** One for all: a start costs more than all commands together. Each page begins with an empty memory. */
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

describe.each(EXECUTED)("%s", (file) => {
  const blocks = testedBlocks(read(file));
  beforeAll(async () => {
    await client(service.url).post("/memory/forget", { everything: true });
  });

  test("its commands run and print what it says", async () => {
    expect(blocks.length).toBeGreaterThan(0);
    const api = client(service.url);
    const env = commandEnvironment(folder.path, { HOME: folder.path, LLAMA_CPP_URL: NO_MODEL });
    let last: Ran | null = null;
    for (const [index, block] of blocks.entries()) {
      const where = `${file}:${block.line}`;
      if (block.language === "bash") {
        last = await bash(toRun(block.text, service.url), env);
        expect(last.code, `${where} ended with\n${last.stdout}${last.stderr}`).toBe(0);
        if (blocks[index + 1]?.language !== "json") expect(last.stdout, where).not.toMatch(PROBLEM);
        await api.extracted();
        continue;
      }
      const real: unknown = parsed(last?.stdout ?? "", where);
      expect(differences(parsed(block.text, where), real), `${where} ${block.words[0] ?? ""}`).toEqual([]);
      for (const word of block.words.slice(1)) {
        const [name = "", path = ""] = word.split("=");
        env[name] = valueAt(real, path);
      }
    }
  });
});

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${where}: this is not JSON:\n${text}`);
  }
}

test("the table of docs/operations.md has every job with its times", () => {
  const rows = [...read("docs/operations.md").matchAll(/^\| `([a-z-]+)` \|(.*)$/gm)];
  const told = new Map(rows.map(([, job = "", row = ""]) => [job, row]));
  for (const { name, schedule } of JOBS) expect(told.get(name), name).toContain(schedule);
});

describe("what a service tells about itself", () => {
  test("what is written from /docs/json is up to date", async () => {
    const { body } = await client(service.url).get("/docs/json");
    const stale = Object.entries(generatedFiles(body, read)).filter(([path, text]) => read(path) !== text);
    expect(
      stale.map(([path]) => path),
      "run `npm run docs:api`",
    ).toEqual([]);
  });

  test("every metric of /metrics stands in docs/operations.md, and no other", async () => {
    const { text } = await client(service.url).get("/metrics");
    const real = new Set([...text.matchAll(/^# TYPE (engram_\w+) /gm)].map((match) => match[1]));
    const told = new Set(
      [...read("docs/operations.md").matchAll(/^\| `(engram_\w+)/gm)].map((match) => match[1]),
    );
    expect(told).toEqual(real);
  });

  test("every error code stands in docs/concepts.md", async () => {
    const { ERRORS } = await import("../../src/errors.ts");
    const rows = [...read("docs/concepts.md").matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map((row) => [
      row[1],
      Number(row[2]),
    ]);
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status])),
    );
  });

  test("the queries of docs/queries.md run read-only beside the service", async () => {
    const { DatabaseSync } = await import("node:sqlite");
    await client(service.url).say("My sister Annelie moved to Lyon.");
    const queries = [...read("docs/queries.md").matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(
      (match) => match[1] ?? "",
    );
    expect(queries.length).toBeGreaterThan(3);
    const db = new DatabaseSync(join(folder.path, "data", "engram.db"), { readOnly: true });
    for (const query of queries) expect(() => db.prepare(query).all(), query).not.toThrow();
    db.close();
    await until(async () => (await client(service.url).get("/livez")).status === 200);
  });
});

describe("links", () => {
  const top = readdirSync(ROOT).filter((name) => name.endsWith(".md"));
  const files = [...top, "examples/README.md", ...markdownUnder("docs")];

  test.each(files)("relative links of %s resolve", (file) => {
    const prose = read(file).replace(/^```[\s\S]*?^```$/gm, "");
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "");
    const broken = links.filter((link) => !/^[a-z]+:/.test(link) && !resolves(file, link));
    expect(broken).toEqual([]);
  });
});

function markdownUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function resolves(file: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : relative(ROOT, join(ROOT, dirname(file), path));
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).has(anchor);
}

/** Headings as GitHub names them. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.*)$/gm)].map(
    (match) => match[1] ?? "",
  );
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    ),
  );
}
