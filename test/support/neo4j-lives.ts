/** Lives to measure with: a small one made through the store's door, and thousands of copies of it. */
import neo4j from "neo4j-driver";
import type { Fact } from "../../src/domain/model/fact.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import { MINUTE_MS, plusMs } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { START, batch, entity, fact, quote, say } from "../contracts/memory-store-story.ts";
import type { TestNeo4j } from "./neo4j.ts";

const EPISODES = 50;
const CONVERSATIONS = 5;
const ENTITIES = 40;
/** Two facts a turn. */
const FACTS = EPISODES * 2;
export const TAG = "test/model";
/** What one copy of a life holds. */
export const LIFE = { episodes: EPISODES, entities: ENTITIES, facts: FACTS };

/** A small life: turns in a few conversations, people, and what is known about them, with vectors. */
export async function live(user: UserStore, dimensions: number): Promise<void> {
  const self = await user.self();
  const people: Mutation[] = [];
  for (let i = 0; i < ENTITIES; i++) {
    people.push({
      op: "entity.put",
      entity: entity(`x${i}`, `Person ${i}`, { type: "person", status: "verified" }),
    });
  }
  await user.apply(batch(people));
  for (let i = 0; i < EPISODES; i++) {
    const at = plusMs(START, i * MINUTE_MS);
    const text = `Person ${i % ENTITIES} told me about topic${i} and lives in town${i}.`;
    const episode = await say(user, `e${i}`, text, {
      conversationId: `c${i % CONVERSATIONS}`,
      occurredAt: at,
      recordedAt: at,
      reply: `Noted about topic${i}.`,
      ...(i % 10 === 0 ? { speaker: "Carla" } : {}),
    });
    const evidence = [quote(episode, `topic${i}`)];
    const known = (id: string, more: Partial<Fact>): Mutation => ({
      op: "fact.put",
      fact: fact(id, `x${i % ENTITIES}`, "KNOWS", {
        text: `Person ${i % ENTITIES} knows topic${i}.`,
        status: "verified",
        validAt: { at, precision: "minute" },
        createdAt: at,
        evidence,
        ...more,
      }),
    });
    await user.apply(
      batch([
        known(`f${i}a`, { objectId: i % 2 === 0 ? `x${(i + 1) % ENTITIES}` : self.id }),
        known(`f${i}b`, { predicate: "LIVES_IN", value: `town${i}` }),
        { op: "mention.put", episodeId: episode.id, entityId: `x${i % ENTITIES}`, start: 0, end: 6 },
        {
          op: "episode.patch",
          id: episode.id,
          set: { extraction: { state: "done", attempts: 1, error: null } },
        },
      ]),
    );
  }
  await embed(user, dimensions);
}

export async function embed(user: UserStore, dimensions: number): Promise<void> {
  for (;;) {
    const waiting = await user.unembedded(TAG, 500);
    if (waiting.length === 0) return;
    await user.putVectors(
      TAG,
      waiting.map((item) => ({ ...item, vector: someVector(dimensions, item.id) })),
    );
  }
}

/** Any direction, the same for the same id. */
export function someVector(dimensions: number, id: string): Float32Array {
  let seed = Buffer.from(id).reduce((sum, byte) => (sum * 31 + byte) | 0, 7);
  const next = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff - 0.5;
  };
  return Float32Array.from({ length: dimensions }, next);
}

