/**
 * One of several processes that write to one user's memory. Its task comes as JSON in the first argument; each batch
 * that was acknowledged is a line of JSON on the standard output.
 */
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import type { Episode } from "../../src/domain/model/episode.ts";
import type { MutationBatch } from "../../src/domain/model/mutation.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { hashKey } from "./neo4j.ts";
import { batch, entity, fact, newEpisode, quote } from "../contracts/memory-store-story.ts";

export interface WriterTask {
  uri: string;
  user: string;
  password: string;
  /** `share`: everybody changes the same entity; `flood`: large batches without end. */
  kind: "share" | "flood";
  /** Number of this process. */
  writer: number;
  batches: number;
}

/** Facts of one batch of a flood, beside its entity. */
export const FLOOD_FACTS = 40;

if (import.meta.main) await write(JSON.parse(process.argv[2] ?? "") as WriterTask);

async function write({ kind, writer, batches, ...server }: WriterTask): Promise<void> {
  const store = await createNeo4jStore({ ...server, clock: systemClock, hashKey });
  const ann = store.forUser("ann");
  const said = await ann.episode("said");
  if (said === null) throw new Error("The test tells the episode first");
  const next = kind === "share" ? shared : flood;
  for (let i = 0; i < batches; i++) {
    const applied = await ann.apply(next(writer, i, quote(said, "hello")));
    console.log(JSON.stringify({ writer, i, ...applied }));
  }
  await store.close();
}

type Quote = ReturnType<typeof quote>;

/** What the writers find: an episode, and an entity and a fact that all of them change. Returns the episode. */
export async function prepare(user: UserStore): Promise<Episode> {
  const told = newEpisode("said", { userMessage: "hello hello", state: "complete" });
  const opened = await user.openEpisode(told);
  if (opened.outcome === "forgotten") throw new Error("Nothing was forgotten here");
  const evidence = [quote(opened.episode, "hello hello")];
  await user.apply(
    batch([
      { op: "entity.put", entity: entity("x", "X", { mentionCount: 0 }) },
      { op: "fact.put", fact: fact("common", "x", "SAYS", { value: "hello", evidence }) },
    ]),
  );
  return opened.episode;
}

/** A name, a quote and a mention for the entity that everybody changes, and one thing that only the first may make. */
export function shared(writer: number, i: number, said: Quote): MutationBatch {
  const id = `${writer}-${i}`;
  const evidence = [{ ...said, start: 0, end: writer + 1, quote: "hello".slice(0, writer + 1) }];
  return batch(
    [
      { op: "entity.put", entity: entity(`only-${id}`, `Only ${i}`) },
      { op: "entity.alias", id: "x", alias: { alias: `name ${id}`, kind: "nickname" } },
      { op: "fact.put", fact: fact(`f${id}`, "x", "KNOWS", { objectId: `only-${id}`, evidence: [said] }) },
      { op: "fact.evidence", id: "common", evidence },
      { op: "mention.put", episodeId: "said", entityId: "x", start: writer, end: i },
    ],
    {
      once: `${writer % 2}-${i}`,
      expect: { episodeId: "said", unknownNames: writer % 2 === 0 ? [] : [`only ${i}`] },
    },
  );
}

export function flood(writer: number, i: number, said: Quote): MutationBatch {
  const id = `${writer}-${i}`;
  const facts = Array.from({ length: FLOOD_FACTS }, (_, k) =>
    fact(`f${id}-${k}`, `e${id}`, "LIKES", { value: `thing ${k}`, evidence: [said] }),
  );
  return batch([
    { op: "entity.put", entity: entity(`e${id}`, `Entity ${id}`) },
    ...facts.map((one) => ({ op: "fact.put" as const, fact: one })),
    { op: "mention.put", episodeId: "said", entityId: `e${id}`, start: 0, end: 5 },
  ]);
}
