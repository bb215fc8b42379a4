import type { Engram, Episode } from "#client";
import { parseArguments, UsageError } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { apiOf, reachService, type Reached } from "./service.ts";

/** Lines per state; the list notes when there are more. */
const SHOWN = 200;

/** Lists the turns whose extraction failed or is being retried; or retries them. */
export async function extractions(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, 2, {
    all: { type: "boolean" },
    key: { type: "string" },
    ...JSON_OPTION,
  });
  const [action, id] = positionals;
  const isList = action === undefined && values.all === undefined;
  const isRetry = action === "retry" && (id === undefined) === (values.all === true) && !values.json;
  if (!isList && !isRetry) throw new UsageError();
  await using service = await reachService();
  const api = apiOf(service, values.key);
  if (isList) await list(api, values.json);
  else await retry(service, api, id);
}

async function list(api: Engram, isJson: boolean): Promise<void> {
  const found: { state: string; item: Episode }[] = [];
  for (const state of ["failed", "retrying"] as const) {
    const query = { extraction: state, limit: SHOWN };
    const { items, nextCursor } = await api("GET /memory/episodes", { query });
    found.push(...items.map((item) => ({ state, item })));
    if (nextCursor !== null) console.error(`Only the newest ${SHOWN} of state ${state} are shown.`);
  }
  const answer = { items: found.map(({ state, item }) => ({ ...item, state })) };
  print(
    isJson,
    answer,
    found.map(({ state, item }) => lineOf(state, item)),
  );
  if (found.length === 0) console.error("No extraction failed.");
}

function lineOf(state: string, { id, conversationId, occurredAt, extraction }: Episode): string {
  const { attempts, error, retryAt } = extraction;
  const next = retryAt === null ? "-" : `next ${retryAt}`;
  return [id, conversationId, occurredAt, state, `${attempts} attempts`, next, error ?? ""].join("\t");
}

/** Without an id: all failed ones. */
async function retry(service: Reached, api: Engram, id?: string): Promise<void> {
  if (id === undefined) {
    const { count } = await api("POST /memory/episodes/extract", { body: { state: "failed" } });
    console.log(`${count} will be extracted again`);
  } else {
    await api("POST /memory/episodes/{id}/extract", { path: { id } });
    console.log(`${id} will be extracted again`);
  }
  if (service.own) console.error("They wait for the service: start it with `engram serve`.");
}
