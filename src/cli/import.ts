import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { LOCAL_USER } from "../domain/model/user.ts";
import { EngramError } from "../errors.ts";
import { parseArguments, UsageError } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { call, reachService } from "./service.ts";
import { readEvents } from "./sse.ts";

/** Reads a file into memory through the service, and stays until what it brought is extracted. */
export async function importCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, {
    user: { type: "string", default: LOCAL_USER },
    "no-wait": { type: "boolean", default: false },
    ...JSON_OPTION,
  });
  const [file] = positionals;
  if (file === undefined) throw new UsageError("use: import FILE [--user USER]");
  if (!existsSync(file)) throw new EngramError("invalid_request", `file: there is no ${file}`);
  const service = await reachService();
  try {
    const done = await send(service.url, service.adminToken, values.user, resolve(file));
    print(values.json, done, []);
    if (service.own && !values["no-wait"]) await waitForExtraction(service.url);
  } finally {
    await service.close();
  }
}

async function send(url: string, adminToken: string, user: string, file: string): Promise<unknown> {
  const response = await fetch(`${url}/admin/users/${encodeURIComponent(user)}/import`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-engram-admin": adminToken },
    body: JSON.stringify({ file }),
  });
  if (!response.ok || response.body === null)
    throw new EngramError("internal", `the service answered ${response.status}`);
  let last: unknown = null;
  for await (const { event, data } of readEvents(response.body)) {
    const told = JSON.parse(data) as Record<string, unknown>;
    if (event === "error") throw new EngramError("invalid_request", String(told.detail));
    const counts = Object.entries(told).map(([name, value]) => `${name} ${String(value)}`);
    console.error(`${event}: ${counts.join(", ")}`);
    last = told;
  }
  return last;
}

/** How often the rest is looked at and told, milliseconds. */
const LOOK_MS = 1000;

async function waitForExtraction(url: string): Promise<void> {
  for (let last = -1; ;) {
    const { pending, failed, model } = (await call(`${url}/health`)) as {
      pending?: { extraction: number };
      failed?: { retrying: number };
      model?: { state: string };
    };
    const retrying = failed?.retrying ?? 0;
    const left = (pending?.extraction ?? 0) - retrying;
    if (left <= 0) {
      if (retrying > 0)
        console.error(`${retrying} turns failed and are tried again later: engram extractions`);
      return;
    }
    if (model?.state !== "ready") {
      console.error(`${left} turns wait for the model; they are extracted when it answers.`);
      return;
    }
    if (left !== last)
      console.error(`extracting: ${left} turns left (Ctrl-C is safe: the next start goes on)`);
    last = left;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}
