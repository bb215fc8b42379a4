import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigSchema, readConfig } from "../../../src/composition/config.ts";
import { engineSettings } from "../../../src/composition/engine-settings.ts";
import { hashKeyFrom } from "../../../src/adapters/store-core/hash-key.ts";
import { ineffective } from "../../../src/composition/ineffective.ts";
import { RECIPE_NAMES, shippedRecipes } from "../../../src/services/retrieval/recipes.ts";
import { EngramError } from "../../../src/errors.ts";

const EXAMPLE = readFileSync(join(import.meta.dirname, "../../../.env.example"), "utf8");

test("the example lists every variable with its default, and no other", () => {
  const listed = new Map(
    [...EXAMPLE.matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect([...listed.keys()].sort()).toEqual(Object.keys(ConfigSchema.shape).sort());
  const defaults = ConfigSchema.parse({}) as Record<string, unknown>;
  for (const [name, value] of listed) {
    const expected = defaults[name as string];
    const shown = Array.isArray(expected) ? expected.join(",") : String(expected ?? "");
    expect(`${name}=${value}`).toBe(`${name}=${shown}`);
  }
});

test("an example taken as it is, with all lines active, is a valid configuration", () => {
  const active = [...EXAMPLE.matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  expect(readConfig(Object.fromEntries(active))).toEqual(readConfig({}));
});

test.each([
  ["APP_PORT", "99999"],
  ["APP_PORT", "http"],
  ["IDLE_AFTER_MINUTES", "-1"],
  ["LLAMA_CPP_URL", "localhost:8080"],
  ["LOG_LEVEL", "loud"],
  ["METRICS_ENABLED", "perhaps"],
  ["WEIGHT_SIMILARITY", "2"],
  ["STORE", "postgres"],
])("a wrong %s (%s) is named", (name, value) => {
  const read = (): unknown => readConfig({ [name]: value });
  expect(read).toThrow(EngramError);
  expect(read).toThrow(new RegExp(`^${name}: `));
});

test("every variable is read by something besides the schema", () => {
  const code = ["src/composition", "src/cli", "src/services/jobs"]
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => !/(?:config|ineffective)\.ts$/.test(file))
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

test("every shipped recipe can be the recipe of chat", () => {
  const { recipe } = engineSettings(readConfig({}), hashKeyFrom("a test"));
  expect([...shippedRecipes(recipe).keys()].sort()).toEqual([...RECIPE_NAMES].sort());
});

test("a setting that changes nothing as things are is told, and one that works is not", () => {
  const told = (env: Record<string, string>): string => ineffective(readConfig(env), env).join("\n");
  expect(told({ WEIGHT_RECENCY: "0.5", EXTRACTION_LAYOUT: "separate", VECTOR_CANDIDATES_MAX: "9" })).toMatch(
    /EXTRACTION_LAYOUT.*\n.*VECTOR_CANDIDATES_MAX[^]*WEIGHT_RECENCY.*landmark/,
  );
  const works = { WEIGHT_RECENCY: "0.5", RECALL_RECIPE: "landmark", IDLE_AFTER_MINUTES: "5" };
  expect(told({ ...works, EXTRACTION_REASONING_LEVEL: "high" })).toBe("");
  expect(told({ RECALL_RECIPE: "cross_encoder" })).toContain("RERANK_URL");
});

test("all wrong values are told at once; a blank value is the default", () => {
  expect(() => readConfig({ APP_PORT: "x", STORE: "y" })).toThrow(/APP_PORT[\s\S]*STORE/);
  expect(readConfig({ APP_PORT: " " }).APP_PORT).toBe(3000);
});
