import type { Entity } from "../../domain/entity.ts";
import type { IntentCandidate } from "../../domain/episode.ts";
import type { Fact } from "../../domain/fact.ts";
import { kinPredicate } from "../../domain/kinship.ts";
import { catalogued, predicateFamily } from "../../domain/predicate.ts";
import { STATUSES } from "../../domain/status.ts";
import { foldName, words as wordsOf } from "../../domain/text.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { bagOf, held, isIn, type Bag } from "./bag.ts";
import type { Target, TargetPart } from "./target.ts";

/** What a wish to forget means: one thing, several that must be asked about, or nothing that is remembered. */
export type Resolved =
  | { kind: "clear"; facts: Fact[] }
  /** `isNamed`: the wish names somebody or something that is known by that name. */
  | { kind: "several"; groups: Fact[][]; isNamed: boolean }
  | { kind: "none" };

/** Facts looked through. A wish is rare and may take as long as reading them does. */
const FACTS_MAX = 5000;

interface Known {
  fact: Fact;
  /** Of the statement itself, and of the words it rests on as well. */
  stated: Bag;
  bag: Bag;
  entityIds: Set<string>;
  /** Folded words of the names of people and places it speaks of, with whose they are. */
  nameWords: Map<string, string>;
}

/** Looks for the facts a target means: of every status, in every word they rest on. Reads only. */
export async function resolveForget(user: UserStore, target: Target): Promise<Resolved> {
  const [main] = target.parts;
  if (!main) return { kind: "none" };
  const known = await knownFacts(user, target);
  const people = await Promise.all(target.parts.map((part) => entitiesIn(user, part, known)));
  const named = new Set(people.flatMap((one) => [...one.ids]));
  const about = target.parts.map((part, i) => part.content.filter((word) => !people[i]?.words.has(word)));
  const core = named.size > 0 ? ofEntities(known, named, about.flat()) : ofWords(known, about);
  if (core.length === 0) return { kind: "none" };
  const isNamed = named.size > 0;
  const hasAspect = about.flat().length > 0;
  const story = target.isTold && !hasAspect && core.some(({ fact }) => !isLasting(fact));
  const chosen = story ? core.filter(({ fact }) => !isLasting(fact)) : core;
  const { whole, isTold } = target;
  const taken = withNeighbours(known, chosen, { named, about: about.flat(), whole, hasAspect, isTold });
  const groups = byTurn(taken);
  const isClear =
    groups.length === 1
      ? named.size === 0 || hasAspect || (turnsOf(taken) === 1 && (story || taken.length <= LONE_FACTS_MAX))
      : named.size > 0 && hasAspect;
  if (isClear || isOneStatement(core)) return { kind: "clear", facts: taken.map((one) => one.fact) };
  if (groups.length === 1) return { kind: "several", groups: taken.map((one) => [one.fact]), isNamed };
  return { kind: "several", groups: groups.map((group) => group.map((one) => one.fact)), isNamed };
}

/** A name alone means all that is known of it only while that is little. */
const LONE_FACTS_MAX = 3;

async function knownFacts(user: UserStore, target: Target): Promise<Known[]> {
  const facts = await user.facts({ statuses: STATUSES, limit: FACTS_MAX });
  const inTime = facts.filter(
    ({ evidence }) =>
      target.told === null ||
      evidence.some(
        ({ occurredAt }) => occurredAt >= (target.told?.from ?? "") && occurredAt < (target.told?.to ?? ""),
      ),
  );
  const ids = inTime.flatMap((fact) => [fact.subjectId, fact.objectId ?? ""]).filter((id) => id !== "");
  const entities = new Map((await user.entitiesById([...new Set(ids)])).map((entity) => [entity.id, entity]));
  return inTime.map((fact) => knownFact(fact, entities));
}

