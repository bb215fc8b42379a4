import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode, RecalledItem } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { clip } from "../../language/text.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { withBelievedSummaries } from "./believed-summaries.ts";
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
  const byKey = new Map<string, MemoryItem>();
  for (const fact of facts) byKey.set(`fact:${fact.id}`, fact);
  for (const entity of entities) byKey.set(`entity:${entity.id}`, entity);
  for (const episode of episodes) byKey.set(`episode:${episode.id}`, episode);
  for (const community of communities) byKey.set(`community:${community.id}`, community);
  return { byKey, facts };
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
