import { afterAll, beforeAll, expect, test } from "vitest";
import { client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** What `/docs/json` promises of every route: its right, what it takes, and what it responds with. */
interface Operation {
  summary?: string;
  security: { key: string[] }[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

let folder: TestFolder;
let service: TestService;
let operations: (Operation & { name: string })[];
let document: any;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
  document = (await client(service.url).get("/docs/json")).body;
  operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        name: `${method.toUpperCase()} ${path}`,
      })),
  );
  expect(operations.length).toBeGreaterThan(90);
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

const namesOf = (some: { name: string }[]): string[] => some.map(({ name }) => name).toSorted();

test("every route has a summary and, but for three, a right", () => {
  expect(namesOf(operations.filter(({ summary }) => !summary))).toEqual([]);
  const rightless = operations.filter(({ security }) => security.length === 0);
  expect(namesOf(rightless)).toEqual(["DELETE /session", "GET /health", "POST /session"]);
});

test("every route describes its responses, refusals included", () => {
  for (const { name, responses } of operations) {
    expect(Object.keys(responses), name).toContain("default");
    const successes = Object.entries(responses).filter(([status]) => status !== "default");
    expect(successes.length, name).toBeGreaterThan(0);
    for (const [status, { content = {} }] of successes) {
      if (status === "204") continue;
      expect(Object.keys(content), name).not.toEqual([]);
      for (const { schema } of Object.values(content)) expect(Object.keys(schema), name).not.toEqual([]);
    }
  }
});

test("requests go to where the document comes from, below a path too", () => {
  const [{ url }] = document.servers;
  expect(new URL(url, "http://engram.example/memory/docs/json").pathname).toBe("/memory/");
});

test("every part of an address is a parameter", () => {
  for (const { name, parameters = [] } of operations) {
    const inPath = parameters.flatMap((one) => (one.in === "path" ? `{${one.name}}` : []));
    expect(inPath, name).toEqual(name.match(/\{\w+\}/g) ?? []);
  }
});

test("every route that writes describes its body; these take none", () => {
  const bodyless = operations.filter(
    ({ name, requestBody }) => /^(?:POST|PUT|PATCH) /.test(name) && requestBody === undefined,
  );
  expect(namesOf(bodyless)).toEqual([
    "POST /maintenance/dead-letters/{id}/retry",
    "POST /maintenance/notifications/test",
    "POST /maintenance/runs/{id}/cancel",
    "POST /memory/changes/{id}/undo",
    "POST /memory/episodes/{id}/extract",
    "POST /memory/rejections/{id}/accept",
    "POST /memory/review/{id}/accept",
    "POST /memory/review/{id}/reject",
    "POST /models/exam",
    "POST /models/look",
  ]);
});

test("every reference leads to a schema, and every schema is used", () => {
  const text = JSON.stringify(document);
  const used = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map((match) => match[1]));
  expect(used).toEqual(new Set(Object.keys(document.components.schemas)));
});
