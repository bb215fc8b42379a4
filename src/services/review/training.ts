import type { Episode } from "../../domain/model/episode.ts";
import type { Rejection } from "../../domain/model/rejection.ts";
import type { RejectionQuery, UserStore } from "../../ports/memory-store.ts";
import { pagesOf } from "../pages.ts";

const PAGE = 100;
/** Number of preceding turns included as context. */
const CONTEXT_TURNS = 3;

/** Rejected proposals with the words around them, newest first, at most `limit`; read page by page as it is written. */
export async function* trainingPairs(
  user: UserStore,
  query: RejectionQuery,
  limit: number,
): AsyncGenerator<ReturnType<typeof pairOf>, void, undefined> {
  const perPage = Math.min(PAGE, limit);
  let left = limit;
  for await (const page of pagesOf((cursor) => user.rejectionPage({ ...query, limit: perPage, cursor }))) {
    yield* await pairsOf(user, page.slice(0, left));
    left -= page.length;
    if (left <= 0) return;
  }
}

async function pairsOf(user: UserStore, rejections: Rejection[]) {
  const ids = [...new Set(rejections.flatMap((rejection) => rejection.episodeId ?? []))];
  const around = await user.neighbours(ids, CONTEXT_TURNS);
  const turns = new Map([...around, ...(await user.episodesById(ids))].map((turn) => [turn.id, turn]));
  return rejections.map((rejection) => pairOf(rejection, turns));
}

/** One rejected proposal as a training example; `label` is the correct outcome, `context` the preceding turns, oldest first. */
function pairOf(rejection: Rejection, turns: Map<string, Episode>) {
  const { id, at, stage, reason, detail, proposal, reasoning } = rejection;
  const turn = turns.get(rejection.episodeId ?? "") ?? null;
  return {
    id,
    at,
    label: rejection.overruledAt ? ("accept" as const) : ("reject" as const),
    stage,
    reason,
    detail,
    turn: turn && {
      user: turn.userMessage,
      assistant: turn.assistantReply,
      speaker: turn.speaker,
      occurredAt: turn.occurredAt,
    },
    context: turn ? before(turn, turns) : [],
    proposal,
    reasoning,
  };
}

function before(turn: Episode, turns: Map<string, Episode>) {
  return [...turns.values()]
    .filter((other) => other.conversationId === turn.conversationId && other.ordinal < turn.ordinal)
    .sort((a, b) => a.ordinal - b.ordinal)
    .slice(-CONTEXT_TURNS)
    .map((other) => ({ user: other.userMessage, assistant: other.assistantReply }));
}
