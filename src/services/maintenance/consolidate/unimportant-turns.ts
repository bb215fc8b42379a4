import type { Episode } from "../../../domain/model/episode.ts";
import { DAY_MS, plusMs, type Instant } from "../../../domain/model/time.ts";
import type { UserStore } from "../../../ports/memory-store.ts";

/** Age from which a turn may be summed up: until then it is still talked of (CFG-8). */
const AGE_DAYS = 90;
/** Importance up to which a turn is unimportant; an ordinary one has .5 (CFG-8). */
const IMPORTANCE_MAX = 0.3;

/** Turns read at once; where more are said to be of one instant (an undated import), more. */
const TURNS_PER_READ = 500;
/** Turns one run looks through. */
const TURNS_MAX = 50_000;

/** Of little importance, extracted and judged, and no intent, replaced turn or summary. */
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

/** Its extraction and verification are over. */
function isThrough({ extraction, verification }: Episode): boolean {
  const open = ["pending", "deferred"];
  return (
    extraction.state !== "pending" && extraction.state !== "failed" && !open.includes(verification.state)
  );
}

/** Oldest first. */
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
    yield fresh.filter(isUnimportantTurn);
    const last = read.at(-1);
    if (last === undefined || read.length < limit) return;
    limit = last.occurredAt === from ? limit * 2 : TURNS_PER_READ;
    from = last.occurredAt;
  }
}
