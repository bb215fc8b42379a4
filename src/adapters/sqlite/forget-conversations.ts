import { type NamedConversation, cutConversation, titleFrom } from "../store-core/forget-words.ts";
import type { Sweep } from "../store-core/sweep.ts";
import type { Context } from "./context.ts";

interface Said {
  user_message: string;
  conversation_id: string;
}

/** After episodes went: an emptied conversation goes too; another forgets what it said about them. */
export function closeConversations(ctx: Context, sweep: Sweep, gone: Said[]): void {
  for (const id of sweep.conversationIds) {
    const left = ctx.db.get<{ count: number; first: string | null; last: string | null }>(
      `SELECT count(*) AS count, min(occurred_at) AS first, max(occurred_at) AS last
       FROM episodes WHERE user_id = ? AND conversation_id = ?`,
      ctx.user,
      id,
    );
    if (!left || left.count === 0 || left.first === null || left.last === null) {
      sweep.counts.conversations += ctx.db.run(
        "DELETE FROM conversations WHERE user_id = ? AND id = ?",
        ctx.user,
        id,
      );
      continue;
    }
    recount(ctx, id, left.count, left.first, left.last);
    dropTitleFrom(ctx, id, gone);
  }
}

/** The summary of earlier turns may tell what was in the deleted ones; it is written again when needed. */
function recount(ctx: Context, id: string, count: number, first: string, last: string): void {
  ctx.db.run(
    `UPDATE conversations SET episode_count = ?, started_at = ?, last_message_at = ?, history_summary = NULL
     WHERE user_id = ? AND id = ?`,
    count,
    first,
    last,
    ctx.user,
    id,
  );
}

/** A title made of a deleted message's own words. */
function dropTitleFrom(ctx: Context, id: string, gone: Said[]): void {
  const title = ctx.db.get<{ title: string | null }>(
    "SELECT title FROM conversations WHERE user_id = ? AND id = ?",
    ctx.user,
    id,
  )?.title;
  if (!title) return;
  const messages = gone.filter((said) => said.conversation_id === id).map((said) => said.user_message);
  if (titleFrom(title, messages)) {
    ctx.db.run("UPDATE conversations SET title = NULL WHERE user_id = ? AND id = ?", ctx.user, id);
  }
}

/** Titles, summaries and system texts lose the words that their episodes lost. */
export function redactConversations(ctx: Context, sweep: Sweep, runsOf: Map<string, string[][]>): void {
  const rows = ctx.db.all<NamedConversation>(
    "SELECT id, title, client_system, history_summary FROM conversations WHERE user_id = ?",
    ctx.user,
  );
  for (const row of rows) {
    for (const [column, text] of Object.entries(cutConversation(sweep, row, runsOf))) {
      ctx.db.run(
        `UPDATE conversations SET ${column} = ? WHERE user_id = ? AND id = ?`,
        text,
        ctx.user,
        row.id,
      );
    }
  }
}
