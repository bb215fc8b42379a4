import { hrefTo } from "../../router.ts";
import { filterOf } from "../../ui/filters.tsx";

/** A place of memory, on the day that is looked at and seen the same way. */
export function memoryHref(...parts: Parameters<typeof hrefTo>): string {
  const last = parts.at(-1);
  const query = typeof last === "object" ? last : {};
  const path = parts.filter((part) => typeof part === "string");
  return hrefTo("memory", ...path, { asOf: filterOf("asOf"), time: filterOf("time"), ...query });
}
