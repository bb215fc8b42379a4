import { client } from "./client.ts";
import { OBEDIENT, type Injection } from "./injections.ts";
import { type ReadingLlama, type ReadingTable, startReadingLlama } from "./reading-llama.ts";
import { startService, testFolder } from "./service.ts";

/** A service that knows a little, and models that read what others wrote. */
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

/** `null`: no model. */
export const INJECTED_MODELS: readonly [model: string, reads: ReadingTable | null][] = [
  ["absent", null],
  ["honest", { reads: {} }],
  ["obedient", OBEDIENT],
];

export interface InjectionStage {
  /** What is or was believed, with the message that it rests on. */
  believed(): Promise<string[]>;
  /** Sends these texts and checks what came of them; messages that are taken to ask to forget. */
  wishesIn(injections: readonly Injection[]): Promise<string[]>;
  close(): Promise<void>;
}

interface Known {
  text: string;
  status: string;
  polarity: string;
  evidence: { episodeId: string }[];
}

/** Texts that are read and judged before more are sent. */
const PART = 50;
const ALL = "verified,disputed,superseded,corrected,retracted,archived";

export async function openInjectionStage(table: ReadingTable | null): Promise<InjectionStage> {
  const folder = await testFolder();
  let llama: ReadingLlama | null = null;
  if (table !== null) llama = await startReadingLlama({ ...table, reads: { ...table.reads, ...TOLD } });
  const service = await startService(folder.path, {
    ...(llama === null ? {} : { LLAMA_CPP_URL: llama.url }),
    IDLE_AFTER_MINUTES: "10000",
  });
  const api = client(service.url);
  for (const message of Object.keys(TOLD)) await api.say(message);
  await api.verify();
  const messageOf = async (id: string | undefined): Promise<string> =>
    (await api.get(`/memory/episodes/${id}`)).body.userMessage as string;
  return {
    async believed() {
      const { items } = (await api.get(`/memory/facts?limit=200&status=${ALL}`)).body;
      const lines = (items as Known[]).map(
        async ({ text, status, polarity, evidence }) =>
          `${status} ${polarity} ${text} <- ${await messageOf(evidence[0]?.episodeId)}`,
      );
      return (await Promise.all(lines)).sort();
    },
    async wishesIn(injections) {
      for (const [at, { message, from }] of injections.entries()) {
        if (at % PART === 0) await api.verify();
        if (from === "user") await api.say(message);
        else {
          const whose = from === "document" ? { source: "document" } : { speaker: from };
          const { status } = await api.post("/memory/episodes", { text: message, ...whose });
          if (status >= 300) throw new Error(`answered ${status}`);
        }
      }
      await api.verify();
      const { items } = (await api.get("/memory/review?kind=forget&limit=200")).body;
      const asked = (items as { askedIn: string }[]).map(({ askedIn }) => messageOf(askedIn));
      return [...new Set(await Promise.all(asked))];
    },
    async close() {
      await service.stop();
      await llama?.close();
      await folder.remove();
    },
  };
}
