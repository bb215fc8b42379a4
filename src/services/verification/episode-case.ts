import { capitalisedRuns, capitalisedWords } from "../../language/capitalised.ts";
import type { GroundingTurn, Verdict } from "../../domain/grounding/claim.ts";
import { namesOf, type Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import { endsOf, turnsBehind, type Fact } from "../../domain/model/fact.ts";
import type { Trace } from "../../domain/model/trace.ts";
import type { UserSettings } from "../../domain/model/user.ts";
import { familyNames } from "../../domain/belief/predicate.ts";
import { BELIEVED_STATUSES, STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { turnsBefore } from "../extraction/turn-context.ts";
import { ownNames } from "../own-names.ts";
import { factsOfEntities } from "../facts-of.ts";
import { byId, distinctById } from "../collections.ts";

/** Data shared by the cases of one look into the store, read once. */
export interface Look {
  user: UserStore;
  /** As `MutationBatch.forgettings`, read before anything else. */
  forgettings: number;
  settings: UserSettings;
  self: Entity;
  /** The user's names. */
  ownNames: string[];
  /** By the id of the episode. */
  cases: Map<string, EpisodeCase>;
  /** Episodes without any known fact near their statements, so that there is nothing to rule on. */
  nothingNear: Set<string>;
}

export async function openLook(user: UserStore): Promise<Look> {
  const forgettings = await user.forgettings();
  const [settings, self] = await Promise.all([user.settings(), user.self()]);
  const names = await ownNames(user, self);
  const nothingNear = new Set<string>();
  return { user, forgettings, settings, self, ownNames: names, cases: new Map(), nothingNear };
}

/** One episode with everything needed to judge it and to ask a model about it. */
export interface EpisodeCase {
  episode: Episode;
  /** Undecided facts staged by the episode. */
  staged: Fact[];
  /** Believed facts about the same entities and relations. */
  believed: Fact[];
  /** Superseded facts with the same subjects and relations. */
  past: Fact[];
  entities: Map<string, Entity>;
  /** Turns of the conversation before the episode, oldest first. */
  earlier: Episode[];
  /** Turns that support the staged facts, with their context. */
  turns: Map<string, GroundingTurn>;
  /** The user, and every entity that anyone but the assistant made a statement about. */
  personal: Set<string>;
  /** Names in the statements that memory knew before the episode, and the user's own. */
  knownNames: string[];
  /** Passes made so far. */
  traces: Trace[];
  /** Cached grounding verdicts. */
  grounded: Map<string, Verdict>;
}

/** Earlier turns of the conversation that resolve "she" and "there". */
const CONTEXT_TURNS = 6;
/** Maximum number of facts staged by one episode; far above what a turn yields. */
const FACTS_MAX = 500;
/** Maximum number of names looked up per case; far above what a turn's statements contain. */
const LOOKUPS_MAX = 512;

export async function readCase(look: Look, episode: Episode, traces: Trace[]): Promise<EpisodeCase> {
  const { user } = look;
  const graph = await readGraph(user, episode);
  const { staged, entities } = graph;
  const [personal, earlier] = await Promise.all([
    personalEntities(user, staged, entities),
    staged.length === 0 ? [] : turnsBefore(user, episode, CONTEXT_TURNS),
  ]);
  const turns = await groundingTurns(user, staged, episode, earlier);
  const knownNames = await namesKnownBefore(look, episode, staged, entities);
  return { episode, ...graph, earlier, turns, personal, knownNames, traces, grounded: new Map() };
}

/** The case with its part of the graph read again; the turns stay. */
export async function rereadGraph(user: UserStore, one: EpisodeCase): Promise<EpisodeCase> {
  return { ...one, ...(await readGraph(user, one.episode)), grounded: new Map() };
}

async function readGraph(
  user: UserStore,
  { id }: Episode,
): Promise<Pick<EpisodeCase, "staged" | "believed" | "past" | "entities">> {
  const staged = await user.facts({ episodeIds: [id], statuses: ["staged"], limit: FACTS_MAX });
  if (staged.length === 0) return { staged, believed: [], past: [], entities: new Map() };
  const around = await factsAround(user, staged);
  const believed = around.filter(({ status }) => status !== "superseded");
  const past = around.filter(({ status }) => status === "superseded");
  const entities = byId(await user.entitiesById([...endsOf([...staged, ...believed])]));
  return { staged, believed, past, entities };
}

/**
 * Facts with the same subjects and relations, including superseded ones, and those between the same two entities in the other
 * direction.
 */
async function factsAround(user: UserStore, staged: Fact[]): Promise<Fact[]> {
  const objects = [...new Set(staged.flatMap(({ objectId }) => objectId ?? []))];
  const relations = {
    entityIds: [...new Set(staged.map(({ subjectId }) => subjectId))],
    predicates: [...new Set(staged.flatMap(({ predicate }) => familyNames(predicate)))],
  };
  const statuses = [...BELIEVED_STATUSES, "superseded"] as const;
  const believed = { role: "subject", statuses: BELIEVED_STATUSES, limit: FACTS_MAX } as const;
  const [same, turned] = await Promise.all([
    user.facts({ role: "subject", ...relations, statuses, limit: 2 * FACTS_MAX }),
    objects.length === 0 ? [] : user.facts({ ...believed, entityIds: objects }),
  ]);
  return distinctById([...same, ...turned]);
}

async function personalEntities(
  user: UserStore,
  staged: Fact[],
  entities: Map<string, Entity>,
): Promise<Set<string>> {
  const selves = [...entities.values()].filter(({ isSelf }) => isSelf).map(({ id }) => id);
  const claimed = [...endsOf(staged.filter(isOfAssistant))];
  return (await mentionedByOthers(user, claimed)).union(new Set(selves));
}

/** The given entities that someone other than the assistant made a statement about, and the entities at the other end of it. */
export async function mentionedByOthers(user: UserStore, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const said = await factsOfEntities(user, ids, STATUSES, FACTS_MAX);
  return endsOf(said.filter((fact) => !isOfAssistant(fact)));
}

/** All evidence of the fact comes from the assistant. */
export function isOfAssistant(fact: Fact): boolean {
  return fact.evidence.length > 0 && fact.evidence.every((e) => e.assertedBy === "assistant");
}

async function groundingTurns(
  user: UserStore,
  staged: Fact[],
  episode: Episode,
  earlier: Episode[],
): Promise<Map<string, GroundingTurn>> {
  const ids = turnsBehind(staged);
  ids.delete(episode.id);
  const others = ids.size === 0 ? [] : await user.episodesById([...ids]);
  const told = await Promise.all(
    others.map(async (one) => groundingTurn(one, await turnsBefore(user, one, CONTEXT_TURNS))),
  );
  return new Map([groundingTurn(episode, earlier), ...told]);
}

function groundingTurn(
  { id, userMessage, assistantReply }: Episode,
  before: Episode[],
): readonly [string, GroundingTurn] {
  const earlier = before.flatMap((other) => [other.userMessage, other.assistantReply ?? ""]);
  return [id, { userMessage, assistantReply, earlier }];
}

/** Names of the statements' entities that were known before the episode, and the user's own. */
async function namesKnownBefore(
  look: Look,
  episode: Episode,
  staged: readonly Fact[],
  entities: ReadonlyMap<string, Entity>,
): Promise<string[]> {
  if (staged.length === 0) return [];
  const told = staged.map(({ text, value }) => `${text}\n${value ?? ""}`).join("\n");
  const lookups = new Set([...capitalisedWords(told), ...capitalisedRuns(told)]);
  const hits = await look.user.entitiesByAlias([...lookups].slice(0, LOOKUPS_MAX));
  const before = [...entities.values(), ...hits.map(({ entity }) => entity)].filter(
    ({ createdAt, isSelf, status }) => isSelf || status === "verified" || createdAt < episode.recordedAt,
  );
  return [...new Set([...before.flatMap(namesOf), ...look.ownNames])];
}
