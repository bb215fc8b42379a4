import type { Entity } from "../../domain/model/entity.ts";
import type { AnsweredEpisode, Episode, RecalledItem } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { clip } from "../../language/text.ts";
import { holdsAt, type Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { partsOf } from "../collections.ts";
import { withProcedures } from "../procedures.ts";
import type { Memory, MemoryRef } from "./types.ts";

/** Longest text of a turn in a result, characters. */
const EPISODE_TEXT_MAX = 600;
/** A summary holds the words of several turns, characters. */
const SUMMARY_TEXT_MAX = 1200;

/** Longest part of a turn that is read to judge or quote it, characters. */
export const TURN_CHARS_READ = 8_000;

/** Turns may be long, and reading many at once blocks the event loop. */
const EPISODES_AT_ONCE = 20;

/** The memories that references name, in their order; missing ones are left out. */
export async function readMemories<T extends MemoryRef>(
  user: UserStore,
  named: readonly T[],
  now: Instant,
): Promise<(T & Memory)[]> {
  const from = {
    fact: (ids) => user.factsById(ids),
    entity: async (ids) => withBelievedSummaries(user, await user.entitiesById(ids), now),
    episode: async (ids) => {
      const read: Episode[] = [];
      for (const some of partsOf(ids, EPISODES_AT_ONCE)) read.push(...(await user.episodesById(some)));
      return read;
    },
    community: (ids) => user.communitiesById(ids),
  } satisfies Record<Memory["kind"], (ids: string[]) => Promise<Memory["item"][]>>;
  const byKind = Map.groupBy(named, ({ kind }) => kind);
  const read = [...byKind].map(async ([kind, some]) => {
    const items: Memory["item"][] = await from[kind]([...new Set(some.map(({ id }) => id))]);
    return items.map((item) => [keyOf({ kind, id: item.id }), item] as const);
  });
  const byKey = new Map((await Promise.all(read)).flat());
  return named.flatMap((one) => {
    const item = byKey.get(keyOf(one));
    return item === undefined ? [] : [{ ...one, item } as T & Memory];
  });
}

function keyOf({ kind, id }: MemoryRef): string {
  return `${kind}:${id}`;
}

type Description = Pick<RecalledItem, "text" | "status" | "evidence">;

export function describe({ kind, item }: Memory): Description {
  switch (kind) {
    case "fact":
      return describeFact(item);
    case "entity":
      return { text: item.summary ?? `${item.name} (${item.type})`, status: item.status, evidence: [] };
    case "episode":
      return describeTurn(item);
    case "community": {
      const text = item.summary === "" ? item.name : `${item.name}: ${item.summary}`;
      return { text, status: "derived", evidence: [] };
    }
  }
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
  const basisOf = ({ summary, summaryBasis }: Entity): string[] =>
    summary === null ? [] : (summaryBasis?.factIds ?? []);
  const ids = entities.flatMap(basisOf);
  const facts = ids.length === 0 ? [] : await user.factsById([...new Set(ids)]);
  const believed = facts.filter(
    ({ status, invalidAt }) => status === "verified" && holdsAt(null, invalidAt, now),
  );
  const believedIds = new Set(believed.map(({ id }) => id));
  const shown = entities.map((entity) => {
    const basis = basisOf(entity);
    const isTold = basis.length > 0 && basis.every((id) => believedIds.has(id));
    return isTold ? entity : { ...entity, summary: null };
  });
  return withProcedures(user, shown);
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
  const read = await readMemories(
    user,
    turns.flatMap((turn) => turn.recalled),
    now,
  );
  const current = new Map(read.map((one) => [keyOf(one), describe(one)]));
  const gone: Description = { text: "", status: GONE, evidence: [] };
  return turns.map((turn) => ({
    ...turn,
    recalled: turn.recalled.map(({ n, kind, id, score }) => ({
      n,
      kind,
      id,
      ...(current.get(keyOf({ kind, id })) ?? gone),
      score,
    })),
  }));
}
