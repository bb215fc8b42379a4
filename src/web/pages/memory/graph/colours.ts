import type { GraphData } from "./data.ts";

/** Colours in `graph.css` for the kinds that occur most. */
const KINDS_MAX = 7;

export interface Colours {
  text: string;
  muted: string;
  surface: string;
  line: string;
  accent: string;
  kinds: string[];
}

/** The tokens of the theme that is on, as a canvas understands them. */
export function coloursOf(element: HTMLElement): Colours {
  const probe = document.createElement("span");
  element.append(probe);
  const read = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const kinds = Array.from({ length: KINDS_MAX + 1 }, (_, at) => read(`kind-${at}`));
  const [text, muted, surface, line, accent] = ["text", "muted", "surface", "line-strong", "accent"].map(
    read,
  );
  probe.remove();
  return { text, muted, surface, line, accent, kinds } as Colours;
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
