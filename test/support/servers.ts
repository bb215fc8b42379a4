import { chromiumMissing } from "./browser.ts";
import { neo4jMissing } from "./neo4j.ts";
import { redisMissing } from "./redis.ts";

/** What the suite needs beside npm packages, and does not find. */
export interface Missing {
  what: string;
  why: string;
}

const NODE_MAJOR_MIN = 24;

export function missing(): Missing[] {
  const major = Number(process.versions.node.split(".")[0]);
  const node = `Node ${NODE_MAJOR_MIN} is needed, this is ${process.versions.node}`;
  const redis = redisMissing();
  const neo4j = neo4jMissing();
  const chromium = chromiumMissing();
  return [
    ...(major >= NODE_MAJOR_MIN ? [] : [{ what: "the service", why: node }]),
    ...(neo4j === null ? [] : [{ what: "Neo4j", why: neo4j }]),
    ...(redis === null ? [] : [{ what: "Redis", why: redis }]),
    ...(chromium === null ? [] : [{ what: "the web pages", why: chromium }]),
  ];
}
