/** Operations on one database as its callers see them: without the first argument, the user. */
export type Handle<Ops> = {
  [K in keyof Ops]: Ops[K] extends (first: never, ...rest: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

type Names<Ops> = readonly (keyof Ops & string)[];

export function handleOf<Ops>(
  names: Names<Ops>,
  call: (op: string, args: unknown[]) => unknown,
): Handle<Ops> {
  const calls = names.map((op) => [op, (...args: unknown[]) => call(op, args)]);
  return Object.fromEntries(calls) as Handle<Ops>;
}

/** The query for one kind, from one over several kinds: each is answered separately, all in parallel. */
export type OfKind<Query extends { kinds: readonly unknown[] }> = Omit<Query, "kinds"> & {
  kind: Query["kinds"][number];
};

export function eachKind<Query extends { kinds: readonly unknown[] }, T>(
  query: Query,
  ask: (one: OfKind<Query>) => Promise<T>,
): Promise<T[]> {
  const { kinds, ...rest } = query;
  return Promise.all([...new Set(kinds)].map((kind) => ask({ ...rest, kind })));
}

export function allOrNone<T>(found: (T[] | null)[]): T[] | null {
  return found.every((hits) => hits !== null) ? found.flat() : null;
}
