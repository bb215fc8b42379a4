/** Neo4j, and the same nodes and queries without the store around them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import neo4j, { type Driver, type Integer } from "neo4j-driver";
import { createNeo4jStore } from "../../../src/adapters/neo4j/index.ts";
import { createSqliteStore } from "../../../src/adapters/sqlite/index.ts";
import { systemClock } from "../../../src/adapters/system/clock.ts";
import { STATUSES } from "../../../src/domain/model/status.ts";
import { moveStore, type MoveState } from "../../../src/services/transfer/move.ts";
import { leaseNeo4j } from "../../support/neo4j.ts";
import type { MemoryStore } from "../../../src/ports/memory-store.ts";
import type { Asked, BenchStore } from "./open.ts";
import { fill, vectorOf } from "./turns.ts";

type Props = Record<string, unknown>;

/** What one turn leaves: nodes by label, relationships by type and the labels of their ends. */
interface Template {
  nodes: Map<string, Props[]>;
  edges: Map<string, { from: Props; to: Props; props: Props }[]>;
}

const RAW_USER = "raw";

export async function openNeo4j(): Promise<BenchStore> {
  const server = await leaseNeo4j();
  await server.wipe();
  const { uri, user, password, hashKey } = server;
  const store = await createNeo4jStore({ uri, user, password, hashKey, clock: systemClock, warm: true });
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password), {
    notificationFilter: { minimumSeverityLevel: "OFF" },
  });
  let template: Template | null = null;
  return {
    name: "neo4j",
    store,
    fill: (userId, size) => moved(store, userId, size),
    async rawTurn(userId, n) {
      template ??= await templateOf(driver, userId);
      await insert(driver, template, n);
    },
    async rawSearch(userId, asked) {
      await search(driver, userId, asked);
    },
    async close() {
      await driver.close();
      await store.close();
    },
  };
}

