import { useEffect, useRef } from "preact/hooks";

/** For a part of the page that scrolls: who comes back finds it as it was left, as soon as what was there is loaded. */
export function useKeptScroll<Part extends HTMLElement>(name: string, deps: unknown[]) {
  const ref = useRef<Part>(null);
  useEffect(() => {
    const part = ref.current;
    const goal = (history.state as Record<string, number> | null)?.[name] ?? 0;
    if (!part || goal === 0) return;
    const grown = new ResizeObserver(() => {
      part.scrollTop = goal;
      if (part.scrollTop >= goal - 1) grown.disconnect();
    });
    for (const child of part.children) grown.observe(child);
    return () => grown.disconnect();
  }, deps);
  const onClickCapture = ({ currentTarget: { scrollTop } }: { currentTarget: Part }): void =>
    history.replaceState({ ...(history.state as object | null), [name]: scrollTop }, "");
  return { ref, onClickCapture };
}
