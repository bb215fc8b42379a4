import type { Episode } from "../../../domain/model/episode.ts";
import { DAY_MS, plusMs, type Instant } from "../../../domain/model/time.ts";
import { keptFresh } from "../../learning/stability.ts";
import type { UserStore } from "../../../ports/memory-store.ts";

/** Minimum age of a turn to be summarised: newer ones still come up in conversation (CFG-8). */
const AGE_DAYS = 90;
/** Maximum importance of an unimportant turn; an ordinary one has .5 (CFG-8). */
const IMPORTANCE_MAX = 0.3;

/** Turns read at once; more if many share one instant (an undated import). */
const TURNS_PER_READ = 500;
/** Turns scanned per run. */
const TURNS_MAX = 50_000;

/** Unimportant, extracted and verified, and neither an intent, nor replaced, nor a summary. */
export function isUnimportantTurn(episode: Episode): boolean {
  const { state, memory, replacedBy, consolidatedInto, source, intent, importance, userMessage } = episode;
  const stands = replacedBy === null && consolidatedInto === null && source !== "consolidated";
  return (
    stands &&
    state === "complete" &&
    memory === "on" &&
    intent === null &&
    importance <= IMPORTANCE_MAX &&
    isThrough(episode) &&
    userMessage.trim() !== ""
  );
}

/** Extraction and verification have finished. */
function isThrough({ extraction, verification }: Episode): boolean {
  const open = ["pending", "deferred"];
  return (
    extraction.state !== "pending" && extraction.state !== "failed" && !open.includes(verification.state)
  );
}

/** Oldest first, without those that recent use keeps fresh. */
export async function* unimportantTurns(
  user: UserStore,
  now: Instant,
): AsyncGenerator<Episode[], void, undefined> {
  const to = plusMs(now, -AGE_DAYS * DAY_MS);
  const seen = new Set<string>();
  let limit = TURNS_PER_READ;
  for (let from: Instant | undefined; seen.size < TURNS_MAX;) {
    const read = await user.episodes({ occurred: { from, to }, standing: true, order: "oldest", limit });
    const fresh = read.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    const unimportant = fresh.filter(isUnimportantTurn);
    const mentioned = unimportant.map(({ id, occurredAt }) => ({ id, mentions: [occurredAt] }));
    const used = await keptFresh(user, mentioned, now);
    yield unimportant.filter(({ id }) => !used.has(id));
    const last = read.at(-1);
    if (last === undefined || read.length < limit) return;
    limit = last.occurredAt === from ? limit * 2 : TURNS_PER_READ;
    from = last.occurredAt;
  }
}
