import { colourReader } from "../../../ui/theme.ts";
import type { GraphData } from "./data.ts";

/** Colours in `graph.css` for the kinds that occur most. */
const KINDS_MAX = 7;

/** The tokens of the theme that is on, as a canvas understands them. */
export function coloursOf(element: HTMLElement) {
  const read = colourReader(element);
  return {
    text: read("--text"),
    surface: read("--surface"),
    line: read("--line-strong"),
    accent: read("--accent"),
    kinds: Array.from({ length: KINDS_MAX + 1 }, (_, at) => read(`--kind-${at}`)),
  };
}

/** The kinds that have a colour of their own, most used first. */
export function kindsOf({ nodes }: GraphData): string[] {
  const counts = new Map<string, number>();
  for (const { type } of nodes.values()) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, KINDS_MAX)
    .map(([type]) => type);
}

/** Its number among the colours; the last is that of all others. */
export function colourOf(kinds: string[], type: string): number {
  const at = kinds.indexOf(type);
  return at < 0 ? KINDS_MAX : at;
}
