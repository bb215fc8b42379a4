import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Given, Page, RouteName, Routes } from "#client";
import { api, changes } from "../api/client.ts";
import type { MemoryFrame } from "../api/live.ts";
import { useMemoryFrames } from "./query.ts";

const PER_PAGE = 200;
const CHANGES = new Set<MemoryFrame["type"]>([
  "memory.staged",
  "memory.verified",
  "memory.put_away",
  "page.stale",
]);

export interface Pages<Item> {
  /** Null until the first page has arrived. */
  data: Item[] | null;
  error: unknown;
  loading: boolean;
  hasMore: boolean;
  more: () => void;
  reload: () => void;
}

type ListName = { [R in RouteName]: Routes[R]["response"] extends Page<unknown> ? R : never }[RouteName];
type ItemOf<R extends ListName> = Routes[R]["response"] extends Page<infer Item> ? Item : never;

/** A list loaded page by page, on demand. Shown rows stay while another list is loading. */
export function usePages<R extends ListName>(
  route: R,
  given: { path?: Record<string, string>; query?: Record<string, string | number | null | undefined> } = {},
  perPage = PER_PAGE,
): Pages<ItemOf<R>> {
  type Item = ItemOf<R>;
  const asked = JSON.stringify([route, given]);
  const [state, setState] = useState<{ items: Item[] | null; next: string | null; error: unknown }>({
    items: null,
    next: null,
    error: null,
  });
  const [loading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  const running = useRef<AbortController | null>(null);
  const load = (cursor: string | null): void => {
    running.current?.abort();
    const here = new AbortController();
    running.current = here;
    setLoading(true);
    const query = { ...given.query, limit: perPage, cursor };
    (api(route, { ...given, query, signal: here.signal } as unknown as Given<R>) as Promise<Page<Item>>).then(
      ({ items, nextCursor }) => {
        if (here.signal.aborted) return;
        running.current = null;
        setLoading(false);
        setState((was) => ({
          items: cursor === null ? items : [...(was.items ?? []), ...items],
          next: nextCursor,
          error: null,
        }));
      },
      (error: unknown) => {
        if (here.signal.aborted) return;
        running.current = null;
        setLoading(false);
        setState((was) => ({ ...was, error }));
      },
    );
  };
  useEffect(() => {
    load(null);
    return () => running.current?.abort();
  }, [asked, round, changes.value]);
  const reload = useCallback(() => setRound((was) => was + 1), []);
  // External changes to memory show at once, unless the user has moved on to later pages: only what was forgotten goes.
  useMemoryFrames(({ type }) => {
    const isFirstPage = (state.items?.length ?? 0) <= perPage;
    if (type === "memory.forgotten" || (CHANGES.has(type) && isFirstPage)) reload();
  });
  return {
    data: state.items,
    error: state.error,
    loading,
    hasMore: state.next !== null,
    more: () => {
      if (state.next !== null && running.current === null) load(state.next);
    },
    reload,
  };
}
