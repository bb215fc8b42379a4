import type { Fact } from "../../domain/model/fact.ts";
import { familyNames, predicateFamily } from "../../domain/belief/predicate.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { SearchResult } from "./types.ts";

/** Statements that dispute one that is told. */
const RIVALS_MAX = 20;

/** What is told with each disputed statement as one line that says all sides: one of them alone would mislead. */
export async function withRivals(user: UserStore, told: SearchResult[]): Promise<SearchResult[]> {
  const disputed = told.filter(({ kind, status }) => kind === "fact" && status === "disputed");
  if (disputed.length === 0) return told;
  const facts = disputed.map(({ item }) => item as Fact);
  const sides = await user.facts({
    entityIds: facts.map(({ subjectId }) => subjectId),
    role: "subject",
    predicates: facts.flatMap(({ predicate }) => familyNames(predicateFamily(predicate))),
    statuses: ["disputed"],
    limit: RIVALS_MAX,
  });
  const listed = new Set<string>();
  return told.flatMap((result): SearchResult[] => {
    if (!disputed.includes(result)) return [result];
    const key = keyOf(result.item as Fact);
    if (listed.has(key)) return [];
    listed.add(key);
    const others = sides.filter((side) => side.id !== result.id && keyOf(side) === key);
    return [{ ...result, text: [result.text, ...others.map(({ text }) => text)].join(" / ") }];
  });
}

function keyOf({ subjectId, predicate }: Fact): string {
  return `${subjectId} ${predicateFamily(predicate)}`;
}
