import { signal, type Signal } from "@preact/signals";

/** Whether a media query matches, kept up to date. */
export function matches(query: string): Signal<boolean> {
  const list = matchMedia(query);
  const now = signal(list.matches);
  list.addEventListener("change", () => (now.value = list.matches));
  return now;
}
