import { afterAll, beforeAll, expect, test } from "vitest";
import { client, until, type Client, type Said } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";
import { observe, type Seen } from "../support/streamed.ts";

/** The names other programs build on, spoken from outside. Literals are frozen here on purpose. */
let folder: TestFolder;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

async function facts(path = ""): Promise<any[]> {
  return (await api.get(`/memory/facts?limit=200${path}`)).body.items;
}

test("conversations: listed newest first, paged, renamed, deleted", async () => {
  const made: Said[] = [];
  for (const n of [1, 2, 3]) made.push(await api.say(`Topic number ${n}.`));
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await api.get(
      `/conversations?limit=2${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    expect(body.items.length).toBeLessThanOrEqual(2);
    ids.push(...body.items.map((one: any) => one.id));
    cursor = body.nextCursor;
  } while (cursor !== null);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.slice(0, 3)).toEqual(made.map(({ conversationId }) => conversationId).reverse());

  const { conversationId } = made[0] as Said;
  const path = `/conversations/${conversationId}`;
  await api.say("And more of it.", { conversationId });
  const thread = (await api.get(`${path}?limit=1`)).body;
  expect(thread).toMatchObject({
    id: conversationId,
    title: expect.any(String),
    episodes: [{ userMessage: "Topic number 1." }],
  });
  const rest = (await api.get(`${path}?limit=1&cursor=${thread.nextCursor as string}`)).body;
  expect(rest).toMatchObject({ episodes: [{ userMessage: "And more of it." }], nextCursor: null });

  expect((await api.send("PATCH", path, { title: "Renamed" })).body.title).toBe("Renamed");
  expect((await api.get(path)).body.title).toBe("Renamed");
  expect((await api.send("DELETE", path)).body.forgotten).toMatchObject({ episodes: 2, conversations: 1 });
  expect((await api.get(path)).status).toBe(404);
  expect((await api.send("DELETE", path)).status).toBe(404);
});

test("episodes: what was said elsewhere is extracted in the background", async () => {
  const made = await api.post("/memory/episodes", {
    text: "My aunt Greta lives in Bergen.",
    occurredAt: "2025-05-01",
    speaker: "Ann",
    externalId: "mail-7",
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ episodeId: expect.any(String), conversationId: expect.any(String) });
  const again = await api.post("/memory/episodes", {
    text: "My aunt Greta lives in Bergen.",
    externalId: "mail-7",
  });
  expect(again).toMatchObject({ status: 200, body: { episodeId: made.body.episodeId } });
  const read = async (): Promise<any> =>
    (await api.get(`/memory/episodes/${made.body.episodeId as string}`)).body;
  await until(async () => (await read()).extraction.state === "done", "the extraction");
  expect(await read()).toMatchObject({
    userMessage: "My aunt Greta lives in Bergen.",
    speaker: "Ann",
    occurredAt: "2025-05-01T00:00:00.000Z",
  });
});

test("forget: each form, and again", async () => {
  const zeros = (counts: Record<string, number>): boolean =>
    Object.values(counts).every((count) => count === 0);
  const forgetTwice = async (target: Record<string, unknown>): Promise<Record<string, number>> => {
    const first = await api.post("/memory/forget", target);
    expect(first.status, JSON.stringify(target)).toBe(200);
    const second = await api.post("/memory/forget", target);
    expect(second.status).toBe(200);
    expect(zeros(second.body.forgotten), JSON.stringify([target, second.body])).toBe(true);
    return first.body.forgotten;
  };
  const said = await api.say("My friend Zoltan lives in Szeged. My aunt Ilona lives in Eger.");
  const dated = await api.post("/memory/episodes", {
    text: "My teacher Balthazar lives in Ghent.",
    occurredAt: "1999-03-03T10:00:00Z",
  });
  await api.verify();
  const fact = (await facts()).find(({ text }) => text.includes("Szeged"));
  expect((await forgetTwice({ factId: fact.id })).facts).toBeGreaterThan(0);
  expect((await api.get(`/memory/facts/${fact.id as string}`)).status).toBe(404);
  expect((await api.get("/memory/search?q=Szeged")).text).not.toContain("Szeged");

  const ilona = (await api.get("/memory/entities?q=Ilona")).body.items[0];
  expect((await forgetTwice({ entityId: ilona.id })).entities).toBeGreaterThan(0);
  expect((await facts()).some(({ text }) => text.includes("Ilona"))).toBe(false);

  expect((await forgetTwice({ from: "1999-01-01", to: "2000-01-01" })).episodes).toBe(1);
  expect((await api.get(`/memory/episodes/${dated.body.episodeId as string}`)).status).toBe(404);
  expect((await facts()).some(({ text }) => text.includes("Balthazar"))).toBe(false);

  expect((await forgetTwice({ episodeId: said.episodeId })).episodes).toBe(1);
  const { conversationId } = await api.say("One more thread.");
  expect((await forgetTwice({ conversationId })).conversations).toBe(1);
  expect((await api.get(`/conversations/${conversationId}`)).status).toBe(404);
});

test("feedback, stats, settings", async () => {
  await api.say("My sister Annelie lives in Lyon.");
  await until(async () => (await facts()).length > 0, "the extraction");
  const [fact] = await facts();
  expect((await api.post("/memory/feedback", { id: fact.id, helpful: true })).status).toBeLessThan(300);
  expect((await api.get("/memory/stats")).body).toMatchObject({
    episodes: expect.any(Number),
    conversations: expect.any(Number),
    facts: expect.any(Object),
    entities: expect.any(Object),
    pending: { extraction: expect.any(Number), verification: expect.any(Number) },
  });
  const before = (await api.get("/settings")).body;
  expect(before).toEqual({
    timeZone: "UTC",
    language: null,
    retentionDays: null,
    archiveAfterDays: null,
    quietHours: null,
    recallRecipe: null,
    instructions: null,
    temperature: null,
    effort: null,
    idTemplates: [],
    reminders: false,
  });
  const set = {
    timeZone: "Europe/Berlin",
    language: "de",
    retentionDays: 400,
    archiveAfterDays: 90,
    quietHours: { from: "22:00", to: "06:30" },
    recallRecipe: "landmark",
    instructions: "Call me Lena.",
    temperature: 0.4,
    effort: "high",
    idTemplates: [{ system: "jira", template: "ENG-{digits}" }],
    reminders: true,
  };
  expect((await api.send("PUT", "/settings", set)).body).toEqual(set);
  expect((await api.get("/settings")).body).toEqual(set);
  await api.send("PUT", "/settings", before);
});

test("the recipe of chat is the user's, or the service's", async () => {
  await api.post("/memory/facts", {
    subject: "Zita",
    predicate: "PLAYS",
    object: "the bassoon",
    text: "Zita plays the bassoon.",
  });
  const parts = async (): Promise<Record<string, number>> => {
    const { recalled } = await api.say("What does Zita play?", { memory: "read" });
    return (recalled.find(({ text }) => text === "Zita plays the bassoon.") as any).components;
  };
  const before = (await api.get("/settings")).body;
  expect((await parts()).relevance).toBeGreaterThan(0.8);
  await api.send("PUT", "/settings", { ...before, recallRecipe: "landmark" });
  const landmark = await parts();
  expect(landmark.relevance).toBeCloseTo(0.65, 1);
  expect(landmark.importance).toBeGreaterThan(0.1);
  const wrong = await api.send("PUT", "/settings", { ...before, recallRecipe: "cross_encoder" });
  expect(wrong.body.errors[0].field, "there is no reranking server").toBe("recallRecipe");
  await api.send("PUT", "/settings", before);
});

test("maintenance: 202 with a run, the same one while it runs, a dry run changes nothing", async () => {
  for (let n = 0; n < 20; n++)
    await api.post("/memory/episodes", { text: `My colleague Person${n} lives in Utrecht.` });
  await api.extracted();
  const ended = async (runId: string): Promise<any> => {
    let run: any;
    await until(
      async () => (run = (await api.get(`/maintenance/runs/${runId}`)).body).state !== "running",
      "the run",
    );
    return run;
  };
  const counts = async (): Promise<unknown> => {
    const { facts: byStatus, entities, pending, rejections } = (await api.get("/memory/stats")).body;
    return { byStatus, entities, pending, rejections };
  };
  const before = await counts();
  const dry = await api.post("/maintenance/jobs/verify/run", { dryRun: true });
  expect(dry.status).toBe(202);
  const dried = await ended(dry.body.runId);
  expect(dried).toMatchObject({ id: dry.body.runId, job: "verify", state: "done", dryRun: true });
  expect(dried.result.verified).toBeGreaterThan(0);
  expect(await counts()).toEqual(before);

  const started = await Promise.all([1, 2, 3].map(() => api.send("POST", "/maintenance/jobs/verify/run")));
  expect(started.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(started.map(({ body }) => body.runId)).size).toBe(1);
  const run = await ended(started[0]?.body.runId);
  expect(run).toMatchObject({ state: "done", dryRun: false, finishedAt: expect.any(String) });
  expect(run.result.verified).toBe(dried.result.verified);
  expect((await api.get("/memory/stats")).body.pending).toEqual({ extraction: 0, verification: 0 });
  expect((await api.get("/maintenance/runs")).body.items.map((one: any) => one.id)).toContain(run.id);
});

test("health, liveness, readiness", async () => {
  const health = await api.get("/health");
  expect(health.status).toBe(200);
  expect(health.body).toMatchObject({
    status: "ok",
    store: expect.anything(),
    queue: expect.anything(),
    model: expect.anything(),
    embedder: expect.anything(),
    pending: { extraction: expect.any(Number), verification: expect.any(Number) },
    failed: { extraction: expect.any(Number) },
  });
  const { status, headers } = await api.get("/livez");
  expect(status).toBe(200);
  // The pools of proxies in Go keep theirs for 90 s: a shorter time would lose the request that meets its end.
  expect(Number(/timeout=(\d+)/.exec(headers.get("keep-alive") ?? "")?.[1])).toBeGreaterThan(90);
  expect((await api.get("/readyz")).status).toBe(200);
});

test("metrics: every fixed name", async () => {
  const { status, text, headers } = await api.get("/metrics");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toContain("text/plain");
  const sample = (name: string, labels: string): RegExp =>
    new RegExp(`^${name}\\{[^}]*${labels}[^}]*\\} \\d`, "m");
  expect(text).toMatch(sample("engram_turns_total", 'outcome="complete"'));
  expect(text).toMatch(sample("engram_extractions_total", 'outcome="done"'));
  expect(text).toMatch(sample("engram_validations_total", 'stage="[a-z_]+",outcome="[a-z]+"'));
  expect(text).toMatch(sample("engram_llm_requests_total", 'purpose="chat",outcome="ok"'));
  expect(text).toMatch(sample("engram_llm_tokens_total", 'purpose="chat",kind="[a-z]+"'));
  expect(text).toMatch(/^engram_first_token_seconds_count \d/m);
  expect(text).toMatch(sample("engram_retrieval_seconds_count", 'lane="[a-z]+"'));
  expect(text).toMatch(sample("engram_pending", 'stage="extraction"'));
  expect(text).toMatch(sample("engram_pending", 'stage="extraction_failed"'));
  expect(text).toMatch(sample("engram_pending", 'stage="verification"'));
  expect(text).toMatch(sample("engram_facts", 'status="verified"'));
  expect(text).toMatch(/^engram_entities \d/m);
  expect(text).toMatch(/^engram_suspicious_reasoning_total \d/m);
});

test("docs: OpenAPI 3.1 that lists the routes", async () => {
  const { status, body } = await api.get("/docs/json");
  expect(status).toBe(200);
  expect(body.openapi).toMatch(/^3\.1\./);
  expect(body.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  const routes = Object.entries<any>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  for (const route of [
    "POST /chat",
    "GET /conversations",
    "GET /conversations/{id}",
    "PATCH /conversations/{id}",
    "DELETE /conversations/{id}",
    "GET /memory/search",
    "POST /memory/search",
    "GET /memory/facts",
    "POST /memory/facts",
    "GET /memory/facts/{id}",
    "PATCH /memory/facts/{id}",
    "GET /memory/entities",
    "GET /memory/episodes/{id}",
    "POST /memory/episodes",
    "POST /memory/episodes/extract",
    "POST /memory/episodes/{id}/extract",
    "POST /memory/forget",
    "POST /memory/changes/{id}/undo",
    "POST /memory/feedback",
    "GET /memory/stats",
    "GET /settings",
    "PUT /settings",
    "POST /maintenance/jobs/{name}/run",
    "GET /maintenance/runs/{id}",
    "GET /health",
    "GET /events",
    "POST /v1/chat/completions",
    "GET /v1/models",
  ])
    expect(routes).toContain(route);
  expect(routes.some((route) => route.includes("/admin"))).toBe(false);
  const chat = body.paths["/chat"].post;
  expect(Object.keys(chat.requestBody.content["application/json"].schema.properties)).toEqual([
    "message",
    "conversationId",
    "memory",
    "mode",
    "images",
    "replaces",
    "branchFrom",
  ]);
  expect((await api.get("/docs/")).status).toBe(200);
});

test("events: staged, verified and forgotten arrive", async () => {
  const { events, close } = await observe(service.url);
  const said = await api.say("My grandmother Ottilie lives in Graz.");
  await api.verify();
  const of = (type: string): Seen | undefined =>
    events.find(
      ({ event, data }) => event === "memory" && data.type === type && data.episodeId === said.episodeId,
    );
  await until(async () => of("staged") !== undefined && of("verified") !== undefined, "staged and verified");
  const staged = of("staged")?.data;
  expect(staged.facts).toBe(staged.items.length);
  const told = (await api.get(`/memory/facts?entity=Ottilie&limit=200`)).body.items;
  expect(told.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([staged.items[0].id]));
  expect(JSON.stringify(staged.items)).toMatch(/Ottilie.*Graz/);
  expect(of("verified")?.data.verified).toBeGreaterThan(0);
  await api.post("/memory/forget", { episodeId: said.episodeId });
  await until(async () => events.some(({ data }) => data.type === "forgotten"), "forgotten");
  const others = events.filter(({ data }) => data.type !== "staged");
  expect(JSON.stringify(others)).not.toMatch(/Ottilie|Graz/);
  close();
});
