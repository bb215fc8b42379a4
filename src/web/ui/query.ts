import { useCallback, useEffect, useState } from "preact/hooks";

export type Loaded<Data> = { data: Data | null; error: unknown; loading: boolean; reload: () => void };

/**
 * Loads when `deps` change and on request; the previous result stays while loading, and responses to older
 * requests are dropped.
 */
export function useQuery<Data>(load: (signal: AbortSignal) => Promise<Data>, deps: unknown[]): Loaded<Data> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Omit<Loaded<Data>, "reload">>({
    data: null,
    error: null,
    loading: true,
  });
  useEffect(() => {
    const asked = new AbortController();
    setState(({ data }) => ({ data, error: null, loading: true }));
    load(asked.signal).then(
      (data) => {
        if (!asked.signal.aborted) setState({ data, error: null, loading: false });
      },
      (error: unknown) => {
        if (!asked.signal.aborted) setState(({ data }) => ({ data, error, loading: false }));
      },
    );
    return () => asked.abort();
  }, [...deps, round]);
  const reload = useCallback(() => setRound((was) => was + 1), []);
  return { ...state, reload };
}
