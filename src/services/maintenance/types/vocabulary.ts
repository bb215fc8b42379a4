import { typeKey } from "../../../domain/model/entity-type.ts";
import { crudeStem } from "../../../language/stems.ts";
import { catalogued } from "../../../domain/belief/predicate.ts";
import { fold } from "../../../language/text.ts";

/** A term of a memory's vocabulary, and how often it is used. */
export interface Term {
  name: string;
  count: number;
}

export interface Renaming {
  from: string;
  to: string;
}

/** Types whose names certainly mean the same get the most used name. */
export function sameTypes(types: Term[]): Renaming[] {
  const groups = Map.groupBy(types, ({ name }) => typeKey(name));
  groups.delete("");
  return [...groups.values()].flatMap(renamings);
}

function renamings(group: Term[]): Renaming[] {
  const usual = mostUsed(group);
  return group.filter(({ name }) => name !== usual).map(({ name }) => ({ from: name, to: usual }));
}

/** The most used name; ties go to the first in the alphabet, so that every run chooses the same. */
export function mostUsed(group: Term[]): string {
  const [first] = group.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return first?.name ?? "";
}

/** Renames a relation to its catalogue name, if no meaning is lost. */
export function samePredicates(predicates: Term[]): Renaming[] {
  const used = new Set(predicates.map(({ name }) => name));
  return predicates.flatMap(({ name }) => {
    const entry = catalogued(name);
    const isNarrower = entry?.narrower.includes(name) === true;
    const usual = isNarrower ? name : (entry?.name ?? singularPredicate(name, used));
    return usual === name ? [] : [{ from: name, to: usual }];
  });
}

/** "HAS_PETS" becomes "HAS_PET" if that is in use. */
function singularPredicate(name: string, used: ReadonlySet<string>): string {
  const singular = name.replace(/([^S])S$/, "$1");
  return singular !== name && !/^[A-Z]+S$/.test(name) && used.has(singular) ? singular : name;
}

/** Similar pairs that may mean the same: the same first or last word, or most words shared. */
export function alikeTerms(terms: Term[]): [Term, Term][] {
  const split = terms.map((term) => ({ term, words: wordsOf(term.name) }));
  const pairs: [Term, Term][] = [];
  split.forEach((one, at) => {
    for (const other of split.slice(at + 1))
      if (isAlike(one.words, other.words)) pairs.push([one.term, other.term]);
  });
  return pairs;
}

function wordsOf(name: string): string[] {
  const spaced = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2");
  return fold(spaced)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !LITTLE.has(word))
    .map(crudeStem);
}

/** Function words in names of relations, which extractors write in English whatever the language. */
const LITTLE = new Set(["is", "has", "in", "at", "for", "by", "of", "to", "a", "the", "with", "on"]);

function isAlike(a: string[], b: string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  if (a.at(-1) === b.at(-1) || a[0] === b[0]) return true;
  const shared = a.filter((word) => b.includes(word)).length;
  return shared / Math.max(a.length, b.length) >= 0.5;
}
