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
