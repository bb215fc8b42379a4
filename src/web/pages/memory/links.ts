import { hrefTo } from "../../router.ts";
import { filterOf } from "../../ui/filters.tsx";

/** The chosen day, and whether it is what was true or what was known on it. */
export const chosenDay = () => ({ asOf: filterOf("asOf"), time: filterOf("time") });

/** A link within memory that keeps the chosen day. */
export const memoryHref = (...parts: Parameters<typeof hrefTo>): string =>
  hrefTo("memory", chosenDay(), ...parts);
