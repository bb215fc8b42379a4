import type { Episode } from "../../domain/model/episode.ts";
import type { Evidence, Fact } from "../../domain/model/fact.ts";
import type { MemoryRecord } from "../../ports/memory-record.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/**
 * Statements of a file that claim to be believed while none of their quotes stands in its turn, as unverified ones: a
 * file can be written by anybody. Turns are those of the same records, else those taken before.
 */
export async function recheckQuotes(
  user: UserStore,
  records: readonly MemoryRecord[],
): Promise<{ records: MemoryRecord[]; staged: number }> {
  const turns = await turnsOf(user, records);
  let staged = 0;
  const checked = records.map((record): MemoryRecord => {
    if (record.kind !== "fact" || !claimsMore(record.fact, turns)) return record;
    staged += 1;
    return { ...record, fact: { ...record.fact, status: "staged" } };
  });
  return { records: checked, staged };
}

/** What was stated by hand has no quotes, and of a turn that is not there nothing can be told. */
function claimsMore(fact: Fact, turns: ReadonlyMap<string, Episode>): boolean {
  const { evidence } = fact;
  if (!isBelieved(fact) || evidence.length === 0) return false;
  return evidence.every((one) => !standsIn(turns.get(one.episodeId), one));
}

function isBelieved({ status }: Fact): boolean {
  return status === "verified" || status === "disputed";
}

function standsIn(turn: Episode | undefined, { part, quote }: Evidence): boolean {
  if (turn === undefined) return true;
  return (part === "user" ? turn.userMessage : (turn.assistantReply ?? "")).includes(quote);
}

async function turnsOf(
  user: UserStore,
  records: readonly MemoryRecord[],
): Promise<ReadonlyMap<string, Episode>> {
  const turns = new Map<string, Episode>();
  const asked = new Set<string>();
  for (const record of records) {
    if (record.kind === "episode") turns.set(record.episode.id, record.episode);
    if (record.kind === "fact" && isBelieved(record.fact))
      for (const { episodeId } of record.fact.evidence) asked.add(episodeId);
  }
  const others = [...asked].filter((id) => !turns.has(id));
  const found = others.length === 0 ? [] : await user.episodesById(others);
  for (const turn of found) turns.set(turn.id, turn);
  return turns;
}
