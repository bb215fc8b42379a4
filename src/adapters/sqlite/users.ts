import { v7 as uuid } from "uuid";
import type { Entity } from "../../domain/model/entity.ts";
import { DEFAULT_SETTINGS, type UserSettings } from "../../domain/model/user.ts";
import type { Feedback } from "../../domain/model/feedback.ts";
import { type FeedbackRow, toFeedback, toFeedbackRow } from "../store-core/rows.ts";
import { newSelf } from "../store-core/self.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { readEntity } from "./graph-read.ts";
import { writeEntity } from "./graph-write.ts";

export function settings(ctx: Context): UserSettings {
  const row = ctx.db.get<{ settings: string | null }>(
    "SELECT settings FROM users WHERE user_id = ?",
    ctx.user,
  );
  return { ...DEFAULT_SETTINGS, ...(JSON.parse(row?.settings ?? "{}") as Partial<UserSettings>) };
}

export function putSettings(ctx: Context, value: UserSettings): void {
  ctx.db.run("UPDATE users SET settings = ? WHERE user_id = ?", JSON.stringify(value), ctx.user);
}

/** The same id for as long as the user exists, even after everything was forgotten. */
export function self(ctx: Context): Entity {
  const id = selfId(ctx);
  const known = readEntity(ctx, id);
  if (known) return known;
  writeEntity(ctx, newSelf(id, ctx.now));
  return readEntity(ctx, id) as Entity;
}

function selfId(ctx: Context): string {
  ctx.db.run("UPDATE users SET self_id = ? WHERE user_id = ? AND self_id IS NULL", uuid(), ctx.user);
  const row = ctx.db.get<{ self_id: string }>("SELECT self_id FROM users WHERE user_id = ?", ctx.user);
  return row?.self_id ?? "";
}

/** Newest feedback read per memory. */
const FEEDBACK_MAX = 30;

export function feedbackOn(ctx: Context, targetIds: string[]): Feedback[] {
  const rows = ctx.db.all<FeedbackRow>(
    `SELECT * FROM (
       SELECT *, row_number() OVER (PARTITION BY target_id ORDER BY at DESC, n DESC) AS place FROM feedback
       WHERE user_id = ? AND target_id ${IN_LIST})
     WHERE place <= ${FEEDBACK_MAX}`,
    ctx.user,
    list(targetIds),
  );
  return rows.map(toFeedback);
}

export function recentFeedback(ctx: Context, limit: number): Feedback[] {
  const rows = ctx.db.all<FeedbackRow>(
    "SELECT * FROM feedback WHERE user_id = ? AND episode_id IS NOT NULL ORDER BY at DESC, n DESC LIMIT ?",
    ctx.user,
    limit,
  );
  return rows.map(toFeedback);
}

export function recordFeedback(ctx: Context, feedback: readonly Feedback[]): void {
  for (const one of feedback) {
    const row = toFeedbackRow(one);
    const key = { user: ctx.user, target_id: row.target_id, at: row.at, basis: row.basis };
    ctx.db.run(
      "DELETE FROM feedback WHERE user_id = $user AND target_id = $target_id AND at = $at AND basis = $basis",
      key,
    );
    ctx.db.run(
      `INSERT INTO feedback (user_id, target_id, helpful, at, basis, episode_id, weight)
       VALUES ($user, $target_id, $helpful, $at, $basis, $episode_id, $weight)`,
      { ...row, ...key, helpful: Number(row.helpful) },
    );
  }
}
