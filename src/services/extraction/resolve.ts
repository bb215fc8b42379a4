import { namesOf, type Alias, type Entity, newEntity } from "../../domain/model/entity.ts";
import { areTwoByType, NO_TYPE, typeKey } from "../../domain/model/entity-type.ts";
import type { Episode } from "../../domain/model/episode.ts";
import { spansOf } from "../../domain/model/entity-names.ts";
import { areTwoByRole, isRoleName, kinPredicate } from "../../domain/belief/kinship.ts";
import {
  isSelfWord,
  SELF_NAME,
  type EntityProposal,
  type TurnExtraction,
} from "../../domain/model/proposal.ts";
import { catalogued, givesName, normalisePredicate, predicateFamily } from "../../domain/belief/predicate.ts";
import type { Status } from "../../domain/model/status.ts";
import { guessLanguage, type Language } from "../../language/index.ts";
import { hasFirstPerson, isPronoun } from "../../language/pronouns.ts";
import { bareName, foldName } from "../../language/text.ts";
import type { AliasHit, UserStore } from "../../ports/memory-store.ts";
import type { NewId } from "../../ports/clock.ts";
import { distinctById } from "../collections.ts";
import { KNOWN_STATUSES } from "./turn-context.ts";

/** The entities named in one turn. */
export interface ResolvedNames {
  self: Entity;
  /** By folded name. */
  byName: Map<string, Entity>;
  /** Entities that do not exist yet. */
  created: Entity[];
  /** Folded names that were looked up and are not in use. */
  unknown: Set<string>;
  /** Aliases that existing entities gained in this turn. */
  aliases: { id: string; alias: Alias }[];
  /** Existing entities known only by a role, whose name this turn gives. */
  renamed: { id: string; name: string }[];
  /** Existing entities without a type, and the type from this turn. */
  typed: { entity: Entity; type: string }[];
}

/**
 * "user" means the speaker: the self entity, or the speaker of an imported message. Names match known entities only by
 * exact name or alias, and not if their roles or types tell them apart. A role ("my sister") matches if exactly one entity has it
 * and its proper name does not differ; ambiguous names stay separate.
 */
export async function resolveNames(
  user: UserStore,
  extraction: TurnExtraction,
  episode: Episode,
  newId: NewId,
): Promise<ResolvedNames> {
  const self = await user.self();
  const language = guessLanguage(episode.userMessage);
  const proposals = withFactNames(extraction, language);
  const named = [...proposals.flatMap((p) => [p.name, ...p.aliases]), episode.speaker ?? ""];
  const lookups = named.flatMap((name) => [foldName(name), bareName(name)]);
  const borneBy = await user.entitiesByAlias([...new Set(lookups)].filter((n) => n !== "").slice(0, 512));
  const hits = await withoutFormer(user, self, borneBy);
  const borne = new Set(borneBy.map((hit) => foldName(hit.alias)));
  const unknown = new Set(named.map(foldName).filter((name) => name !== "" && !borne.has(name)));
  const none = { created: [], aliases: [], renamed: [], typed: [] };
  const resolved: ResolvedNames = { self, byName: new Map(), unknown, ...none };
  if (episode.speaker !== null) {
    const speaker = { name: episode.speaker, type: "person", aliases: [], summary: null };
    resolveOne(resolved, speaker, hits, episode, newId);
    const entity = resolved.byName.get(bareName(episode.speaker));
    if (entity) resolved.byName.set(SELF_NAME, entity);
  }
  for (const { subject } of extraction.facts)
    if (isPronoun(subject, language) && hasFirstPerson(subject))
      resolved.byName.set(foldName(subject), resolved.byName.get(SELF_NAME) ?? self);
  for (const proposal of proposals) resolveOne(resolved, proposal, hits, episode, newId);
  return resolved;
}

