import nlp from "compromise/three";
import type { Gender } from "./grammar.ts";

/** Names whose tags are kept; more are looked up again. */
const CACHE_MAX = 2_000;
const cache = new Map<string, { gender: Gender; person: boolean; place: boolean }>();

/** What `compromise` knows of a name by itself. Wrong at times, so it only breaks ties. */
export function nameTags(name: string): { gender: Gender; person: boolean; place: boolean } {
  const known = cache.get(name);
  if (known) return known;
  const doc = nlp(name.slice(0, 80));
  const tags: { gender: Gender; person: boolean; place: boolean } = {
    gender: doc.has("#FemaleName") ? "f" : doc.has("#MaleName") ? "m" : "x",
    person: doc.has("#FirstName") || doc.has("#Person"),
    place: doc.has("#City") || doc.has("#Country") || doc.has("#Region"),
  };
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(name, tags);
  return tags;
}

/** True for a noun that names what somebody does ("carpenter"). */
export function isActor(noun: string): boolean {
  const head = nlp(noun.slice(0, 60)).terms().last();
  return head.has("#Actor") && !head.has("#Pronoun");
}

/** True when the words are an adjective or a form of a verb rather than a name: "I'm Tired". */
export function isPlainWord(word: string): boolean {
  const doc = nlp(word.toLowerCase().slice(0, 40));
  return (
    doc.has("#Adjective") || doc.has("#Verb") || doc.has("#Adverb") || doc.has("#Demonym") || doc.has("#Date")
  );
}
