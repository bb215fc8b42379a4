import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { printed } from "../support/command.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "../support/fake-llama/index.ts";
import {
  startProcess,
  startService,
  testFolder,
  type TestFolder,
  type TestService,
} from "../support/service.ts";

/** A failed extraction is not the end of it: it is repeated, listed with its reason, and can be asked for again. */
const HALF_AN_HOUR_MS = 30 * 60_000;

interface Place {
  folder: TestFolder;
  fake: FakeLlama;
  service: TestService;
  api: Client;
}

async function open(pausesMs: number[]): Promise<Place> {
  const folder = await testFolder();
  const fake = await startFakeLlama({ slots: 4 });
  const service = await startService(folder.path, ...settings(fake, pausesMs));
  return { folder, fake, service, api: client(service.url) };
}

const settings = (fake: FakeLlama, extractionPausesMs: number[]) =>
  [{ LLAMA_CPP_URL: fake.url, LLAMA_CPP_TIMEOUT: "3" }, { extractionPausesMs }] as const;

async function close({ service, fake, folder }: Place): Promise<void> {
  await service?.stop();
  await fake?.close();
  await folder?.remove();
}

const engram = ({ folder }: Place, ...args: string[]): Promise<string> => printed(folder.path, args);

/** The words of the first turn that a request asks about: its trigger tells how many turns stand at the end. */
const lastSaid = ({ messages }: ChatBody): string => {
  const shown = Number(/^turns: (\d+)/m.exec(messages.at(-1)?.content ?? "")?.[1]);
  const said = messages.slice(0, -1).filter(({ role }) => role === "user");
  return said.at(-shown)?.content ?? "";
};
const isExtraction = (body: ChatBody): boolean => body.response_format !== undefined;

/** One fact out of "I own a ...". */
function reading(body: ChatBody): object {
  const said = lastSaid(body);
  const thing = /I own an? (\w+)/.exec(said)?.[1];
  const facts =
    thing === undefined
      ? []
      : [
          {
            quote: `I own a ${thing}`,
            subject: "user",
            predicate: "OWNS",
            object: thing,
            objectKind: "value",
            polarity: "positive",
            text: `The user owns a ${thing}.`,
            assertedBy: "user",
            confidence: 0.9,
          },
        ];
  return { turns: [{ turn: 1, facts }] };
}

const extractionOf = async (api: Client, id: string) =>
  (await api.get(`/memory/episodes/${id}`)).body.extraction as {
    state: string;
    attempts: number;
    error: string | null;
    retryAt: string | null;
  };

const reaches = (api: Client, id: string, state: string): Promise<void> =>
  until(async () => (await extractionOf(api, id)).state === state, `an extraction that is ${state}`);