/** "My husband" is not the one whom the user divorced, nor "the dog" the one that died. */
async function withoutFormer(user: UserStore, self: Entity, hits: AliasHit[]): Promise<AliasHit[]> {
  const roleOf = ({ kind, alias }: AliasHit): string | null => {
    const role = kind === "role" ? kinPredicate(bareName(alias)) : null;
    return role === null || catalogued(role)?.lasts === "for life" ? null : predicateFamily(role);
  };
  const entityIds = hits.filter((hit) => roleOf(hit) !== null).map(({ entity }) => entity.id);
  if (entityIds.length === 0) return hits;
  const statuses: Status[] = [...KNOWN_STATUSES, "disputed", "superseded"];
  const facts = await user.facts({ entityIds, role: "object", statuses, limit: RELATIONS_MAX });
  return hits.filter((hit) => {
    const role = roleOf(hit);
    if (role === null) return true;
    const relations = facts.filter(
      ({ subjectId, objectId, predicate, polarity }) =>
        subjectId === self.id &&
        objectId === hit.entity.id &&
        polarity === "positive" &&
        predicateFamily(predicate) === role,
    );
    return relations.length === 0 || relations.some(({ status }) => status !== "superseded");
  });
}

const RELATIONS_MAX = 500;

/** The proposed entities, and one for each name used only by a fact; a pronoun names nobody. */
function withFactNames(extraction: TurnExtraction, language: Language): EntityProposal[] {
  const isName = (name: string): boolean => bareName(name) !== "" && !isPronoun(name, language);
  const proposals = withGivenNames(extraction).filter(({ name }) => isName(name));
  const known = new Set(proposals.flatMap((p) => [p.name, ...p.aliases].map(bareName)));
  const add = (name: string): void => {
    if (!isName(name) || known.has(bareName(name))) return;
    known.add(bareName(name));
    proposals.push({ name, type: isRoleName(name) ? "person" : NO_TYPE, aliases: [], summary: null });
  };
  for (const fact of extraction.facts) {
    add(fact.subject);
    if (fact.objectKind === "entity" && !givesName(normalisePredicate(fact.predicate))) add(fact.object);
  }
  return proposals;
}

/** "My dog's name is Rex", "her name is Ana, not Anna": one somebody of two names, however many are proposed. */
function withGivenNames({ entities, facts }: TurnExtraction): EntityProposal[] {
  return facts.reduce((all, { subject, predicate, object, polarity, change }) => {
    const isRole = isRoleName(subject);
    const isRenamed = change === "correction" || (change === "update" && !isRole);
    const isGiven = polarity === "positive" && predicateFamily(normalisePredicate(predicate)) === "NAME";
    if (!isGiven || isSelfWord(bareName(subject)) || (!isRenamed && !isRole)) return all;
    const [name, alias] = isRenamed ? [subject, object] : [object, subject];
    const isMeant = (one: EntityProposal): boolean =>
      [one.name, ...one.aliases].some((known) => [subject, object].map(bareName).includes(bareName(known)));
    const meant = all.filter(isMeant);
    const aliases = [alias, ...meant.flatMap((one) => [one.name, ...one.aliases])];
    const [first = { type: "person", summary: null }] = meant;
    return [...all.filter((one) => !isMeant(one)), { ...first, name, aliases }];
  }, entities);
}

export function isSelfName(name: string, self: Entity): boolean {
  if (isSelfWord(bareName(name))) return true;
  return namesOf(self).some((own) => foldName(own) === foldName(name));
}

/** "Our users" are customers, whatever an extractor calls the speaker. */
function meansSelf(name: string, self: Entity, { userMessage }: Episode): boolean {
  const isOther = foldName(name) !== SELF_NAME && isSelfWord(bareName(name));
  return isSelfName(name, self) && !(isOther && spansOf(userMessage, name).length > 0);
}

function resolveOne(
  resolved: ResolvedNames,
  proposal: EntityProposal,
  hits: AliasHit[],
  episode: Episode,
  newId: NewId,
): void {
  const names = [proposal.name, ...proposal.aliases];
  const entity =
    names.map((name) => knownInTurn(resolved, proposal, name)).find((known) => known !== null) ??
    (meansSelf(proposal.name, resolved.self, episode) ? resolved.self : null) ??
    matchKnown(proposal, hits) ??
    create(resolved, proposal, episode, newId);
  for (const [n, name] of names.entries()) {
    if (n > 0 && resolved.byName.has(bareName(name))) continue;
    resolved.byName.set(bareName(name), entity);
    resolved.byName.set(foldName(name), entity);
  }
  noteNewNames(resolved, entity, proposal);
  if (!resolved.created.includes(entity) && isUntyped(entity) && !isUntyped(proposal))
    resolved.typed.push({ entity, type: proposal.type });
}

