import { stopServers } from "./neo4j.ts";
import { makeTempFolder, removeTempFolder } from "./temp-folder.ts";

/** Vitest calls this around the whole run: servers are started by the files that need one, and ended after the last. */
export default function setup(): () => Promise<void> {
  makeTempFolder();
  return async () => {
    await stopServers();
    removeTempFolder();
  };
}
