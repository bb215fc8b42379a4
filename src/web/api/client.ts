import { signal } from "@preact/signals";

/** False once the service asked for a key; the sign-in page stands in front of everything then. */
export const signedIn = signal(true);

/** A refusal of the service in its own words (RFC 9457), or `unreachable`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: { field: string; message: string }[];

  constructor(problem: { status: number; code: string; detail: string; errors?: ApiError["fields"] }) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.fields = problem.errors ?? [];
  }
}

let isEntering = false;
/** Sign-ins so far: a refusal of what was asked before the last one says nothing. */
let entrances = 0;

/** The browser has a session from now on. */
export function enter(): void {
  entrances += 1;
  signedIn.value = true;
}

/** While the page makes itself a session or ends it, a refusal of something else does not mean that a key is asked for. */
export async function whileEntering(work: () => Promise<void>): Promise<void> {
  isEntering = true;
  try {
    await work();
  } finally {
    isEntering = false;
  }
}

type Value = string | number | boolean | null | undefined;

export interface Call {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Record<string, Value>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Asks the service; throws `ApiError`, or the signal's reason. Empty and absent query values are left out. */
export async function api<Answer>(path: string, { method, query, body, signal }: Call = {}): Promise<Answer> {
  const askedAt = entrances;
  const response = await send(addressOf(path, query), {
    method: method ?? (body === undefined ? "GET" : "POST"),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw await refusal(response, askedAt);
  return (response.status === 204 ? null : await response.json()) as Answer;
}

/** An address of the service with its query, from where the page is: a proxy may serve it below a path. */
export function addressOf(absolute: string, query: Record<string, Value> = {}): string {
  const path = absolute.replace(/^\//, "");
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError({ status: 0, code: "unreachable", detail: "Can't reach Engram. Is it running?" });
  }
}

async function refusal(response: Response, askedAt: number): Promise<ApiError> {
  if (response.status === 401 && !isEntering && askedAt === entrances) signedIn.value = false;
  const told = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
  return new ApiError({
    code: "internal",
    detail: `Engram answered ${response.status}.`,
    ...told,
    status: response.status,
  });
}

/** The whole of a refusal in one line, with the fields it names. */
export function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
