import type { DialogueTurn, TextHit, TextQuery } from "../../ports/memory-store.ts";
import { type Context, IN_LIST, list } from "./context.ts";

/** How far beside a hit turns are brought along. */
const RADIUS = 2;
/** Characters at a turn's end in which a question is looked for; a note of what was sent along may follow it. */
const END_CHARS = 200;
const ENDS_ASKING = /\?["'”’)]*\s*(?:\[[^\]]*\]\s*)?$/;

interface Row extends Omit<DialogueTurn, "asks"> {
  id: string;
  ending: string;
}

/** Of the hits those with a speaker, where they stand, and the turns beside them, which nothing was found in. */
export function besides(ctx: Context, hits: TextHit[], query: TextQuery): TextHit[] {
  const scores = new Map(
    hits.filter(({ speaker }) => speaker !== undefined).map((hit) => [hit.id, hit.score]),
  );
  const left = new Set(query.notEpisodeIds);
  return turns(ctx, [...scores.keys()])
    .filter(({ id }) => !left.has(id))
    .map(({ id, ending, ...turn }) => ({
      kind: "dialogue",
      id,
      score: scores.get(id) ?? 0,
      speaker: turn.speaker,
      turn: { ...turn, asks: ENDS_ASKING.test(ending) },
    }));
}

/** The indexes by id and by place are asked alone: one short read per turn. */
function turns(ctx: Context, ids: string[]): Row[] {
  return ctx.db.all<Row>(
    `SELECT DISTINCT e.id, e.conversation_id AS conversationId, e.ordinal, e.speaker, e.occurred_at AS occurredAt,
       length(e.search_text) AS length, substr(e.user_message, -${END_CHARS}) AS ending
     FROM episodes s CROSS JOIN episodes e ON e.user_id = s.user_id AND e.conversation_id = s.conversation_id
       AND e.ordinal BETWEEN s.ordinal - ${RADIUS} AND s.ordinal + ${RADIUS}
     WHERE s.user_id = ? AND s.id ${IN_LIST} AND e.speaker IS NOT NULL AND e.memory = 'on' AND e.replaced_by IS NULL`,
    ctx.user,
    list(ids),
  );
}
