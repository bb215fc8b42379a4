import type { Entity } from "../../domain/entity.ts";
import type { Fact } from "../../domain/fact.ts";
import { coverage } from "../../domain/language.ts";
import type { FactProposal } from "../../domain/proposal.ts";
import { SELF_NAME } from "../../domain/proposal.ts";
import { bareName, foldName } from "../../domain/text.ts";
import type { Ballot } from "../../domain/trace.ts";

/** Share of the words of one statement that the other must contain, in either direction, to be the same. */
const SAME_MIN = 0.6;
/** Share of the object's words in the other's sentence: "moved to Lyon" is not "moved to Lille" in as many words. */
const NAMED_MIN = 0.8;

/** What a blind reading says of a statement: it found it too, found the opposite, or did not find it. */
export function ballotOf(fact: Fact, found: FactProposal[], entities: Map<string, Entity>): Ballot {
  const same = found.filter((proposal) => isSame(fact, proposal, entities));
  if (same.some((proposal) => proposal.polarity === fact.polarity)) return "for";
  return "against";
}

/** Same subject and same object; the predicate is a free word and may differ. */
export function isSame(fact: Fact, proposal: FactProposal, entities: Map<string, Entity>): boolean {
  if (!sameSubject(fact, proposal, entities)) return false;
  const object = fact.objectId === null ? null : entities.get(fact.objectId);
  if (object?.isSelf === true) return foldName(proposal.object) === SELF_NAME;
  const names = object ? namesOf(object) : [fact.value ?? ""];
  if (names.some((name) => alike(name, proposal.object))) return true;
  const named = names.some((name) => coverage(name, proposal.text) >= NAMED_MIN);
  return (
    named && coverage(fact.text, proposal.text) >= SAME_MIN && coverage(proposal.text, fact.text) >= SAME_MIN
  );
}

function sameSubject(fact: Fact, proposal: FactProposal, entities: Map<string, Entity>): boolean {
  const subject = entities.get(fact.subjectId);
  if (!subject) return false;
  const proposed = bareName(proposal.subject);
  if (subject.isSelf && proposed === SELF_NAME) return true;
  return namesOf(subject).some((name) => bareName(name) === proposed || alike(name, proposal.subject));
}

function namesOf(entity: Entity): string[] {
  return [entity.name, ...entity.aliases.map((alias) => alias.alias)];
}

function alike(a: string, b: string): boolean {
  if (foldName(a) === foldName(b)) return true;
  return (
    Math.max(coverage(a, b), coverage(b, a)) >= SAME_MIN && Math.min(coverage(a, b), coverage(b, a)) > 0.3
  );
}
