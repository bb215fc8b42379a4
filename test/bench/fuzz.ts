import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { client, type Client } from "../support/client.ts";
import { residentBytes, startProcess, testFolder } from "../support/service.ts";

const AT_ONCE = 16;
/** A request that takes longer hangs; streams are left as soon as they begin. */
const HANG_MS = 20_000;
const LOOKS = 10;
const EXAMPLES_MAX = 10;

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
}

interface Route {
  method: string;
  path: string;
  query: { name: string; schema: Schema }[];
  body: Schema | null;
}

interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

/**
 * `npm run bench -- fuzz [--requests 100000] [--seed 1]`: random requests over every route of the API's description, of
 * a service with some memory and no model. Tells answers by status, what was 5xx or hung, and the resident memory
 * of the service over the run.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: "string", default: "100000" },
      seed: { type: "string", default: "1" },
    },
  });
  const [requests, chance] = [Number(values.requests), chanceOf(Number(values.seed))];
  const folder = await testFolder();
  const service = await startProcess(folder.path);
  try {
    const { adminToken } = JSON.parse(
      await readFile(join(folder.path, "data", "engram.run.json"), "utf8"),
    ) as { adminToken: string };
    const made = await client(service.url).post(
      "/admin/keys",
      { user: "fuzz" },
      { "x-engram-admin": adminToken },
    );
    const api = client(service.url, made.body.key as string);
    const ids = await seeded(api);
    const routes = routesOf((await api.get("/docs/json")).body);
    const answers: Record<string, number> = {};
    const bad: string[] = [];
    const resident: number[] = [];
    let sent = 0;
    const one = async (): Promise<void> => {
      while (sent < requests) {
        sent += 1;
        if (sent % Math.ceil(requests / LOOKS) === 0)
          resident.push(Math.round((await residentBytes(service.pid)) / 1024 ** 2));
        const request = randomRequest(chance, chance.of(routes), ids);
        const status = await ask(api, request);
        answers[status] = (answers[status] ?? 0) + 1;
        if (/^5(?!01)|hung|cut/.test(status) && bad.length < EXAMPLES_MAX)
          bad.push(`${status} ${request.method} ${request.path.slice(0, 200)} ${request.body.slice(0, 200)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    const end = resident.at(-1) ?? 1;
    const [tenth = end, , , , half = end] = resident;
    console.table(answers);
    console.log(JSON.stringify({ requests, routes: routes.length, answers, resident, bad }));
    console.log(
      `resident memory: end to half ${(end / half).toFixed(2)}, to first tenth ${(end / tenth).toFixed(2)}`,
    );
  } finally {
    await service.stop();
    await folder.remove();
  }
}

/** A small memory, so that ids of real things are asked for as well. */
async function seeded(api: Client): Promise<string[]> {
  const ids: string[] = [];
  for (const message of ["My sister Anna lives in Lyon.", "I work at Acme.", "I have a dog called Rex."]) {
    const { conversationId, episodeId } = await api.say(message);
    ids.push(conversationId, episodeId);
  }
  await api.verify();
  for (const path of ["/memory/facts", "/memory/entities"]) {
    const { body } = await api.get(path);
    ids.push(...(body.items as { id: string }[]).map(({ id }) => id));
  }
  return ids;
}

function routesOf(description: { paths: Record<string, Record<string, Operation>> }): Route[] {
  return Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters
        .filter((one) => one.in === "query")
        .map(({ name, schema = {} }) => ({ name, schema })),
      body: requestBody?.content?.["application/json"]?.schema ?? null,
    })),
  );
}

interface Chance {
  (): number;
  of<T>(items: readonly T[]): T;
}

/** Mulberry32: the same seed, the same requests. */
function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return Object.assign(next, {
    of: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
  });
}

