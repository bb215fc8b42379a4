import { type Episode, OFF_THE_RECORD } from "../../domain/model/episode.ts";
import type { ModelSource, UserTurn } from "../../ports/chat-model.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { hiddenTurns } from "../forgetting/hide.ts";
import type { RecallBlock } from "../retrieval/recall-block.ts";
import { turnsOf } from "../branches.ts";
import type { Turn } from "./turn-types.ts";

/** Turns of the conversation that can be quoted. */
const EARLIER_MAX = 200;
/** Turns searched for the user's newest statements. */
const NEWEST_MAX = 30;

/** The data of a chat request. A served model reads the prompt, so nothing is looked up for it. */
export async function chatSource(turn: Turn, block: RecallBlock): Promise<ModelSource | undefined> {
  const { deps, user, input, settings } = turn;
  if (deps.model.info().kind !== "none") return undefined;
  const isSearched = input.memory !== "off";
  const [earlier, newest] = await Promise.all([
    earlierTurns(turn),
    isSearched && block.items.length === 0 ? newestTurns(user, turn.id) : [],
  ]);
  return {
    kind: "chat",
    message: input.message,
    // The turn being replaced is withdrawn once this one is stored.
    recalled: block.items.filter(
      ({ evidence }) => evidence.length === 0 || evidence.some((one) => one.episodeId !== input.replaces),
    ),
    isAway: block.state === "unavailable",
    earlier,
    newest,
    isKept: turn.isConfirmed ? null : input.memory === "on",
    isSearched,
    timeZone: settings.timeZone,
  };
}

async function earlierTurns({ user, input, id, ...turn }: Turn): Promise<UserTurn[]> {
  const { conversationId, conversation, branch } = turn;
  if (conversation === null && branch === null)
    return (input.client?.history ?? []).flatMap(({ role, content }) =>
      role === "user" ? { episodeId: null, text: content, occurredAt: null } : [],
    );
  const without = new Set([id, input.replaces]);
  const thread = conversation ?? { id: conversationId, ...branch };
  const read = () => turnsOf(user, thread, { limit: EARLIER_MAX });
  return (await ownTurns(user, read, (episode) => !without.has(episode.id))).reverse();
}

async function newestTurns(user: UserStore, id: string): Promise<UserTurn[]> {
  return ownTurns(
    user,
    () => user.episodes({ order: "newest", limit: NEWEST_MAX }),
    (episode) => episode.id !== id && episode.memory === "on" && episode.source !== "document",
  );
}

/** The user's own words, on the record, without those to be forgotten; none while the store is away. */
async function ownTurns(
  user: UserStore,
  read: () => Promise<Episode[]>,
  isMeant: (episode: Episode) => boolean,
): Promise<UserTurn[]> {
  try {
    const [episodes, hidden] = await Promise.all([read(), hiddenTurns(user)]);
    return episodes
      .filter(
        (episode) =>
          episode.speaker === null &&
          !hidden.has(episode.id) &&
          !episode.userMessage.includes(OFF_THE_RECORD) &&
          isMeant(episode),
      )
      .map(({ id, userMessage, occurredAt }) => ({ episodeId: id, text: userMessage, occurredAt }));
  } catch {
    return [];
  }
}
