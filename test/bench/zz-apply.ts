import neo4j from "neo4j-driver";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { loadStatements } from "../../src/adapters/neo4j/statements.ts";
import { encodeAll } from "../../src/adapters/neo4j/parameters.ts";
import { userKeyOf } from "../../src/adapters/neo4j/context.ts";
import {
  aliasRows,
  edgeOf,
  entityProperties,
  evidenceRows,
  factProperties,
  searchableEntity,
  searchableFact,
} from "../../src/adapters/neo4j/graph-rows.ts";
import { leaseNeo4j } from "../support/neo4j.ts";
import { testClock, say, entity, fact, quote, batch, must } from "../contracts/memory-store-story.ts";

const N = Number(process.argv[2] ?? 60);
const server = await leaseNeo4j();
await server.wipe();
const clock = testClock();
const store = await createNeo4jStore({ ...server, clock });
const ann = store.forUser("ann");
const self = await ann.self();
const S = loadStatements();
const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password), {
  disableLosslessIntegers: true,
  notificationFilter: { minimumSeverityLevel: "OFF" },
});
const session = driver.session();

function turn(i: number | string, said: any) {
  const es = [0, 1, 2].map((k) =>
    entity(`e${i}-${k}`, `Name ${i} ${k}`, { aliases: [{ alias: `nick ${i} ${k}`, kind: "nickname" }] }),
  );
  const fs = es.map((e, k) =>
    fact(`f${i}-${k}`, self.id, k === 0 ? "LIVES_IN" : "KNOWS", {
      objectId: e.id,
      text: `The user knows ${e.name}.`,
      evidence: [quote(said, "hello")],
    }),
  );
  return { es, fs };
}
const times = { apply: [] as number[], raw: [] as number[], open: [] as number[] };
for (let i = 0; i < N; i++) {
  const a = await say(ann, `s${i}`, "hello Name there");
  const { es, fs } = turn(i, a);
  const t0 = performance.now();
  await ann.apply(
    batch(
      [
        ...es.map((e) => ({ op: "entity.put" as const, entity: e })),
        ...fs.map((f) => ({ op: "fact.put" as const, fact: f })),
        ...es.map((e) => ({
          op: "mention.put" as const,
          episodeId: a.id,
          entityId: e.id,
          start: 6,
          end: 10,
        })),
        {
          op: "episode.patch" as const,
          id: a.id,
          set: {
            summary: "They said hello.",
            importance: 0.7,
            extraction: { state: "done", attempts: 1, error: null },
          },
        },
      ],
      {
        once: `o${i}`,
        expect: { episodeId: a.id, extraction: "pending", unknownNames: es.map((e) => e.name.toLowerCase()) },
      },
    ),
  );
  times.apply.push(performance.now() - t0);

  const b = await say(ann, `r${i}`, "hello Name there");
  const r = turn(`r${i}`, b);
  const raw = (tx: any, name: string, params: any) =>
    tx.run(S.get(name), encodeAll({ ...params, user: "ann", user_key: userKeyOf("ann") }));
  let n = 1_000_000 + i * 100;
  const t1 = performance.now();
  await session.executeWrite(async (tx) => {
    await raw(tx, "graph/create-entities", {
      rows: r.es.map((e) => ({
        set: { ...entityProperties(e, n++), ...searchableEntity(e) },
        aliases: aliasRows(e),
      })),
    });
    await raw(tx, "graph/create-facts", {
      rows: r.fs.map((f) => ({
        set: { ...factProperties(f, n++), ...searchableFact(f, "user", "x") },
        evidence: evidenceRows(f.evidence),
      })),
    });
    await raw(tx, "graph/put-edges", { rows: r.fs.map((f) => must(edgeOf(f))) });
    await raw(tx, "graph/update-episodes", {
      rows: [
        {
          id: b.id,
          set: {
            summary: "They said hello.",
            importance: 0.7,
            extraction_state: "done",
            extraction_attempts: 1,
            search_text: "hello name there they said hello",
          },
        },
      ],
    });
    await raw(tx, "graph/put-mentions", {
      rows: r.es.map((e) => ({ episode_id: b.id, entity_id: e.id, set: { span_start: 6, span_end: 10 } })),
    });
    await raw(tx, "changes/put", {
      rows: [...r.es, ...r.fs].map((x, k) => ({
        n: n++,
        id: `c${i}-${k}`,
        at: x.createdAt,
        actor: "live",
        reason: "t",
        kind: "entity",
        target_id: x.id,
        after_json: JSON.stringify(x),
        undone: 0,
      })),
    });
    await raw(tx, "graph/put-once", { once: `raw${i}`, at: "x" });
  });
  times.raw.push(performance.now() - t1);
}
const half = (xs: number[]) => xs.slice(Math.floor(N / 3)).sort((a, b) => a - b);
const q = (xs: number[], p: number) => half(xs)[Math.floor(half(xs).length * p)]?.toFixed(1);
for (const [k, xs] of Object.entries(times))
  if (xs.length) console.log(k, "p50", q(xs, 0.5), "p90", q(xs, 0.9), "first", xs[0]?.toFixed(0));
await session.close();
await driver.close();
await store.close();
process.exit(0);