function isUntyped({ type }: { type: string }): boolean {
  return ["", NO_TYPE].includes(typeKey(type));
}

/**
 * Two sisters in one turn share a role, not an identity: a role joins a proper name only if that entity has none yet. Nor do
 * "Tim Miller" and "Jane Miller" with the alias "Miller", or the company Ford and a Mr Ford.
 */
function knownInTurn(resolved: ResolvedNames, proposal: EntityProposal, name: string): Entity | null {
  const known = resolved.byName.get(bareName(name)) ?? null;
  if (known === null || isNamedByRole(known)) return known;
  if (isRoleName(name)) return name === proposal.name ? known : null;
  const isMainOf = (one: { name: string }): boolean => bareName(one.name) === bareName(name);
  const isShared = !isMainOf(known) && !isMainOf(proposal);
  return isShared || areTwoByType(known.type, proposal.type) ? null : known;
}

function matchKnown(proposal: EntityProposal, hits: AliasHit[]): Entity | null {
  const isRole = isRoleName(proposal.name);
  if (!isRole) {
    const named = hitsFor(proposal.name, hits).filter(
      ({ kind, entity }) =>
        kind !== "role" &&
        !areTwoByRole(proposal.aliases, aliasNames(entity)) &&
        !areTwoByType(proposal.type, entity.type),
    );
    // Of whom a bare name is said is unclear where several bear it: all of it is one more person's.
    const bare = named.filter(({ entity }) => !aliasNames(entity).some(isRoleName));
    const byName = unique(named) ?? (proposal.aliases.some(isRoleName) ? null : unique(bare));
    if (byName) return byName;
  }
  const roles = [proposal.name, ...proposal.aliases].filter(isRoleName);
  for (const role of roles) {
    const known = unique(hitsFor(role, hits));
    if (known && (isRole || isNamedByRole(known))) return known;
  }
  return null;
}

const aliasNames = ({ aliases }: Entity): string[] => aliases.map(({ alias }) => alias);

function hitsFor(name: string, hits: AliasHit[]): AliasHit[] {
  const wanted = new Set([foldName(name), bareName(name)]);
  return hits.filter((hit) => wanted.has(foldName(hit.alias)) || wanted.has(bareName(hit.alias)));
}

/** The single entity behind the hits; null if several share the name. */
function unique(hits: AliasHit[]): Entity | null {
  const [only = null, ...others] = distinctById(hits.map(({ entity }) => entity));
  return others.length === 0 ? only : null;
}

export function isNamedByRole(entity: Entity): boolean {
  return !entity.isSelf && isRoleName(entity.name);
}

function create(resolved: ResolvedNames, proposal: EntityProposal, episode: Episode, newId: NewId): Entity {
  // Another name counts only if the turn itself gives it.
  const isGiven = (alias: string): boolean => spansOf(episode.userMessage, alias).length > 0;
  const entity = newEntity({
    id: newId(),
    name: proposal.name,
    createdAt: episode.recordedAt,
    type: proposal.type,
    aliases: aliasesOf({ ...proposal, aliases: proposal.aliases.filter(isGiven) }),
    summary: proposal.summary,
    lastMentionedAt: episode.occurredAt,
  });
  resolved.created.push(entity);
  return entity;
}

function aliasesOf(proposal: EntityProposal): Alias[] {
  const aliases = new Map<string, Alias>();
  for (const name of [proposal.name, ...proposal.aliases]) {
    const kind = isRoleName(name) ? "role" : "name";
    for (const form of kind === "role" ? [name, bareName(name)] : [name]) {
      if (foldName(form) !== "") aliases.set(foldName(form), { alias: form, kind });
    }
  }
  return [...aliases.values()];
}

function noteNewNames(resolved: ResolvedNames, entity: Entity, proposal: EntityProposal): void {
  if (resolved.created.includes(entity) || entity.isSelf) return;
  const known = new Set(entity.aliases.map((a) => foldName(a.alias)));
  for (const alias of aliasesOf(proposal)) {
    if (known.has(foldName(alias.alias))) continue;
    resolved.aliases.push({ id: entity.id, alias });
    if (alias.kind === "name" && isNamedByRole(entity))
      resolved.renamed.push({ id: entity.id, name: alias.alias });
  }
}
