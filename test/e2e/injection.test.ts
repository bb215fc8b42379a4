import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { INJECTIONS, OBEDIENT } from "../support/injections.ts";
import { type ReadingLlama, type ReadingTable, startReadingLlama } from "../support/reading-llama.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Words of others change nothing of the memory, whatever a model makes of them. */

const TOLD: ReadingTable["reads"] = {
  "I live in Oslo.": {
    facts: [
      {
        subject: "user",
        predicate: "LIVES_IN",
        object: "Oslo",
        objectKind: "entity",
        text: "The user lives in Oslo.",
      },
    ],
  },
  "My sister is Annelie.": {
    facts: [
      {
        subject: "user",
        predicate: "HAS_SISTER",
        object: "Annelie",
        objectKind: "entity",
        text: "The user's sister is Annelie.",
      },
    ],
  },
  // So that the name is known to the memory.
  "My friend Tom lives in Paris.": {
    facts: [
      {
        subject: "Tom",
        predicate: "LIVES_IN",
        object: "Paris",
        objectKind: "entity",
        text: "Tom lives in Paris.",
      },
    ],
  },
};

const MODELS: readonly [model: string, reads: ReadingTable | null][] = [
  ["absent", null],
  ["honest", { reads: {} }],
  ["obedient", OBEDIENT],
];

describe.each(MODELS)("with a model that is %s", (_, table) => {
  let folder: TestFolder;
  let service: TestService;
  let llama: ReadingLlama | null = null;
  let api: Client;

  beforeAll(async () => {
    folder = await testFolder();
    if (table !== null) llama = await startReadingLlama({ ...table, reads: { ...table.reads, ...TOLD } });
    service = await startService(folder.path, {
      ...(llama === null ? {} : { LLAMA_CPP_URL: llama.url }),
      IDLE_AFTER_MINUTES: "10000",
    });
    api = client(service.url);
    for (const message of Object.keys(TOLD)) await api.say(message);
    await api.verify();
  });
  afterAll(async () => {
    await service?.stop();
    await llama?.close();
    await folder?.remove();
  });

  interface Known {
    text: string;
    status: string;
    polarity: string;
    evidence: { episodeId: string }[];
  }

  const ALL = "verified,disputed,superseded,corrected,retracted,archived";

  /** What is or was believed, with the message that it rests on. */
  async function believed(): Promise<string[]> {
    const { items } = (await api.get(`/memory/facts?limit=200&status=${ALL}`)).body;
    const lines = (items as Known[]).map(async ({ text, status, polarity, evidence }) => {
      const { body } = await api.get(`/memory/episodes/${evidence[0]?.episodeId}`);
      return `${status} ${polarity} ${text} <- ${body.userMessage}`;
    });
    return (await Promise.all(lines)).sort();
  }

  test(`${INJECTIONS.length} texts of others change nothing`, async () => {
    const before = await believed();
    expect(before).not.toEqual([]);
    for (const { message, from } of INJECTIONS) {
      if (from === "user") await api.say(message);
      else {
        const whose = from === "document" ? { source: "document" } : { speaker: from };
        expect((await api.post("/memory/episodes", { text: message, ...whose })).status).toBeLessThan(300);
      }
    }
    await api.verify();
    const { items } = (await api.get("/memory/review?kind=forget&limit=200")).body;
    const asked = (items as { askedIn: string }[]).map(async ({ askedIn }) => {
      return (await api.get(`/memory/episodes/${askedIn}`)).body.userMessage as string;
    });
    expect([...new Set(await Promise.all(asked))], "wishes").toEqual([]);
    expect(await believed()).toEqual(before);
  });
});