/** Copies of a life within the server, as rows of the same user: thousands of turns in seconds. */
const COPIES = [
  `MATCH (c:Conversation) WHERE c.user_id = $user AND NOT c.id CONTAINS '~'
   UNWIND range($from, $to) AS i
   CREATE (d:Conversation) SET d = c {.*, id: c.id + '~' + i}`,
  `MATCH (e:Episode)-[:IN]->(c:Conversation) WHERE e.user_id = $user AND NOT e.id CONTAINS '~'
   UNWIND range($from, $to) AS i
   MATCH (d:Conversation {user_id: $user, id: c.id + '~' + i})
   CREATE (o:Episode)-[:IN]->(d)
   SET o = e {.*, id: e.id + '~' + i, conversation_id: d.id, n: e.n + i * 1000000,
     occurred_at: toString(datetime(e.occurred_at) - duration({hours: i})),
     search_text: e.search_text + ' copy' + i, embedding: [x IN e.embedding | x + 0.2 * (rand() - 0.5)]}`,
  `MATCH (x:Entity) WHERE x.user_id = $user AND NOT x.id CONTAINS '~' AND x.is_self = 0
   UNWIND range($from, $to) AS i
   CREATE (o:Entity)
   SET o = x {.*, id: x.id + '~' + i, n: x.n + i * 1000000, name_fold: x.name_fold + ' ' + i,
     name: x.name + ' ' + i, search_text: x.search_text + ' copy' + i}
   CREATE (a:Alias {user_id: $user, entity_id: o.id, fold: o.name_fold, alias: o.name, kind: 'name', position: 0})
   CREATE (a)-[:NAMES]->(o)`,
  `MATCH (f:Fact)-[:SUBJECT]->(s:Entity) WHERE f.user_id = $user AND NOT f.id CONTAINS '~'
   UNWIND range($from, $to) AS i
   MATCH (t:Entity {user_id: $user, id: s.id + '~' + i})
   CREATE (g:Fact)-[:SUBJECT]->(t)
   SET g = f {.*, id: f.id + '~' + i, n: f.n + i * 1000000, subject_id: t.id,
     created_at: toString(datetime(f.created_at) - duration({hours: i})),
     search_text: f.search_text + ' copy' + i, embedding: [x IN f.embedding | x + 0.2 * (rand() - 0.5)]}`,
  `MATCH (f:Fact)-[:OBJECT]->(s:Entity) WHERE f.user_id = $user AND NOT f.id CONTAINS '~'
   UNWIND range($from, $to) AS i
   MATCH (g:Fact {user_id: $user, id: f.id + '~' + i})
   MATCH (t:Entity {user_id: $user, id: CASE s.is_self WHEN 1 THEN s.id ELSE s.id + '~' + i END})
   SET g.object_id = t.id
   CREATE (g)-[:OBJECT]->(t)`,
  `MATCH (f:Fact)-[v:EVIDENCED_BY]->(e:Episode) WHERE f.user_id = $user AND NOT f.id CONTAINS '~'
   UNWIND range($from, $to) AS i
   MATCH (g:Fact {user_id: $user, id: f.id + '~' + i})
   MATCH (o:Episode {user_id: $user, id: e.id + '~' + i})
   CREATE (g)-[w:EVIDENCED_BY]->(o) SET w = properties(v)`,
  `MATCH (e:Episode)-[m:MENTIONS]->(x:Entity) WHERE e.user_id = $user AND NOT e.id CONTAINS '~'
   UNWIND range($from, $to) AS i
   MATCH (o:Episode {user_id: $user, id: e.id + '~' + i})
   MATCH (y:Entity {user_id: $user, id: x.id + '~' + i})
   CREATE (o)-[w:MENTIONS]->(y) SET w = properties(m)`,
];
const COPIES_AT_ONCE = 20;

/** Copies what `live` made of this user so many times. */
export async function multiply(server: TestNeo4j, userId: string, copies: number): Promise<void> {
  const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
  try {
    for (let from = 1; from <= copies; from += COPIES_AT_ONCE) {
      const range = { from: neo4j.int(from), to: neo4j.int(Math.min(copies, from + COPIES_AT_ONCE - 1)) };
      for (const text of COPIES) await driver.executeQuery(text, { user: userId, ...range });
    }
    const count = neo4j.int(copies * (LIFE.facts + LIFE.episodes));
    await driver.executeQuery("MATCH (u:User {id: $user}) SET u.vector_count = u.vector_count + $count", {
      user: userId,
      count,
    });
    await driver.executeQuery("CALL db.prepareForReplanning(60)");
  } finally {
    await driver.close();
  }
}
