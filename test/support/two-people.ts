import { client, type Client, type Said } from "./client.ts";
import { printed } from "./command.ts";
import { startService, testFolder } from "./service.ts";

export type Person = Client & { key: string };

/** Two people with the same names in their lives, on one service. */
export interface TwoPeople {
  url: string;
  alice: Person;
  bob: Person;
  /** The first turn of each. */
  told: { alice: Said; bob: Said };
  /** Runs a command of `engram` on their data folder. */
  engram(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** Words of Alice's story that Bob must never see, and the other way round. */
export const ALICES = /Lyon|Ravel|cello|Marbella|violet/i;
export const BOBS = /Oslo|Munch|drum|Bergen|orange/i;

/** Every list of what one has. */
export const LISTS = [
  "/conversations?limit=200",
  "/conversations?q=Annelie",
  "/memory/facts?limit=200",
  "/memory/facts?limit=200&sort=confidence&q=annelie&minConfidence=0.1",
  "/memory/facts?limit=200&entity=Annelie",
  "/memory/entities?limit=200&sort=mentions&asOf=2100-01-01",
  "/memory/entities?limit=200",
  "/memory/entities?q=Annelie",
  "/memory/episodes?limit=200",
  "/memory/changes?limit=200",
  "/memory/rejections?limit=200",
  "/memory/staging?limit=200",
  "/maintenance/runs?limit=200",
];

export async function startTwoPeople(): Promise<TwoPeople> {
  const folder = await testFolder();
  const service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600" });
  const engram = (...args: string[]): Promise<string> => printed(folder.path, args);
  const person = async (name: string): Promise<Person> => {
    const key = await engram("keys", "create", name);
    return { ...client(service.url, key), key };
  };
  const [alice, bob] = [await person("alice"), await person("bob")];
  return {
    url: service.url,
    alice,
    bob,
    told: await tellStories(alice, bob),
    engram,
    async close() {
      await service.stop();
      await folder.remove();
    },
  };
}

/** The same story twice, with other towns, firms, instruments and colours. */
async function tellStories(alice: Person, bob: Person): Promise<TwoPeople["told"]> {
  const told = {
    alice: await alice.say("My sister Annelie lives in Lyon."),
    bob: await bob.say("My sister Annelie lives in Oslo."),
  };
  await alice.say("My sister Annelie works at Ravel.");
  await bob.say("My sister Annelie works at Munch.");
  await alice.say("My sister Annelie plays the cello. Yesterday I was in Marbella.");
  await bob.say("My sister Annelie plays the drums. Yesterday I was in Bergen.");
  await alice.say("I like violet.");
  await bob.say("I like orange.");
  for (const [api, firm, city] of [
    [alice, "Ravel", "Lyon"],
    [bob, "Munch", "Oslo"],
  ] as const) {
    await api.post("/memory/episodes", {
      text: `I bought a bicycle in ${city}.`,
      occurredAt: "2019-05-05T10:00:00Z",
    });
    const entity = { objectKind: "entity" };
    await api.post("/memory/facts", {
      subject: "Annelie",
      predicate: "SINGS_AT",
      object: firm,
      text: `Annelie sings at ${firm}.`,
      ...entity,
    });
    await api.post("/memory/facts", {
      subject: firm,
      predicate: "LOCATED_IN",
      object: city,
      text: `${firm} is in ${city}.`,
      ...entity,
    });
  }
  await Promise.all([alice.verify(), bob.verify()]);
  return told;
}
