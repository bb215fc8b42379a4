import type { GroundingTurn } from "../../domain/grounding/claim.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { familyNames } from "../../domain/belief/predicate.ts";
import { BELIEVED_STATUSES, STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { turnsBefore } from "../extraction/turn-context.ts";
import { namesKnownBefore } from "./known-names.ts";

/** What code needs to judge one episode. */
export interface JudgementInput {
  episode: Episode;
  /** Facts that the episode staged and that are undecided. */
  staged: Fact[];
  /** Believed facts about the same entities and relations. */
  believed: Fact[];
  /** Superseded facts of the same relations of the same subjects. */
  past: Fact[];
  entities: Map<string, Entity>;
  /** Turns the staged facts rest on, with what was said before. */
  turns: Map<string, GroundingTurn>;
  /** The user, and whatever anybody but the assistant made a statement about. */
  personal: Set<string>;
  /** Names in the statements that the memory knew before the episode, and the user's own. */
  knownNames: string[];
}

/** Earlier turns of the conversation that tell what "she" and "there" stand for. */
export const CONTEXT_TURNS = 6;
/** Facts one episode may have staged; far above what a turn brings. */
const FACTS_MAX = 500;

export async function readJudgementInput(user: UserStore, episode: Episode): Promise<JudgementInput> {
  const staged = await user.facts({ episodeIds: [episode.id], statuses: ["staged"], limit: FACTS_MAX });
  const [believed, past] = await Promise.all([believedAround(user, staged), pastAround(user, staged)]);
  const entityIds = [
    ...new Set([...staged, ...believed].flatMap((f) => [f.subjectId, f.objectId ?? f.subjectId])),
  ];
  const entities = new Map((await user.entitiesById(entityIds)).map((entity) => [entity.id, entity]));
  const turns = await groundingTurns(user, staged, episode);
  const personal = await personalEntities(user, staged, entities);
  const knownNames = await namesKnownBefore(user, episode, staged, entities);
  return { episode, staged, believed, past, entities, turns, personal, knownNames };
}

/** Facts of the same relations of the same subjects, and those between the same two things the other way round. */
async function believedAround(user: UserStore, staged: Fact[]): Promise<Fact[]> {
  if (staged.length === 0) return [];
  const objects = [...new Set(staged.flatMap(({ objectId }) => objectId ?? []))];
  const common = { role: "subject", statuses: BELIEVED_STATUSES, limit: FACTS_MAX } as const;
  const [same, turned] = await Promise.all([
    user.facts({ ...common, ...relationsOf(staged) }),
    objects.length === 0 ? [] : user.facts({ ...common, entityIds: objects }),
  ]);
  return [...new Map([...same, ...turned].map((fact) => [fact.id, fact])).values()];
}

async function pastAround(user: UserStore, staged: Fact[]): Promise<Fact[]> {
  if (staged.length === 0) return [];
  return user.facts({ ...relationsOf(staged), role: "subject", statuses: ["superseded"], limit: FACTS_MAX });
}

function relationsOf(facts: readonly Fact[]): { entityIds: string[]; predicates: string[] } {
  return {
    entityIds: [...new Set(facts.map(({ subjectId }) => subjectId))],
    predicates: [...new Set(facts.flatMap(({ predicate }) => familyNames(predicate)))],
  };
}

async function personalEntities(
  user: UserStore,
  staged: Fact[],
  entities: Map<string, Entity>,
): Promise<Set<string>> {
  const claims = staged.filter(isOfAssistant);
  const ids = [...new Set(claims.flatMap((f) => [f.subjectId, f.objectId ?? f.subjectId]))];
  const personal = new Set([...entities.values()].filter((entity) => entity.isSelf).map(({ id }) => id));
  for (const id of await mentionedByOthers(user, ids)) personal.add(id);
  return personal;
}

/** Those of the entities that somebody other than the assistant made a statement about, and the other end of it. */
export async function mentionedByOthers(user: UserStore, ids: string[]): Promise<Set<string>> {
  const spoken = new Set<string>();
  if (ids.length === 0) return spoken;
  const said = await user.facts({ entityIds: ids, role: "either", statuses: STATUSES, limit: FACTS_MAX });
  for (const fact of said) {
    if (isOfAssistant(fact)) continue;
    for (const id of [fact.subjectId, fact.objectId]) if (id !== null) spoken.add(id);
  }
  return spoken;
}

/** Every evidence of the fact comes from the assistant. */
export function isOfAssistant(fact: Fact): boolean {
  return fact.evidence.length > 0 && fact.evidence.every((e) => e.assertedBy === "assistant");
}

async function groundingTurns(
  user: UserStore,
  staged: Fact[],
  episode: Episode,
): Promise<Map<string, GroundingTurn>> {
  const ids = [...new Set([episode.id, ...staged.flatMap((fact) => fact.evidence.map((e) => e.episodeId))])];
  const turns = await Promise.all(
    (await user.episodesById(ids)).map(async (one) => {
      const before = await turnsBefore(user, one, CONTEXT_TURNS);
      const earlier = before.flatMap((other) => [other.userMessage, other.assistantReply ?? ""]);
      const { id, userMessage, assistantReply } = one;
      return [id, { userMessage, assistantReply, earlier }] as const;
    }),
  );
  return new Map(turns);
}
