import { v7 as uuid } from "uuid";
import type { Entity } from "../../domain/model/entity.ts";
import type { Feedback } from "../../domain/model/feedback.ts";
import { DEFAULT_SETTINGS, type UserSettings } from "../../domain/model/user.ts";
import { entitySearchText } from "../store-core/search-text.ts";
import { toFeedback, toFeedbackRow } from "../store-core/rows.ts";
import { newSelf } from "../store-core/self.ts";
import type { Context } from "./context.ts";
import { found } from "./cursor.ts";
import { readEntity } from "./graph-read.ts";
import { aliasRows, entityProperties } from "./graph-rows.ts";
import { foundBy } from "./search-marks.ts";

export async function settings(ctx: Context): Promise<UserSettings> {
  const owner = await ctx.owner();
  return { ...DEFAULT_SETTINGS, ...(JSON.parse(owner?.settings ?? "{}") as Partial<UserSettings>) };
}

export async function putSettings(ctx: Context, value: UserSettings): Promise<void> {
  await ctx.tx.run("users/put-settings", { settings: JSON.stringify(value) });
}

/** The self entity, if it was created. */
export async function knownSelf(ctx: Context): Promise<Entity | null> {
  const id = (await ctx.owner())?.self_id ?? null;
  return id === null ? null : readEntity(ctx, id);
}

/** The same id for as long as the user exists, even after everything was forgotten. */
export async function self(ctx: Context): Promise<Entity> {
  const known = await knownSelf(ctx);
  if (known) return known;
  const entity = newSelf((await ctx.owner())?.self_id ?? uuid(), ctx.now);
  await ctx.tx.run("users/make-self", {
    id: entity.id,
    set: {
      ...entityProperties(entity, await ctx.takeNumbers(1)),
      ...foundBy(entitySearchText(entity)),
    },
    aliases: aliasRows(entity),
  });
  return entity;
}

export function feedbackOn(ctx: Context, targetIds: string[]): Promise<Feedback[]> {
  return found(ctx, "users/feedback-on", { ids: targetIds }, toFeedback);
}

export function recentFeedback(ctx: Context, limit: number): Promise<Feedback[]> {
  return found(ctx, "users/recent-feedback", { limit }, toFeedback);
}

export async function recordFeedback(ctx: Context, feedback: readonly Feedback[]): Promise<void> {
  if (feedback.length > 0) await ctx.tx.run("users/feedback", { rows: feedback.map(toFeedbackRow) });
}
