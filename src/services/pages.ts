import type { Page, PageRequest } from "../ports/memory-store.ts";

/** Iterates over a list page by page, from the beginning; pages are read lazily. */
export async function* pagesOf<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T[], void, undefined> {
  for (let cursor: string | undefined; ;) {
    const page = await read(cursor);
    yield page.items;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

/** The most that a store returns at once. */
export const PAGE_MAX = 200;

/** A list as a whole. */
export async function allOf<T>(read: (page: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  return (await Array.fromAsync(pagesOf((cursor) => read({ limit: PAGE_MAX, cursor })))).flat();
}
