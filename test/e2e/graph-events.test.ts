import { afterAll, beforeAll, expect, test } from "vitest";
import { readEvents } from "../../src/cli/sse.ts";
import { client, until, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** The graph of one conversation as it grows, through a real service. */
let folder: TestFolder;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

interface Told {
  event: string;
  data: any;
}

async function follow(conversationId: string): Promise<{ told: Told[]; end: () => void }> {
  const abort = new AbortController();
  const response = await fetch(`${service.url}/conversations/${conversationId}/graph/events`, {
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  const told: Told[] = [];
  void (async () => {
    for await (const { event, data } of readEvents(response.body as ReadableStream<Uint8Array>))
      told.push({ event, data: JSON.parse(data) });
  })().catch(() => undefined);
  await until(async () => told.length > 0, "a snapshot");
  return { told, end: () => abort.abort() };
}

const namesIn = (told: Told[], event: string): string[] =>
  told.filter((one) => one.event === event).map(({ data }) => data.label as string);

test("begins with what is known, tells what a turn adds, and all of it after a pass or a forgetting", async () => {
  const { conversationId } = await api.say("My sister Annelie lives in Lyon.");
  await api.extracted();
  const { told, end } = await follow(conversationId);
  expect(told[0]).toMatchObject({ event: "graph_snapshot" });
  expect(told[0]?.data.nodes.map(({ label }: any) => label)).toContain("Annelie");

  await api.say("My brother Tom lives in Oslo.");
  await api.extracted();
  const { episodeId } = await api.say("Annelie works at Airbus.", { conversationId });
  await until(async () => namesIn(told, "edge_added").length > 0, "an edge");
  expect(namesIn(told, "node_added")).toEqual(["Airbus"]);
  expect(namesIn(told, "edge_added")).toEqual(["Annelie works at Airbus."]);
  const order = told.map(({ event }) => event);
  expect(order.indexOf("node_added")).toBeLessThan(order.indexOf("edge_added"));

  await api.verify();
  await until(
    async () => told.at(-1)?.data.edges?.some(({ status }: any) => status === "verified") === true,
    "a snapshot of what is believed",
  );
  await api.post("/memory/forget", { episodeId });
  await until(
    async () => told.at(-1)?.event === "graph_snapshot" && !JSON.stringify(told.at(-1)).includes("Airbus"),
    "a snapshot without it",
  );
  expect(JSON.stringify(told)).not.toContain("Oslo");
  end();
});

test("of no conversation there is no graph", async () => {
  expect((await api.get("/conversations/nobody/graph/events")).status).toBe(404);
});
