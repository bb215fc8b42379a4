import { EngramError } from "../errors.ts";
import { parseArguments } from "./arguments.ts";
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
  const { values, positionals } = parseArguments(args, {
    all: { type: "boolean" },
    key: { type: "string" },
  });
  const [action, id, ...rest] = positionals;
  const isList = action === undefined && values.all === undefined;
  const isRetry = action === "retry" && (id === undefined) === (values.all === true);
  if ((!isList && !isRetry) || rest.length > 0) throw usage();
  const service = await reachService();
  const headers = bearer(values.key);
  try {
    if (isList) await list(service, headers);
    else await retry(service, headers, id);
  } finally {
    await service.close();
  }
}

async function list({ url }: Reached, headers: Record<string, string>): Promise<void> {
  let count = 0;
  for (const state of ["failed", "retrying"]) {
    const page = await call(`${url}/memory/episodes?extraction=${state}&limit=${SHOWN}`, { headers });
    const { items, nextCursor } = page as { items: ListedEpisode[]; nextCursor: string | null };
    for (const item of items) console.log(lineOf(state, item));
    if (nextCursor !== null) console.error(`Only the newest ${SHOWN} of state ${state} are shown.`);
    count += items.length;
  }
  if (count === 0) console.error("No extraction failed.");
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

function usage(): EngramError {
  return new EngramError("invalid_request", "usage: engram extractions | extractions retry ID | retry --all");
}
