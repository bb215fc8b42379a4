import { useEffect, useRef } from "preact/hooks";

/** A number that is kept with the page of the history that is open, for who comes back to it. */
export const kept = (name: string): number => (history.state as Record<string, number> | null)?.[name] ?? 0;
export function keep(name: string, value: number): void {
  try {
    history.replaceState({ ...(history.state as object | null), [name]: value }, "");
  } catch {
    // Safari takes a hundred of them in some seconds.
  }
}

/** For a part of the page that scrolls: who comes back finds it as it was left, as soon as what was there is loaded. */
export function useKeptScroll<Part extends HTMLElement>(name: string, deps: unknown[]) {
  const ref = useRef<Part>(null);
  useEffect(() => {
    const part = ref.current;
    const goal = kept(name);
    if (!part || goal === 0) return;
    const grown = new ResizeObserver(() => {
      part.scrollTop = goal;
      if (part.scrollTop >= goal - 1) grown.disconnect();
    });
    for (const child of part.children) grown.observe(child);
    return () => grown.disconnect();
  }, deps);
  const save = ({ currentTarget: { scrollTop } }: { currentTarget: Part }): void => keep(name, scrollTop);
  return { ref, onClickCapture: save, onScrollEnd: save };
}
