import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigSchema, readConfig } from "../../src/composition/config.ts";
import { EngramError } from "../../src/errors.ts";

const EXAMPLE = readFileSync(join(import.meta.dirname, "../../.env.example"), "utf8");

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

test("all wrong values are told at once; a blank value is the default", () => {
  expect(() => readConfig({ APP_PORT: "x", STORE: "y" })).toThrow(/APP_PORT[\s\S]*STORE/);
  expect(readConfig({ APP_PORT: " " }).APP_PORT).toBe(3000);
});