function knownFact(fact: Fact, entities: Map<string, Entity>): Known {
  const both = [entities.get(fact.subjectId), entities.get(fact.objectId ?? "")].filter(
    (e) => e !== undefined,
  );
  const names = both
    .filter((entity) => !entity.isSelf)
    .flatMap((entity) => [entity.name, ...entity.aliases.map((a) => a.alias)]);
  const { text, predicate, value } = fact;
  const stated = new Set([
    ...bagOf(text, predicate, predicate.replaceAll("_", " "), value, ...names),
    predicate.toLowerCase(),
  ]);
  const quoted = bagOf(...fact.evidence.map((e) => e.quote));
  const nameWords = new Map(
    both
      .filter((entity) => !entity.isSelf && isName(entity))
      .flatMap((entity) => wordsOf(entity.name).map((word) => [word, entity.id] as const)),
  );
  return {
    fact,
    stated,
    bag: new Set([...stated, ...quoted]),
    entityIds: new Set([fact.subjectId, ...(fact.objectId === null ? [] : [fact.objectId])]),
    nameWords,
  };
}

/** Entities a part names, by name or by what they are to the user, and the words that do it. */
async function entitiesIn(
  user: UserStore,
  part: TargetPart,
  known: Known[],
): Promise<{ ids: Set<string>; words: Set<string> }> {
  const hits = (await user.entitiesByAlias(part.names)).filter(
    ({ entity }) => !entity.isSelf && isName(entity),
  );
  const ids = new Set(hits.map(({ entity }) => entity.id));
  const words = new Set(hits.flatMap(({ alias }) => foldName(alias).split(/[^\p{L}\p{N}]+/u)));
  const self = await user.self();
  for (const word of part.content) {
    const predicate = kinPredicate(word);
    if (predicate === null || words.has(word)) continue;
    const kin = await user.facts({
      entityIds: [self.id],
      role: "subject",
      predicates: [predicate],
      statuses: STATUSES,
      limit: 20,
    });
    for (const { objectId } of kin) if (objectId !== null) ids.add(objectId);
    if (kin.length > 0) words.add(word);
  }
  for (const word of part.content.filter((one) => !words.has(one))) {
    const [bearer, ...others] = bearersOf(word, known);
    if (bearer === undefined || others.length > 0) continue;
    ids.add(bearer);
    words.add(word);
  }
  for (const word of part.content.filter((one) => !words.has(one))) {
    const workers = known.filter((one) => isWork(one, self.id, word)).map(({ fact }) => fact.subjectId);
    for (const id of workers) ids.add(id);
    if (workers.length > 0) words.add(word);
  }
  return { ids, words };
}

/** Letters that a short form may leave off ("Dani" for "Daniela"). */
const CUT_CHARS_MAX = 4;
const SHORT_FORM_CHARS_MIN = 3;

/** Whose name has this word, or begins with it as a short form does. */
function bearersOf(word: string, known: Known[]): string[] {
  const isForm = (name: string): boolean =>
    name === word ||
    (word.length >= SHORT_FORM_CHARS_MIN &&
      name.startsWith(word) &&
      name.length - word.length <= CUT_CHARS_MAX);
  const found = known.flatMap(({ nameWords }) => [...nameWords].filter(([name]) => isForm(name)));
  return [...new Set(found.map(([, id]) => id))];
}

/** "The tuner": somebody who is known to work as one. */
function isWork({ fact }: Known, selfId: string, word: string): boolean {
  return (
    fact.subjectId !== selfId &&
    predicateFamily(fact.predicate) === "WORKS_AS" &&
    isIn(word, bagOf(fact.value))
  );
}

/** A thing called by a common word ("clinic", "money") is a topic, not a name. */
function isName({ name, type, aliases }: Entity): boolean {
  return (
    /^(?:person|animal|pet|organi[sz]ation|company|place|city|people|mensch|tier|ort|personne|persona)\b/iu.test(
      type,
    ) ||
    /\p{Lu}/u.test(name) ||
    aliases.some(({ alias }) => foldName(alias) !== foldName(name))
  );
}

