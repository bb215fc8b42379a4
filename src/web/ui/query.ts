import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, type Given, type Page, type RouteName, type Routes } from "#client";
import { api, changes } from "../api/client.ts";
import { observe, type MemoryFrame } from "../api/live.ts";
import { keep, kept } from "./kept-scroll.ts";

/** Who forgets something leaves its page first. */
const FORGOTTEN_MS = 300;

export type Loaded<Data> = { data: Data | null; error: unknown; loading: boolean; reload: () => void };

/** Whether something that happened to memory, here or elsewhere, may have changed what is shown. */
type Follows = (frame: MemoryFrame) => boolean;
const gone: Follows = ({ type }) => type === "memory.forgotten" || type === "page.stale";

/** Most are of different length, which is told at once. */
const isSame = (one: unknown, other: unknown): boolean =>
  (one as Partial<Page<unknown>> | null)?.items?.length ===
    (other as Partial<Page<unknown>> | null)?.items?.length && JSON.stringify(one) === JSON.stringify(other);

/**
 * Loads when `deps` change, on request, after each change by this page, and when something was forgotten or missed, or what
 * `follows` tells has happened. The previous result stays while loading; it is given to `load` if the same is loaded again.
 * Responses to older requests are dropped.
 */
export function useQuery<Data>(
  load: (signal: AbortSignal, was: Data | null) => Promise<Data>,
  deps: unknown[],
  follows: Follows = gone,
): Loaded<Data> {
  const [asked, setAsked] = useState(0);
  const round = asked + changes.value;
  const [state, setState] = useState<Omit<Loaded<Data>, "reload">>({
    data: null,
    error: null,
    loading: true,
  });
  const loadedRound = useRef(round);
  useEffect(() => {
    const isReload = loadedRound.current !== round;
    loadedRound.current = round;
    const here = new AbortController();
    setState(({ data }) => ({ data, error: null, loading: true }));
    load(here.signal, isReload ? state.data : null).then(
      (data) => {
        if (here.signal.aborted) return;
        // What is drawn from it stays as it is.
        setState(({ data: was }) => ({
          data: was !== null && isSame(was, data) ? was : data,
          error: null,
          loading: false,
        }));
      },
      (error: unknown) => {
        if (here.signal.aborted) return;
        const isKept = isReload && !(error instanceof ApiError && error.status === 404);
        setState(({ data }) => ({ data: isKept ? data : null, error, loading: false }));
      },
    );
    return () => here.abort();
  }, [...deps, round]);
  const reload = useCallback(() => setAsked((was) => was + 1), []);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  useMemoryFrames((frame) => {
    if (!follows(frame)) return;
    if (frame.type === "memory.forgotten") later.current = setTimeout(reload, FORGOTTEN_MS);
    else reload();
  });
  return { ...state, reload };
}

/** What a route answers, loaded likewise; `follows` tells what else may have changed it. */
export function useAnswer<R extends RouteName>(
  ...asked: [...Parameters<typeof api.address<R>>, follows?: Follows]
): Loaded<Routes[R]["response"]> {
  const [route, given, follows] = asked as unknown as [R, object?, Follows?];
  const load = api as (route: R, given: object) => Promise<Routes[R]["response"]>;
  return useQuery(
    (signal) => load(route, { ...given, signal }),
    [route, JSON.stringify(given)],
    (frame) => gone(frame) || follows?.(frame) === true,
  );
}

/** Follows what happens to memory, with what the page knows now. */
export function useMemoryFrames(follow: (frame: MemoryFrame) => unknown): void {
  const newest = useRef(follow);
  newest.current = follow;
  useEffect(() => observe((frame) => newest.current(frame)), []);
}

const PER_PAGE = 200;
/** The service's limit. */
const PAGE_MAX = 200;
const CHANGES = new Set<MemoryFrame["type"]>([
  "memory.staged",
  "memory.verified",
  "memory.put_away",
  "page.stale",
]);

/** Routes that answer with a list. */
export type ListName = {
  [R in RouteName]: Routes[R]["response"] extends Page<unknown> ? R : never;
}[RouteName];
export type ItemOf<R extends ListName> = Routes[R]["response"] extends Page<infer Item> ? Item : never;

interface ListGiven {
  path?: Record<string, string>;
  query?: Record<string, string | number | null | undefined>;
  signal?: AbortSignal;
}

/** So many items of a list, from the beginning or behind a cursor. */
export async function readItems<R extends ListName>(
  route: R,
  given: ListGiven,
  count: number,
  cursor: string | null = null,
): Promise<Page<ItemOf<R>>> {
  const query = { ...given.query, limit: Math.min(count, PAGE_MAX), cursor };
  const page = (await api(route, { ...given, query } as unknown as Given<R>)) as Page<ItemOf<R>>;
  if (count <= PAGE_MAX || page.nextCursor === null) return page;
  const rest = await readItems(route, given, count - PAGE_MAX, page.nextCursor);
  return { ...rest, items: [...page.items, ...rest.items] };
}

export interface Pages<Item> extends Loaded<Item[]> {
  hasMore: boolean;
  more: () => void;
}

/** A list loaded page by page, on demand. Shown rows stay while another list is loading. */
export function usePages<R extends ListName>(
  route: R,
  given: ListGiven = {},
  perPage = PER_PAGE,
): Pages<ItemOf<R>> {
  /** Where the next page begins, once it is asked for. */
  const asked = useRef<string | null>(null);
  const list: Loaded<Page<ItemOf<R>>> = useQuery(
    async (signal, was) => {
      const [cursor, shown] = [asked.current, was?.items ?? []];
      asked.current = null;
      if (cursor === null)
        return readItems(route, { ...given, signal }, Math.max(was ? shown.length : kept(route), perPage));
      const page = await readItems(route, { ...given, signal }, perPage, cursor);
      return { ...page, items: [...shown, ...page.items] };
    },
    [JSON.stringify([route, given])],
    // Who has moved on to later pages is not held up by all of them: only what was forgotten goes.
    ({ type }) =>
      type === "memory.forgotten" || (CHANGES.has(type) && (list.data?.items.length ?? 0) <= perPage),
  );
  const next = list.data?.nextCursor ?? null;
  return {
    ...list,
    data: list.data?.items ?? null,
    hasMore: next !== null,
    more: () => {
      if (next === null || list.loading) return;
      asked.current = next;
      keep(route, (list.data?.items.length ?? 0) + perPage);
      list.reload();
    },
  };
}
