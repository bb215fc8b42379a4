import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Status } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { ResolvedNames } from "./resolve.ts";

/** The assistant's message that a turn answers; empty for the first of a conversation. */
export async function replyBefore(user: UserStore, episode: Episode): Promise<string> {
  const around = await user.neighbours([episode.id], 1);
  const before = around.find(
    (other) => other.conversationId === episode.conversationId && other.ordinal < episode.ordinal,
  );
  return before?.assistantReply ?? "";
}

/** Newest facts that a new statement is compared with. */
const FACTS_MAX = 2000;

/** Facts of the user and the named entities: current ones, and archived ones. */
export async function factsOfNamed(
  user: UserStore,
  names: ResolvedNames,
): Promise<{ known: Fact[]; away: Fact[] }> {
  const created = new Set(names.created.map((entity) => entity.id));
  const named = [names.self, ...names.byName.values()].map((entity) => entity.id);
  const ids = [...new Set(named)].filter((id) => !created.has(id));
  const of = (statuses: Status[]): Promise<Fact[]> =>
    user.facts({ entityIds: ids, role: "subject", statuses, limit: FACTS_MAX });
  const [known, away] = await Promise.all([of(["staged", "verified"]), of(["archived"])]);
  return { known, away };
}