/** Told to a SQLite and moved from there: turn by turn it would take hours. */
async function moved(to: MemoryStore, userId: string, size: { facts: number; turns: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "engram-bench-"));
  const from = await createSqliteStore({ file: join(folder, "engram.db"), clock: systemClock });
  try {
    await fill(from.forUser(userId), size);
    const state: MoveState = { done: [], current: null };
    await moveStore(from, to, { state, save: async () => undefined });
  } finally {
    await from.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All that a user has who stored one turn; nodes are told apart by a key of their own. */
async function templateOf(driver: Driver, userId: string): Promise<Template> {
  const nodes = await driver.executeQuery(
    `MATCH (n) WHERE n.user_id = $user RETURN elementId(n) AS key, labels(n)[0] AS label, properties(n) AS props`,
    { user: userId },
  );
  const edges = await driver.executeQuery(
    `MATCH (a)-[r]->(b) WHERE a.user_id = $user AND b.user_id = $user
     RETURN elementId(a) AS a, elementId(b) AS b, labels(a)[0] AS la, labels(b)[0] AS lb, type(r) AS type,
       properties(r) AS props`,
    { user: userId },
  );
  const template: Template = { nodes: new Map(), edges: new Map() };
  for (const record of nodes.records) {
    const { key, label, props } = record.toObject() as { key: string; label: string; props: Props };
    template.nodes.set(label, [...(template.nodes.get(label) ?? []), { ...props, raw_key: key }]);
  }
  for (const record of edges.records) {
    const { a, b, la, lb, type, props } = record.toObject() as Record<string, string> & { props: Props };
    const name = `${la} ${type} ${lb}`;
    const edge = { from: { raw_key: a }, to: { raw_key: b }, props };
    template.edges.set(name, [...(template.edges.get(name) ?? []), edge]);
  }
  return template;
}

const IDS = /^(?:id|.*_id|once|raw_key|external_key)$/;

function renamed(props: Props, n: number): Props {
  const pairs = Object.entries(props).map(([name, value]) => {
    if (name === "user_id") return [name, RAW_USER];
    return [name, typeof value === "string" && IDS.test(name) ? `${value}#${n}` : value];
  });
  return Object.fromEntries(pairs) as Props;
}

/** One transaction: a statement for each label and each kind of relationship, sent without waiting between them. */
async function insert(driver: Driver, { nodes, edges }: Template, n: number): Promise<void> {
  const session = driver.session();
  try {
    await session.executeWrite(async (tx) => {
      const runs = [
        tx.run("MERGE (u:User {id: $user}) SET u.lock = $n", { user: RAW_USER, n: neo4j.int(n) }),
        ...[...nodes]
          .filter(([label]) => label !== ALIAS)
          .map(([label, rows]) =>
            tx.run(`UNWIND $rows AS row CREATE (n:${label}) SET n = row`, {
              rows: rows.map((row) => renamed(row, n)),
            }),
          ),
        ...[...edges].map(([name, rows]) => {
          const [from, type, to] = name.split(" ") as [string, string, string];
          if (from === ALIAS) {
            return tx.run(
              `UNWIND $rows AS row MATCH (b:${to} {user_id: $user, id: row.b})
               CREATE (a:Alias)-[:${type}]->(b) SET a = row.a`,
              { user: RAW_USER, rows: rows.map((row) => aliasRow(nodes, row, n)) },
            );
          }
          return tx.run(
            `UNWIND $rows AS row
             MATCH (a:${from} {user_id: $user, id: row.a}) MATCH (b:${to} {user_id: $user, id: row.b})
             CREATE (a)-[r:${type}]->(b) SET r = row.props`,
            { user: RAW_USER, rows: rows.map((row) => edgeRow(nodes, row, n)) },
          );
        }),
      ];
      await Promise.all(runs);
    });
  } finally {
    await session.close();
  }
}

/** Aliases have no id of their own: they come with the relationship. */
const ALIAS = "Alias";

function aliasRow(nodes: Template["nodes"], { from, to }: { from: Props; to: Props }, n: number): Props {
  const alias = (nodes.get(ALIAS) ?? []).find((row) => row.raw_key === from.raw_key) ?? {};
  return { a: renamed(alias, n), b: edgeRow(nodes, { from, to, props: {} }, n).b };
}

/** Ends are found by the unique index over their ids; those without one stand alone and cost nothing to leave out. */
function edgeRow(
  nodes: Template["nodes"],
  { from, to, props }: { from: Props; to: Props; props: Props },
  n: number,
): Props {
  const idOf = (key: unknown): string => {
    const node = [...nodes.values()].flat().find((row) => row.raw_key === key);
    return `${String(node?.id)}#${n}`;
  };
  return { a: idOf(from.raw_key), b: idOf(to.raw_key), props: renamed(props, n) };
}

const TEXT = [
  ["fact_text", "n.status IN $statuses"],
  ["entity_text", "n.status IN $statuses"],
  ["episode_text", "true"],
  ["reply_text", "true"],
] as const;
/** Above this many vectors the store asks the index; the raw query does too. */
const EXACT_MAX = 5_000;
/** As many as the store compares. */
const OWN_PER_HIT = 3;
const COMPARED_MAX = 1_500;

/** The four full-text queries and the three vector queries that the default recipe is made of, side by side. */
async function search(driver: Driver, userId: string, { words, key, quotas }: Asked): Promise<void> {
  const owner = await ownerOf(driver, userId);
  const query = `+user_key:${owner.key}^0 +search_text:(${words.join(" ")})`;
  const vector = [...vectorOf(key)];
  const common = { user: userId, statuses: [...STATUSES] };
  const texts = TEXT.map(([index, filter]) =>
    run(
      driver,
      `CALL db.index.fulltext.queryNodes('${index}', $query, {limit: $limit}) YIELD node AS n, score
       WHERE n.user_id = $user AND ${filter} RETURN n.id, score`,
      {
        ...common,
        limit: neo4j.int(quotas.text),
        query: index === "reply_text" ? query.replace("search_text", "reply_text") : query,
      },
    ),
  );
  const vectors = ["Fact", "Entity", "Episode"].map((label) =>
    run(
      driver,
      owner.vectors > EXACT_MAX
        ? `CALL db.index.vector.queryNodes('${label.toLowerCase()}_vector', $compared, $vector) YIELD node AS n
           WHERE n.user_id = $user WITH n, vector.similarity.cosine(n.embedding, $vector) AS score
           ORDER BY score DESC LIMIT $limit RETURN n.id, score`
        : `MATCH (n:${label}) WHERE n.user_id = $user AND n.embedding_tag = $tag AND n.embedding IS NOT NULL
           WITH n, vector.similarity.cosine(n.embedding, $vector) AS score
           ORDER BY score DESC LIMIT $limit RETURN n.id, score`,
      {
        ...common,
        limit: neo4j.int(quotas.vector),
        vector,
        compared: neo4j.int(Math.min(COMPARED_MAX, Math.ceil((OWN_PER_HIT * quotas.vector) / owner.share))),
        tag: owner.tag,
      },
    ),
  );
  await Promise.all([...texts, ...vectors]);
}

interface Owner {
  key: string;
  vectors: number;
  /** Of the store's vectors, 0-1. */
  share: number;
  tag: string;
}

const owners = new Map<string, Owner>();

async function ownerOf(driver: Driver, userId: string): Promise<Owner> {
  const known = owners.get(userId);
  if (known) return known;
  const { records } = await driver.executeQuery(
    `MATCH (u:User {id: $user})
     RETURN u.key AS key, toInteger(coalesce(u.vector_count, 0)) AS vectors, u.vector_tag AS tag,
       COUNT { (:Fact) } + COUNT { (:Entity) } + COUNT { (:Episode) } AS all`,
    { user: userId },
  );
  const row = records[0]?.toObject() as { key: string; vectors: Integer; tag: string; all: Integer };
  const vectors = row.vectors.toNumber();
  const owner = { key: row.key, vectors, share: vectors / row.all.toNumber(), tag: row.tag };
  owners.set(userId, owner);
  return owner;
}

/** In a transaction of its own, as the store asks. */
async function run(driver: Driver, text: string, params: Props): Promise<void> {
  const session = driver.session({ defaultAccessMode: neo4j.session.READ });
  try {
    await session.executeRead((tx) => tx.run(text, params));
  } finally {
    await session.close();
  }
}
