import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigSchema, givenSettings, readConfig, settingNotes } from "../../../src/composition/config.ts";
import { exampleText, withTable } from "../../docs/settings.ts";
import { RECIPE_NAMES, recipeNamed } from "../../../src/services/retrieval/recipes.ts";
import { EngramError } from "../../../src/errors.ts";

const EXAMPLE = readFileSync(join(import.meta.dirname, "../../../.env.example"), "utf8");

test("the example and the table of docs/setup.md are written from the settings", () => {
  expect(EXAMPLE, "run `npm run docs:settings`").toBe(exampleText());
  const setup = readFileSync("docs/setup.md", "utf8");
  expect(withTable(setup) === setup, "run `npm run docs:settings`").toBe(true);
});

test("every setting says what it does", () => {
  for (const [name, schema] of Object.entries(ConfigSchema.shape))
    expect(schema.description ?? "", name).toMatch(/^\S.*\.$/);
});

test("an example taken as it is, with all lines active, is a valid configuration", () => {
  const active = [...EXAMPLE.matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  expect(active).toHaveLength(Object.keys(ConfigSchema.shape).length);
  expect(readConfig(Object.fromEntries(active))).toEqual(readConfig({}));
});

test.each([
  ["APP_PORT", "99999"],
  ["APP_PORT", "http"],
  ["IDLE_AFTER_MINUTES", "-1"],
  ["LLAMA_CPP_URL", "localhost:8080"],
  ["DATA_DIR", "~/engram", "the whole path"],
  ["BACKUP_DIR", "$HOME/backups", "the whole path"],
  ["EMBEDDINGS_URL", "localhost:8081", "begin with http://"],
  ["LOG_LEVEL", "loud"],
  ["MODEL_DISCOVERY", "perhaps"],
  ["FORGET_GRACE_HOURS", "721"],
  ["STORE", "postgres"],
  ["REDIS_URL", "redis://:100%@host"],
  ["REDIS_URL", "redis://host/engram"],
])("a wrong %s (%s) is named", (name, value, told = "") => {
  const read = (): unknown => readConfig({ [name]: value });
  expect(read).toThrow(EngramError);
  expect(read).toThrow(new RegExp(`^${name}: .*${told}`));
});

test("every variable is read by something besides the schema", () => {
  const code = ["src/composition", "src/cli", "src/services/jobs"]
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => !file.endsWith("config.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const unread = Object.keys(ConfigSchema.shape).filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
  expect(unread).toEqual([]);
});

test.each([
  ["src/adapters", /^src\/adapters\/ +([^]*?)\nsrc/m],
  ["src/services", /^src\/services\/ +([^]*?)\nsrc/m],
])("the architecture names every folder of %s", (folder, place) => {
  const [, told = ""] = place.exec(readFileSync("docs/architecture.md", "utf8")) ?? [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !told.includes(name))).toEqual([]);
});

test("every recipe has its name", () => {
  expect(RECIPE_NAMES.map((name) => recipeNamed(name).name)).toEqual([...RECIPE_NAMES]);
});

test("a variable of an earlier version and a misspelt one are named, those of others are not", () => {
  const env = {
    NEO4J_USERNAME: "x",
    WEIGHT_RECENCY: "0.5",
    EMBEDDING_DIM: "9",
    PRUNING_SCHEDULE: "",
    BACKUP_DIRECTORY: "x",
  };
  expect(settingNotes(env)).toEqual(
    Object.keys(env).map((name) => `${name} is no setting; .env.example lists all`),
  );
  expect(settingNotes({ PATH: "/bin", NEO4J_HEAP: "1g", BACKUP_DIR: "x", OLLAMA_HOST: "x" })).toEqual([]);
});

test("quotation marks that are part of a value are named, and a server that is not used", () => {
  expect(settingNotes({ HASH_KEY: '"secret"', BACKUP_SCHEDULE: "0 3 * * *", LLAMA_CPP_MODEL: '"' })).toEqual([
    expect.stringMatching(/^HASH_KEY: its quotation marks (?!.*secret)/),
  ]);
  const env = { NEO4J_PASSWORD: "x", REDIS_URL: "redis://x" };
  expect(settingNotes(env)).toEqual([
    "NEO4J_PASSWORD has no effect without STORE=neo4j",
    "REDIS_URL has no effect without QUEUE=bullmq",
  ]);
  expect(settingNotes({ ...env, STORE: "neo4j", QUEUE: "bullmq" })).toEqual([]);
});

test("a TZ that names no time zone is named, one that does is not", () => {
  for (const TZ of ["", ":Europe/Berlin", "europe/berlin", "UTC"]) expect(settingNotes({ TZ })).toEqual([]);
  for (const TZ of ["Berlin", "CET-1CEST", "UTC+2"])
    expect(settingNotes({ TZ })).toEqual([expect.stringContaining(`TZ: ${TZ} is no IANA time zone`)]);
});

test("what is given is listed without its secrets", () => {
  const env = {
    APP_PORT: "80",
    HASH_KEY: "k",
    REDIS_URL: "redis://me:pw@host:1/0",
    LLAMA_CPP_URL: "https://one/v1?key=pw,http://two:1",
    NOTIFY_WEBHOOK_URL: "https://me:pw@hooks.example/services/T0/pw?token=pw",
    MAINTENANCE_SCHEDULE: "0 3 ? * *",
    LOG_LEVEL: " ",
  };
  expect(givenSettings(env).sort()).toEqual([
    "APP_PORT=80",
    "HASH_KEY=(given)",
    "LLAMA_CPP_URL=https://one/v1?(given)",
    "MAINTENANCE_SCHEDULE=0 3 ? * *",
    "NOTIFY_WEBHOOK_URL=https://(given)@hooks.example/(given)",
    "REDIS_URL=redis://(given)@host:1/0",
  ]);
});

test("what is refused is told without its secrets", () => {
  const env = {
    HASH_KEY: "hush",
    REDIS_URL: "redis://me:hu#sh@host",
    NEO4J_URI: "http://me:hu/sh@host",
    SMTP_URL: "x://hush@h@host",
  };
  expect(() => readConfig(env)).toThrow(/NEO4J_URI[^]*HASH_KEY[^]*REDIS_URL[^]*SMTP_URL/);
  expect(() => readConfig(env)).not.toThrow(/hu.?sh/);
});

test("white space around a value, as of a file with Windows' line ends, is none of it", () => {
  expect(readConfig({ STORE: "neo4j\r", NEO4J_PASSWORD: " pw\r", APP_HOST: "\t::1 " })).toMatchObject({
    STORE: "neo4j",
    NEO4J_PASSWORD: "pw",
    APP_HOST: "::1",
  });
});

test("hosts and origins are what a browser sends, however they are given", () => {
  const env = {
    ALLOWED_HOSTS: "Engram.Example, https://memory.example/, one:8443",
    ALLOWED_ORIGINS: "https://Chat.example/, app://obsidian.md",
  };
  expect(readConfig(env)).toMatchObject({
    ALLOWED_HOSTS: ["engram.example", "memory.example", "one:8443"],
    ALLOWED_ORIGINS: ["https://chat.example", "app://obsidian.md"],
  });
  for (const ALLOWED_HOSTS of ["*", "*.lan", "ok.lan, .ts.net"])
    expect(() => readConfig({ ALLOWED_HOSTS })).toThrow(/ALLOWED_HOSTS: must be whole names/);
});

test("all wrong values are told at once; a blank value is the default", () => {
  expect(() => readConfig({ APP_PORT: "x", STORE: "y" })).toThrow(/APP_PORT[\s\S]*STORE/);
  expect(readConfig({ APP_PORT: " " }).APP_PORT).toBe(3000);
});
