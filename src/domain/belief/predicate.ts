import { PREDICATES, type Cardinality, type PredicateEntry, type Topic } from "./predicate-catalogue.ts";
import { words } from "../../language/text.ts";

export {
  PREDICATES,
  type Cardinality,
  type Duration,
  type PredicateEntry,
  type Topic,
} from "./predicate-catalogue.ts";

const BY_NAME = new Map<string, PredicateEntry>();
for (const entry of PREDICATES) {
  for (const name of [entry.name, ...entry.synonyms, ...entry.narrower])
    if (!BY_NAME.has(name)) BY_NAME.set(name, entry);
}

/** UPPER_SNAKE, at most 64 characters; empty if nothing usable remains. */
export function normalisePredicate(raw: string): string {
  const spaced = raw.replace(/([a-z0-9])([A-Z])/g, "$1 $2");
  return words(spaced)
    .join("_")
    .toUpperCase()
    .slice(0, 64)
    .replace(/(?<!_)_+$/, "");
}

/** The catalogue entry for a predicate, a synonym or a narrower name. */
export function catalogued(predicate: string): PredicateEntry | null {
  return BY_NAME.get(predicate) ?? null;
}

/** The name under which facts are compared: spellings of one relation share it. */
export function predicateFamily(predicate: string): string {
  return catalogued(predicate)?.name ?? predicate;
}

/** Every name of a relation. */
export function familyNames(predicate: string): string[] {
  const entry = catalogued(predicate);
  return entry === null ? [predicate] : [entry.name, ...entry.synonyms, ...entry.narrower];
}

export function topicOf(predicate: string): Topic | null {
  return catalogued(predicate)?.topic ?? null;
}

/** Whether the relation gives its subject another name: the object is that name, never an entity. */
export function givesName(predicate: string): boolean {
  return predicateFamily(predicate) === "KNOWN_AS";
}

/** How many values hold at once; unknown for a relation invented by an extractor. */
export function cardinality(predicate: string): Cardinality {
  return catalogued(predicate)?.cardinality ?? "unknown";
}
