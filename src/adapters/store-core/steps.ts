/** A database's answer: SQLite's is immediate, Neo4j's asynchronous. */
export type Answer<T> = T | Promise<T>;

/**
 * An algorithm over either database, such as forgetting. It yields its queries and receives the answers, so that
 * SQLite can run it inside one transaction of its thread, without interruption.
 */
export type Steps<T> = Generator<Answer<unknown>, T, unknown>;

/** One query: `const facts = yield* ask(store.factsById(ids))`. */
export function* ask<T>(answer: Answer<T>): Steps<T> {
  return (yield answer) as T;
}

/** For SQLite: every answer is available immediately. */
export function runSync<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) {
    if (step.value instanceof Promise) throw new Error("A step that runs at once was answered later");
    step = steps.next(step.value);
  }
  return step.value;
}

/** For Neo4j: awaits each answer. */
export async function runAsync<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await step.value);
  return step.value;
}

/** Rows per read or write of a pass over all of a user's data: a store is larger than memory. */
export const SLICE = 500;

export function* slices<T>(items: Iterable<T>): Generator<T[]> {
  const all = [...items];
  for (let i = 0; i < all.length; i += SLICE) yield all.slice(i, i + SLICE);
}

/** Iterates a list page by page; the last row of a page determines where the next one begins. */
export function* eachPage<Key, Row extends Key>(
  first: Key,
  read: (after: Key) => Answer<Row[]>,
  work: (rows: Row[]) => Steps<void>,
): Steps<void> {
  for (let after = first; ;) {
    const rows = yield* ask(read(after));
    yield* work(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return;
    after = last;
  }
}

/** Answers for many ids, in slices: `yield* gather(ids, (ids) => store.factsById(ids))`. */
export function* gather<T, Row>(items: Iterable<T>, read: (slice: T[]) => Answer<Row[]>): Steps<Row[]> {
  const found: Row[] = [];
  for (const slice of slices(items)) found.push(...(yield* ask(read(slice))));
  return found;
}
