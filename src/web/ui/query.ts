import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, type RouteName, type Routes } from "#client";
import { api, changes } from "../api/client.ts";
import { observe, type MemoryFrame } from "../api/live.ts";

/** Who forgets something leaves its page first. */
const FORGOTTEN_MS = 300;

export type Loaded<Data> = { data: Data | null; error: unknown; loading: boolean; reload: () => void };

/**
 * Loads when `deps` change, on request, after each change by this page, and when something was forgotten or missed; the
 * previous result stays while loading, and responses to older requests are dropped.
 */
export function useQuery<Data>(load: (signal: AbortSignal) => Promise<Data>, deps: unknown[]): Loaded<Data> {
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
    load(here.signal).then(
      (data) => {
        if (here.signal.aborted) return;
        // What is drawn from it stays as it is.
        const kept = (was: Data | null): Data =>
          was !== null && JSON.stringify(was) === JSON.stringify(data) ? was : data;
        setState((was) => ({ data: kept(was.data), error: null, loading: false }));
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
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined;
    const end = observe(({ type }) => {
      if (type === "memory.forgotten") later = setTimeout(reload, FORGOTTEN_MS);
      if (type === "page.stale") reload();
    });
    return () => {
      clearTimeout(later);
      end();
    };
  }, []);
  return { ...state, reload };
}

/** What a route answers, loaded likewise. */
export function useAnswer<R extends RouteName>(
  ...[route, given]: Parameters<typeof api.address<R>>
): Loaded<Routes[R]["response"]> {
  const load = api as (route: R, given: object) => Promise<Routes[R]["response"]>;
  return useQuery((signal) => load(route, { ...given, signal }), [route, JSON.stringify(given)]);
}

/** Follows what happens to memory, with what the page knows now. */
export function useMemoryFrames(follow: (frame: MemoryFrame) => void): void {
  const newest = useRef(follow);
  newest.current = follow;
  useEffect(() => observe((frame) => newest.current(frame)), []);
}
