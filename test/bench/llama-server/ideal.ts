import type { Call } from "./call.ts";

/** What a call had to read at least, if every prompt that was read before stayed in the cache. */
export interface Ideal {
  promptTokens: number;
  /** The prompt less its longest beginning that an earlier prompt of the session has, too. */
  tokens: number;
}

/** The server reads the last token of a prompt even if it knows them all. */
const READ_MIN = 1;
/** Fields of a request that its prompt is made of. */
const TEMPLATED = ["messages", "reasoning_effort", "tools", "response_format", "chat_template_kwargs"];

/**
 * The ideals of all calls, by their id. Only prompts that were read to their end before a call began count as
 * earlier. What was generated is left out: the template writes an answer down in another form than it came in.
 */
export async function idealsOf(serverUrl: string, calls: readonly Call[]): Promise<Map<number, Ideal>> {
  const prompts = new Map<number, number[]>();
  for (const call of calls) prompts.set(call.id, await tokensOf(serverUrl, call));
  const ideals = calls.map((call): [number, Ideal] => {
    const own = prompts.get(call.id) ?? [];
    const earlier = calls.filter(({ readAt }) => readAt !== null && readAt <= call.startedAt);
    const known = Math.max(0, ...earlier.map(({ id }) => commonPrefix(own, prompts.get(id) ?? [])));
    return [call.id, { promptTokens: own.length, tokens: Math.max(READ_MIN, own.length - known) }];
  });
  return new Map(ideals);
}

function commonPrefix(one: readonly number[], other: readonly number[]): number {
  let n = 0;
  while (n < one.length && one[n] === other[n]) n += 1;
  return n;
}

/** Asked from the server, which makes the prompt by its own template. */
async function tokensOf(serverUrl: string, { body }: Call): Promise<number[]> {
  const given = Object.fromEntries(
    TEMPLATED.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]),
  );
  const { prompt } = await post<{ prompt: string }>(`${serverUrl}/apply-template`, given);
  const asked = { content: prompt, parse_special: true, add_special: false };
  return (await post<{ tokens: number[] }>(`${serverUrl}/tokenize`, asked)).tokens;
}

async function post<T>(url: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}
