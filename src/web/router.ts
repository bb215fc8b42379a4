import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Routes of the pages live behind `#`, so that none of them can be mistaken for a route of the API. */
const address = signal(location.hash);
addEventListener("hashchange", () => (address.value = location.hash));

export interface Route {
  /** `["memory", "entities", "<id>"]`; empty on the first page. */
  parts: string[];
  query: URLSearchParams;
}

export const route = computed<Route>(() => {
  const [path = "", query = ""] = address.value.replace(/^#\/?/, "").split("?");
  return { parts: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
});

/** An address cut in the middle of an escape is used as is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `hrefTo("memory", "facts", id)`, with a query in objects; of a name that two of them have, the last one counts. */
export function hrefTo(...parts: (string | Record<string, string | undefined>)[]): string {
  const path = parts.filter((part) => typeof part === "string").map(encodeURIComponent);
  const query = Object.assign({}, ...parts.filter((part) => typeof part === "object"));
  const given = Object.entries<string>(query).filter(([, value]) => value);
  const asked = given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
  return `#/${path.join("/")}${asked}`;
}

export function goTo(...parts: Parameters<typeof hrefTo>): void {
  location.hash = hrefTo(...parts);
}

/** Replaces the current address without a history entry: for filters being typed. */
export function replaceTo(...parts: Parameters<typeof hrefTo>): void {
  history.replaceState(null, "", hrefTo(...parts));
  address.value = location.hash;
}

/** The thing that is open, by which a tab and a step of the history are known; null for a page of many. */
export const openTitle = signal<string | null>(null);

export function useTitle(title: string | null): void {
  useEffect(() => {
    openTitle.value = title;
    return () => void (openTitle.value = null);
  }, [title]);
}
