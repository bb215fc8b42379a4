import { stopServers } from "./neo4j.ts";

/** Vitest calls this around the whole run: servers are started by the files that need one, and ended after the last. */
export default function setup(): () => Promise<void> {
  return stopServers;
}
