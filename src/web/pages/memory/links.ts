import { hrefTo } from "../../router.ts";
import { filterOf } from "../../ui/filters.tsx";

/** A link within memory that keeps the chosen day and view. */
export function memoryHref(...parts: Parameters<typeof hrefTo>): string {
  const last = parts.at(-1);
  const query = typeof last === "object" ? last : {};
  const path = parts.filter((part) => typeof part === "string");
  return hrefTo("memory", ...path, { asOf: filterOf("asOf"), time: filterOf("time"), ...query });
}
