import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { AnsweredEpisode, Episode, RecalledItem } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { clip } from "../../language/text.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { withProcedures } from "../procedures.ts";
import type { Candidate, MemoryItem } from "./types.ts";

/** Longest text of a turn in a result, characters. */
const EPISODE_TEXT_MAX = 600;
/** A summary holds the words of several turns, characters. */
const SUMMARY_TEXT_MAX = 1200;

/** Longest part of a turn that is read to judge or quote it, characters. */
export const TURN_CHARS_READ = 8_000;

/** Turns may be long, and reading many at once blocks the event loop. */
const EPISODES_AT_ONCE = 20;

export interface MemoryItems {
  /** Keys are `<kind>:<id>`, e.g. `fact:<id>`. */
  byKey: Map<string, MemoryItem>;
  facts: Fact[];
}

/** Memories by their ids; missing ones are left out. */
export async function readMemoryItems(
  user: UserStore,
  named: Pick<Candidate, "kind" | "id">[],
  now: Instant,
): Promise<MemoryItems> {
  const read = async <T>(kind: Candidate["kind"], from: (ids: string[]) => Promise<T[]>): Promise<T[]> => {
    const ids = new Set(named.filter((one) => one.kind === kind).map(({ id }) => id));
    return ids.size === 0 ? [] : from([...ids]);
  };
  const episodesById = async (ids: string[]): Promise<Episode[]> => {
    const read: Episode[] = [];
    for (let at = 0; at < ids.length; at += EPISODES_AT_ONCE)
      read.push(...(await user.episodesById(ids.slice(at, at + EPISODES_AT_ONCE))));
    return read;
  };
  const [facts, entities, episodes, communities] = await Promise.all([
    read("fact", (ids) => user.factsById(ids)),
    read("entity", async (ids) => withBelievedSummaries(user, await user.entitiesById(ids), now)),
    read("episode", episodesById),
    read("community", (ids) => user.communitiesById(ids)),
  ]);
  const found = { fact: facts, entity: entities, episode: episodes, community: communities };
  const entries = Object.entries(found).flatMap(([kind, items]) =>
    items.map((item): [string, MemoryItem] => [`${kind}:${item.id}`, item]),
  );
  return { byKey: new Map(entries), facts };
}

type Description = Pick<RecalledItem, "text" | "status" | "evidence">;

export function describeItem(kind: Candidate["kind"], item: MemoryItem): Description {
  if (kind === "fact") return describeFact(item as Fact);
  if (kind === "entity") {
    const { name, type, summary, status } = item as Entity;
    return { text: summary ?? `${name} (${type})`, status, evidence: [] };
  }
  if (kind === "community") {
    const { name, summary } = item as Community;
    return { text: summary === "" ? name : `${name}: ${summary}`, status: "derived", evidence: [] };
  }
  return describeTurn(item as Episode);
}

export function describeFact({ text, status, evidence }: Fact): Description {
  return { text, status, evidence: evidence.map(({ part, ...quote }) => quote) };
}

function describeTurn({ id, userMessage, assistantReply, ...episode }: Episode): Description {
  const isSummary = episode.source === "consolidated";
  const reply = assistantReply ? `\nassistant: ${assistantReply}` : "";
  return {
    text: isSummary
      ? clip(`summary: ${userMessage}`, SUMMARY_TEXT_MAX)
      : clip(`${episode.speaker ?? "user"}: ${userMessage}${reply}`, EPISODE_TEXT_MAX),
    status: episode.state,
    evidence: [
      {
        episodeId: id,
        start: 0,
        end: userMessage.length,
        quote: clip(userMessage, EPISODE_TEXT_MAX),
        assertedBy: isSummary ? "summary" : (episode.speaker ?? speakerOf(episode.source)),
        occurredAt: episode.occurredAt,
      },
    ],
  };
}

const speakerOf = (source: Episode["source"]): string => (source === "document" ? "document" : "user");

/**
 * Entities with the summaries that may be shown: a summary counts only while every fact it is based on is believed. A summary from
 * an extraction has no verified basis and is never shown. A how-to has its steps and record in place of one.
 */
export async function withBelievedSummaries(
  user: Pick<UserStore, "factsById" | "feedbackOn">,
  entities: readonly Entity[],
  now: Instant,
): Promise<Entity[]> {
  const ids = entities.flatMap((entity) => (entity.summary === null ? [] : basisOf(entity)));
  const facts = ids.length === 0 ? [] : await user.factsById([...new Set(ids)]);
  const believed = new Set(facts.filter((fact) => isBelieved(fact, now)).map(({ id }) => id));
  const shown = entities.map((entity) => {
    const basis = basisOf(entity);
    const isTold = basis.length > 0 && basis.every((id) => believed.has(id));
    return isTold ? entity : { ...entity, summary: null };
  });
  return withProcedures(user, shown);
}

function basisOf({ summaryBasis }: Entity): string[] {
  return summaryBasis?.factIds ?? [];
}

function isBelieved({ status, invalidAt }: Fact, now: Instant): boolean {
  return status === "verified" && (invalidAt === null || invalidAt.at > now);
}

/** Forgotten, rejected or merged away since it was recalled. */
export const GONE = "gone";

export type ShownEpisode = Omit<AnsweredEpisode, "recalled"> & { recalled: RecalledItem[] };

/** Turns with the memories recalled for them, in their current state. */
export async function showRecalled(
  user: UserStore,
  turns: AnsweredEpisode[],
  now: Instant,
): Promise<ShownEpisode[]> {
  const { byKey } = await readMemoryItems(
    user,
    turns.flatMap((turn) => turn.recalled),
    now,
  );
  return turns.map((turn) => ({
    ...turn,
    recalled: turn.recalled.map(({ n, kind, id, score }) => {
      const item = byKey.get(`${kind}:${id}`);
      const current =
        item === undefined ? { text: "", status: GONE, evidence: [] } : describeItem(kind, item);
      return { n, kind, id, ...current, score };
    }),
  }));
}