function ofEntities(known: Known[], named: Set<string>, about: string[]): Known[] {
  const theirs = known.filter(({ entityIds }) => [...entityIds].some((id) => named.has(id)));
  if (about.length === 0) return theirs;
  const scored = theirs.map((one) => ({ one, best: Math.max(...about.map((word) => held(word, one.bag))) }));
  const isHeld = scored.some(({ best }) => best === 1);
  return scored.filter(({ best }) => (isHeld ? best === 1 : best > 0)).map(({ one }) => one);
}

/** What a word counts that stands only beside the statement, in a sentence that may state other things too. */
const QUOTED = 0.9;

/** Facts that hold more than half of a part's words: whose address it is counts as much as that it is one. */
function ofWords(known: Known[], about: string[][]): Known[] {
  for (const words of about) {
    const counted = known.map((one) => ({
      one,
      hits: words.reduce(
        (sum, word) => sum + Math.max(held(word, one.stated), QUOTED * held(word, one.bag)),
        0,
      ),
    }));
    const most = Math.max(0, ...counted.map(({ hits }) => hits));
    if (most === 0 || Math.ceil(most) * 2 <= words.length) continue;
    return counted.filter(({ hits }) => hits === most).map(({ one }) => one);
  }
  return [];
}

interface Asked {
  named: Set<string>;
  about: string[];
  whole: boolean;
  hasAspect: boolean;
  isTold: boolean;
}

/** With what was told in the same turns and belongs to it: named in the wish, or told of the same people there. */
function withNeighbours(known: Known[], core: Known[], asked: Asked): Known[] {
  const turns = new Set(core.flatMap(({ fact }) => fact.evidence.map((e) => e.episodeId)));
  const taken = new Set(core);
  for (const one of known) {
    if (taken.has(one) || !one.fact.evidence.some((e) => turns.has(e.episodeId))) continue;
    if (belongs(one, asked)) taken.add(one);
  }
  return [...taken];
}

function belongs(
  { fact, stated, entityIds }: Known,
  { named, about, whole, hasAspect, isTold }: Asked,
): boolean {
  if (isLasting(fact)) return false;
  const ofThem = [...entityIds].some((id) => named.has(id));
  if (named.size > 0) return isTold && hasAspect && ofThem;
  return about.some((word) => isIn(word, stated)) || whole;
}

/** Who somebody is and where they live is not part of a story that is taken back. */
function isLasting(fact: Fact): boolean {
  return catalogued(fact.predicate) !== null;
}

/** Facts told in one turn, or linked by a turn that tells several, belong together; newest first. */
function byTurn(taken: Known[]): Known[][] {
  const groups: { turns: Set<string>; facts: Known[] }[] = [];
  for (const one of taken) {
    const turns = one.fact.evidence.map((e) => e.episodeId);
    const touching = groups.filter((group) => turns.some((id) => group.turns.has(id)));
    const merged = {
      turns: new Set([...turns, ...touching.flatMap((group) => [...group.turns])]),
      facts: [...touching.flatMap((group) => group.facts), one],
    };
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.map((group) => group.facts).sort((a, b) => (lastSaid(a) < lastSaid(b) ? 1 : -1));
}

function turnsOf(taken: Known[]): number {
  return new Set(taken.flatMap(({ fact }) => fact.evidence.map((e) => e.episodeId))).size;
}

function lastSaid(facts: Known[]): string {
  return (
    facts
      .flatMap(({ fact }) => fact.evidence.map((e) => e.occurredAt))
      .sort()
      .at(-1) ?? ""
  );
}

/** The same thing heard several times, or with a newer value: one subject, one predicate. */
function isOneStatement(core: Known[]): boolean {
  const keys = new Set(core.map(({ fact }) => `${fact.subjectId}/${fact.predicate}`));
  return keys.size === 1;
}

export function candidateOf(facts: Fact[]): IntentCandidate {
  return {
    factIds: facts.map((fact) => fact.id),
    episodeIds: [...new Set(facts.flatMap((f) => f.evidence.map((e) => e.episodeId)))],
  };
}