const ODD = [
  "",
  " ",
  "null",
  "0",
  "-1",
  "1e309",
  "NaN",
  "true",
  "../../etc/passwd",
  "%00",
  "\u0000",
  "\ud800",
  "'; DROP TABLE facts; --",
  "MATCH (n) DETACH DELETE n",
  '"AND*NEAR(',
  "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩‍👩‍👧 ‮",
  "2026-02-30",
  "9999-12-31T23:59:59Z",
  "<script>alert(1)</script>",
  "a".repeat(5000),
];

function randomRequest(
  chance: Chance,
  { method, path, query, body }: Route,
  ids: string[],
): { method: string; path: string; body: string } {
  const filled = path.replace(/\{[^}]+\}/g, () =>
    encodeURIComponent(chance() < 0.5 ? chance.of(ids) : wellFormed(chance.of(ODD) || "x")),
  );
  const asked = query
    .filter(() => chance() < 0.4)
    .map(
      ({ name, schema }) =>
        `${name}=${encodeURIComponent(wellFormed(asText(valueOf(chance, schema, ids, 0))))}`,
    );
  const value = body === null ? null : valueOf(chance, body, ids, 0);
  const json = value === null ? "" : JSON.stringify(value);
  return {
    method,
    path: filled + (asked.length > 0 ? `?${asked.join("&")}` : ""),
    body: json !== "" && chance() < 0.03 ? json.slice(0, Math.floor(json.length * chance())) : json,
  };
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const wellFormed = (text: string): string => text.toWellFormed();

const DEPTH_MAX = 6;

/** What the schema says, or, one time in four, anything else. */
function valueOf(chance: Chance, schema: Schema, ids: string[], depth: number): unknown {
  if (depth > DEPTH_MAX || chance() < 0.25) return anything(chance, ids);
  const { enum: values, anyOf, oneOf, properties, items } = schema;
  if ("const" in schema) return schema.const;
  if (values !== undefined) return chance.of(values);
  const choices = anyOf ?? oneOf ?? [];
  if (choices.length > 0) return valueOf(chance, chance.of(choices), ids, depth);
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => schema.required?.includes(name) === true || chance() < 0.4)
        .map(([name, one]) => [name, valueOf(chance, one, ids, depth + 1)]),
    );
  if (items !== undefined)
    return Array.from({ length: Math.floor(chance() * 4) }, () => valueOf(chance, items, ids, depth + 1));
  switch (schema.type) {
    case "integer":
      return Math.floor(chance() * 200) - 20;
    case "number":
      return chance() * 2 - 0.5;
    case "boolean":
      return chance() < 0.5;
    default:
      return chance() < 0.3 ? chance.of(ids) : chance.of(WORDS);
  }
}

const WORDS = ["Anna", "Where does my sister live?", "forget that", "2025-03-01", "en", "default", "x"];

function anything(chance: Chance, ids: string[]): unknown {
  return chance.of<unknown>([
    chance.of(ODD),
    chance.of(ids),
    null,
    -1,
    2 ** 53,
    1.5,
    true,
    [],
    {},
    [[[[]]]],
    { __proto__: null, constructor: "x" },
  ]);
}

/** The status, "hung" or "cut". */
async function ask(
  { url, key = "" }: Client,
  { method, path, body }: ReturnType<typeof randomRequest>,
): Promise<string> {
  const late = AbortSignal.timeout(HANG_MS);
  const hasBody = body !== "" && method !== "GET" && method !== "HEAD";
  try {
    const answer = await fetch(url + path, {
      method,
      signal: late,
      redirect: "manual",
      headers: {
        authorization: `Bearer ${key}`,
        ...(hasBody ? { "content-type": "application/json" } : {}),
      },
      ...(hasBody ? { body } : {}),
    });
    if (answer.headers.get("content-type")?.includes("event-stream") === true) await answer.body?.cancel();
    else await answer.arrayBuffer();
    return String(answer.status);
  } catch {
    return late.aborted ? "hung" : "cut";
  }
}
