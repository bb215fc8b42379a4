import type { TextHit, TextQuery } from "../../ports/memory-store.ts";
import {
  DIALOGUE_RADIUS,
  ENDING_CHARS,
  type TurnRow,
  dialogueHits,
  turnIdsOf,
  scoresOfSpoken,
} from "../store-core/search.ts";
import type { OfKind } from "../store-core/search.ts";
import { type Context, IN_LIST, list } from "./context.ts";

/** The positions of hits with a speaker, and the adjacent turns, which are not hits themselves. */
export function withNeighbours(ctx: Context, hits: TextHit[], query: OfKind<TextQuery>): TextHit[] {
  const scores = scoresOfSpoken(hits);
  return dialogueHits(turns(ctx, turnIdsOf(scores, query)), scores, query);
}

/** The indexes by id and by position are queried separately: one short read per turn. */
function turns(ctx: Context, ids: string[]): TurnRow[] {
  return ctx.db.all<TurnRow>(
    `SELECT DISTINCT e.id, e.conversation_id AS conversationId, e.ordinal, e.speaker, e.occurred_at AS occurredAt,
       length(e.search_text) AS length, substr(e.user_message, -${ENDING_CHARS}) AS ending
     FROM episodes s CROSS JOIN episodes e ON e.user_id = s.user_id AND e.conversation_id = s.conversation_id
       AND e.ordinal BETWEEN s.ordinal - ${DIALOGUE_RADIUS} AND s.ordinal + ${DIALOGUE_RADIUS}
     WHERE s.user_id = ? AND s.id ${IN_LIST} AND e.speaker IS NOT NULL AND e.memory = 'on' AND e.replaced_by IS NULL
       AND e.consolidated_into IS NULL`,
    ctx.user,
    list(ids),
  );
}
