import { Readable } from "node:stream";
import { resolve } from "node:path";
import { rm } from "node:fs/promises";
import { LIMITS } from "../services/limits.ts";
import { LOCAL_USER } from "../domain/model/user.ts";
import { EngramError } from "../errors.ts";
import { writePrivately } from "../services/transfer/file.ts";
import { checkMemory } from "../services/transfer/take.ts";
import { parseArguments, UsageError } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { reachService } from "./service.ts";

/** A user's memory into a file, read back before it is called whole. */
export async function exportCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, 1, {
    user: { type: "string", default: LOCAL_USER },
    vectors: { type: "boolean", default: false },
    "with-tombstones": { type: "boolean", default: false },
    ...JSON_OPTION,
  });
  const [file] = positionals;
  if (file === undefined)
    throw new UsageError("use: export FILE [--user USER] [--vectors] [--with-tombstones]");
  const path = resolve(file);
  const service = await reachService();
  try {
    const query = `vectors=${values.vectors}&tombstones=${values["with-tombstones"]}`;
    const url = `${service.url}/admin/users/${encodeURIComponent(values.user)}/export?${query}`;
    const response = await fetch(url, { headers: { "x-engram-admin": service.adminToken } });
    if (!response.ok || response.body === null)
      throw new EngramError("internal", `the service answered ${response.status}`);
    await writePrivately(path, Readable.fromWeb(response.body));
  } finally {
    await service.close();
  }
  await tell(path, values.json);
}

async function tell(path: string, isJson: boolean): Promise<void> {
  try {
    const { header, footer } = await checkMemory(path, { bytesMax: LIMITS.transferBytesMax });
    const counts = Object.entries(footer.counts).map(([kind, count]) => `${kind} ${count}`);
    console.error(`${path}: the memory of ${header.user}, ${footer.records} records (${counts.join(", ")})`);
    console.error(`sha256 ${footer.sha256}`);
    print(isJson, { file: path, user: header.user, ...footer }, []);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
