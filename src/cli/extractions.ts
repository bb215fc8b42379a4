import { parseArguments, UsageError } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { bearer, call, reachService, type Reached } from "./service.ts";

interface ListedEpisode {
  id: string;
  conversationId: string;
  occurredAt: string;
  extraction: { state: string; attempts: number; error: string | null; retryAt: string | null };
}

/** Lines per state; the list says when there are more. */
const SHOWN = 200;

/** Lists the turns whose extraction failed or is retried; or has them tried again. */
export async function extractions(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, 2, {
    all: { type: "boolean" },
    key: { type: "string" },
    ...JSON_OPTION,
  });
  const [action, id] = positionals;
  const isList = action === undefined && values.all === undefined;
  const isRetry = action === "retry" && (id === undefined) === (values.all === true);
  if (!isList && !isRetry) throw usage();
  const service = await reachService();
  const headers = bearer(values.key);
  try {
    if (isList) await list(service, headers, values.json);
    else await retry(service, headers, id);
  } finally {
    await service.close();
  }
}

async function list({ url }: Reached, headers: Record<string, string>, isJson: boolean): Promise<void> {
  const found: { state: string; item: ListedEpisode }[] = [];
  for (const state of ["failed", "retrying"]) {
    const page = await call(`${url}/memory/episodes?extraction=${state}&limit=${SHOWN}`, { headers });
    const { items, nextCursor } = page as { items: ListedEpisode[]; nextCursor: string | null };
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

function lineOf(state: string, { id, conversationId, occurredAt, extraction }: ListedEpisode): string {
  const { attempts, error, retryAt } = extraction;
  const next = retryAt === null ? "-" : `next ${retryAt}`;
  return [id, conversationId, occurredAt, state, `${attempts} attempts`, next, error ?? ""].join("\t");
}

/** Without an id: all that failed. */
async function retry(service: Reached, headers: Record<string, string>, id?: string): Promise<void> {
  const url = `${service.url}/memory/episodes`;
  if (id === undefined) {
    const { count } = (await call(`${url}/extract`, { body: { state: "failed" }, headers })) as {
      count: number;
    };
    console.log(`${count} will be extracted again`);
  } else {
    await call(`${url}/${encodeURIComponent(id)}/extract`, { method: "POST", headers });
    console.log(`${id} will be extracted again`);
  }
  if (service.own) console.error("They wait for the service: start it with `engram serve`.");
}

function usage(): UsageError {
  return new UsageError("usage: engram extractions | extractions retry ID | retry --all");
}
