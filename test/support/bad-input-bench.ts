import { expect } from "vitest";
import { client, type Answer, type Client } from "./client.ts";
import { startService, testFolder } from "./service.ts";

/** A service that has been told something, of which nothing may change by what is sent wrong. */
export interface BadInputBench {
  url: string;
  api: Client;
  conversationId: string;
  episodeId: string;
  factId: string;
  /** Fails when anything that is stored has changed. */
  close(): Promise<void>;
}

export const LONG_ID = "x".repeat(10_000);
export const UNKNOWN = "0199a8f0-0000-7000-8000-000000000000";

export async function startBadInputBench(): Promise<BadInputBench> {
  const folder = await testFolder();
  const service = await startService(folder.path);
  const api = client(service.url);
  const { conversationId, episodeId } = await api.say("My sister Annelie lives in Lyon.");
  await api.say("My brother Tom lives in Oslo.");
  await api.verify();
  const factId = (await api.get("/memory/facts?limit=1")).body.items[0].id;
  const before = await everything(api);
  return {
    url: service.url,
    api,
    conversationId,
    episodeId,
    factId,
    async close() {
      expect(await everything(api)).toBe(before);
      await service.stop();
      await folder.remove();
    },
  };
}

/** All that a client can see of what is stored. */
async function everything(api: Client): Promise<string> {
  const paths = [
    "/memory/stats",
    "/conversations",
    "/memory/episodes?limit=200",
    "/memory/facts?limit=200",
    "/memory/entities?limit=200",
    "/memory/changes?limit=200",
    "/settings",
  ];
  return (await Promise.all(paths.map(async (path) => (await api.get(path)).text))).join("\n");
}

/** The answer is a problem that names the field. */
export function expectProblem(answer: Answer, field: string | RegExp, status: number | number[] = 400): void {
  const seen = `${answer.status} ${answer.text.slice(0, 300)}`;
  expect([status].flat(), seen).toContain(answer.status);
  expect(answer.headers.get("content-type"), seen).toMatch(/^application\/problem\+json/);
  expect(answer.body, seen).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status: answer.status,
    code: expect.any(String),
  });
  if (field instanceof RegExp) expect(answer.body.errors?.[0]?.field, seen).toMatch(field);
  else expect(answer.body.errors?.[0]?.field, seen).toBe(field);
}
