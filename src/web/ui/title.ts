import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The thing that is open, by which a tab and a step of the history are known; null for a page of many. */
export const openTitle = signal<string | null>(null);

export function useTitle(title: string | null): void {
  useEffect(() => {
    openTitle.value = title;
    return () => void (openTitle.value = null);
  }, [title]);
}
