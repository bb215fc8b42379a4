import { v7 as uuid } from "uuid";
import type { Entity } from "../../domain/model/entity.ts";
import { DEFAULT_SETTINGS, type UserSettings } from "../../domain/model/user.ts";
import type { Instant } from "../../domain/model/time.ts";
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

export function unhelpful(ctx: Context, targetIds: string[]): { targetId: string; count: number }[] {
  return ctx.db.all(
    `SELECT target_id AS targetId, sum(1 - 2 * helpful) AS count FROM feedback
     WHERE user_id = ? AND target_id ${IN_LIST} GROUP BY target_id HAVING count > 0 ORDER BY target_id`,
    ctx.user,
    list(targetIds),
  );
}

export function recordFeedback(
  ctx: Context,
  feedback: { targetId: string; helpful: boolean; at: Instant },
): void {
  ctx.db.run(
    "INSERT INTO feedback (user_id, target_id, helpful, at) VALUES (?, ?, ?, ?)",
    ctx.user,
    feedback.targetId,
    feedback.helpful ? 1 : 0,
    feedback.at,
  );
}
