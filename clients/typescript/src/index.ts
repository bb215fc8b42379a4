import type { Fact, OpenAiError, Problem, Routes } from "./schema.ts";

export type * from "./schema.ts";

export type Status = Fact["status"];

/** Of a list; `nextCursor` is null at its end. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

export type RouteName = keyof Routes;

/** What a route is given: the parts of its address, its query, headers and body. */
export type Given<R extends RouteName> = Omit<Routes[R], "response"> & {
  signal?: AbortSignal | undefined;
  /** A form of the response other than JSON, such as `text/event-stream`; for `open`. */
  accept?: string | undefined;
};

type Arguments<R extends RouteName> = object extends Given<R> ? [given?: Given<R>] : [given: Given<R>];

/** `await engram("GET /memory/facts/{id}", { path: { id } })` */
export interface Engram {
  /** Resolves to the JSON of the response; null for an empty one. Rejects with `ApiError`. */
  <R extends RouteName>(route: R, ...given: Arguments<R>): Promise<Routes[R]["response"]>;
  /** The same, with the response unread: for streams of events and files. */
  open<R extends RouteName>(route: R, ...given: Arguments<R>): Promise<Response>;
  /** Where the route is, for links: its path and query as an address. */
  address<R extends RouteName>(route: R, ...given: Arguments<R>): string;
}

export interface EngramOptions {
  /** Of the service; `http://127.0.0.1:3000` without it. */
  url?: string | undefined;
  /** An API key; none is needed on the machine of the service before the first key is made. */
  key?: string | undefined;
  /** In place of the global one. */
  fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** A refusal in the words of the service (RFC 9457). `code` is stable; `fields` are those at fault. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: Problem["code"] | OpenAiError["error"]["code"] | "unreachable";
  readonly fields: NonNullable<Problem["errors"]>;

  constructor({
    status,
    code,
    detail,
    errors = [],
  }: Pick<Problem, "status" | "detail" | "errors"> & { code: ApiError["code"] }) {
    super(detail);
    this.status = status;
    this.code = code;
    this.fields = errors;
  }
}

/** What a request may consist of, whatever its route. */
interface AnyGiven {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  header?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  accept?: string;
}

export function createEngram({
  url = "http://127.0.0.1:3000",
  key,
  fetch: ask = fetch,
}: EngramOptions = {}): Engram {
  const base = url.endsWith("/") ? url : `${url}/`;
  const address = (route: RouteName, given: AnyGiven = {}): string =>
    new URL(relativeOf(route.slice(route.indexOf("/")), given), base).href;
  const open = async (route: RouteName, given: AnyGiven = {}): Promise<Response> => {
    const { body, signal, accept } = given;
    const isRaw =
      [Blob, FormData, Uint8Array].some((type) => body instanceof type) || typeof body === "string";
    const headers = {
      ...(body === undefined || isRaw ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(accept === undefined ? {} : { accept }),
      ...present(given.header ?? {}),
    };
    const response = await ask(address(route, given), {
      method: route.slice(0, route.indexOf(" ")),
      headers,
      ...(body === undefined
        ? {}
        : { body: isRaw ? (body as NonNullable<RequestInit["body"]>) : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  };
  const call = async (route: RouteName, given?: AnyGiven): Promise<unknown> => {
    const response = await open(route, given);
    if (response.status === 204) return null;
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return isJson ? response.json() : response;
  };
  return Object.assign(call, { open, address }) as Engram;
}

/** Without the first slash, so that a service below a path of its host is reached. Absent and empty values are left out. */
function relativeOf(path: string, { path: parts = {}, query = {} }: AnyGiven): string {
  const filled = path
    .slice(1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ""));
  const search = new URLSearchParams(present(query)).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

function present(values: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

async function refusalOf(response: Response): Promise<ApiError> {
  const { error, ...problem } = (await response.json().catch(() => ({}))) as Partial<Problem> &
    Partial<OpenAiError>;
  return new ApiError({
    code: error?.code ?? "internal",
    detail: error?.message ?? `Engram answered ${response.status}.`,
    ...problem,
    status: response.status,
  });
}