describe("with three attempts at once", () => {
  let place: Place;
  let api: Client;
  let fake: FakeLlama;
  beforeAll(async () => {
    place = await open([0, 0]);
    ({ api, fake } = place);
  });
  afterAll(() => close(place));
  afterEach(() => fake.restore());

  test("JSON between sentences is read", async () => {
    fake.extract = (body) =>
      `Sure, here it is:\n\`\`\`json\n${JSON.stringify(reading(body))}\n\`\`\`\nHope that helps`;
    const { episodeId } = await api.say("I own a canoe.");
    await reaches(api, episodeId, "done");
    const { factIds, extraction } = (await api.get(`/memory/episodes/${episodeId}`)).body;
    expect(extraction).toEqual({ state: "done", attempts: 1, error: null, retryAt: null });
    expect(factIds.length).toBe(1);
  });

  test("a turn that fails is set aside, later ones go on, and asked again it is extracted once", async () => {
    fake.reply((body) =>
      isExtraction(body) && lastSaid(body).includes("kayak")
        ? { reasoning: "A boat, perhaps.", content: "this is no JSON" }
        : undefined,
    );
    fake.extract = reading;
    const { episodeId: bad, conversationId } = await api.say("I own a kayak.");
    const { episodeId: good } = await api.say("I own a tent.", { conversationId });
    await reaches(api, good, "done");
    await reaches(api, bad, "failed");

    const listed = (await api.get("/memory/episodes?extraction=failed")).body;
    expect(listed.nextCursor).toBeNull();
    expect(listed.items).toEqual([
      expect.objectContaining({
        id: bad,
        conversationId,
        occurredAt: expect.any(String),
        extraction: {
          state: "failed",
          attempts: 3,
          error: "the answer was not the JSON asked for",
          retryAt: null,
        },
      }),
    ]);
    expect((await api.get("/health")).body).toMatchObject({
      pending: { extraction: 0 },
      failed: { extraction: 1 },
    });
    expect((await api.get("/metrics")).text).toMatch(/^engram_pending\{stage="extraction_failed"\} 1$/m);
    const line = await engram(place, "extractions");
    expect(line.split("\t")).toEqual([
      bad,
      conversationId,
      expect.any(String),
      "failed",
      "3 attempts",
      "-",
      "the answer was not the JSON asked for",
    ]);

    fake.reply(() => undefined);
    expect(await api.post(`/memory/episodes/${bad}/extract`, undefined)).toMatchObject({
      status: 202,
      body: { id: bad },
    });
    await reaches(api, bad, "done");
    const requests = fake.requests.length;
    const { factIds } = (await api.get(`/memory/episodes/${bad}`)).body;
    expect(factIds.length).toBe(1);
    expect((await api.post(`/memory/episodes/${bad}/extract`, undefined)).status).toBe(409);
    expect((await api.post("/memory/episodes/none/extract", undefined)).status).toBe(404);
    expect(fake.requests.length).toBe(requests);
    expect((await api.get("/memory/episodes?extraction=failed")).body.items).toEqual([]);
  });

  test.each(["peg-500", "ctx-exceeded", "cut", "cut-before-first-byte", "silent"] as const)(
    "%s counts as an attempt",
    async (kind) => {
      fake.extract = reading;
      await fake.misbehave(kind, { when: isExtraction });
      const { episodeId } = await api.say(`I own a drum, by the way (${kind}).`);
      await reaches(api, episodeId, "failed");
      const { attempts, error } = await extractionOf(api, episodeId);
      expect(attempts).toBe(3);
      expect(error).toMatch(/model/);
      await fake.restore();
      expect(await engram(place, "extractions", "retry", "--all")).toBe("1 will be extracted again");
      await reaches(api, episodeId, "done");
    },
  );

  test.each(["loading", "refuse"] as const)("a model that is away does not (%s)", async (kind) => {
    fake.extract = reading;
    if (kind === "loading") await fake.misbehave(kind, { when: isExtraction });
    const { episodeId } = await api.say(`I own a flute (${kind}).`);
    if (kind === "refuse") await fake.misbehave(kind);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await fake.restore();
    await reaches(api, episodeId, "done");
    expect((await extractionOf(api, episodeId)).attempts).toBe(1);
  });

  test("extractions that keep failing degrade the health until one succeeds; all failed are asked for at once", async () => {
    fake.extract = () => "no JSON";
    const { episodeId: first } = await api.say("I own a radio.");
    const { episodeId: second } = await api.say("I own a clock.");
    await reaches(api, first, "failed");
    await reaches(api, second, "failed");
    const degraded = async (): Promise<boolean> => (await api.get("/health")).body.status === "degraded";
    await until(degraded, "a degraded health");
    const { failed } = (await api.get("/health")).body;
    expect(failed).toMatchObject({ extraction: 2, note: expect.stringContaining("extraction=failed") });
    expect(failed.inARow).toBeGreaterThanOrEqual(3);
    await expect(engram(place, "doctor")).rejects.toMatchObject({
      stdout: expect.stringMatching(/FAIL {2}extraction: 2 failed/),
    });

    fake.extract = reading;
    const again = await api.post("/memory/episodes/extract", { state: "failed" });
    expect(again).toMatchObject({ status: 202, body: { count: 2 } });
    await reaches(api, first, "done");
    await reaches(api, second, "done");
    await until(async () => !(await degraded()), "a health that is well");
    expect((await api.get("/health")).body.failed).toEqual({
      extraction: 0,
      retrying: 0,
      verification: 0,
      inARow: 0,
    });
    expect(await engram(place, "doctor")).toContain("ok    extraction: none failed");
  });
});

test("the time of the next attempt survives a kill, and the thought of the failed one is kept", async () => {
  const place = await open([HALF_AN_HOUR_MS]);
  const { fake, folder } = place;
  try {
    await place.service.stop();
    const killed = await startProcess(folder.path, ...settings(fake, [HALF_AN_HOUR_MS]));
    place.service = killed;
    place.api = client(killed.url);
    fake.reply((body) =>
      isExtraction(body) ? { reasoning: "Let me see what was said.", content: "no JSON" } : undefined,
    );
    const { episodeId } = await place.api.say("I own a sledge.");
    await until(async () => (await extractionOf(place.api, episodeId)).attempts === 1, "an attempt");
    const before = await extractionOf(place.api, episodeId);
    expect(Date.parse(before.retryAt ?? "") - Date.now()).toBeGreaterThan(29 * 60_000);
    await killed.kill();

    fake.reply(() => undefined);
    fake.extract = reading;
    const requests = fake.requests.length;
    place.service = await startService(folder.path, ...settings(fake, [HALF_AN_HOUR_MS]));
    place.api = client(place.service.url);
    const { episodeId: other } = await place.api.say("I own a stove.");
    await reaches(place.api, other, "done");
    expect(await extractionOf(place.api, episodeId)).toEqual(before);
    expect(fake.requests.slice(requests).filter(({ body }) => lastSaid(body).includes("sledge"))).toEqual([]);
    const { items } = (await place.api.get("/memory/episodes?extraction=retrying")).body;
    expect(items).toMatchObject([{ id: episodeId, extraction: before }]);
    expect(await engram(place, "extractions")).toContain(`next ${before.retryAt as string}`);

    expect(await engram(place, "extractions", "retry", episodeId)).toContain(episodeId);
    await reaches(place.api, episodeId, "done");
  } finally {
    await close(place);
  }
});
