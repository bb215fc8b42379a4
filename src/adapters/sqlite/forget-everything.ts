import { v7 as uuid } from "uuid";
import type { Instant } from "../../domain/time.ts";
import { noneForgotten } from "../../domain/tombstone.ts";
import type { Context } from "./context.ts";
import type { Forgotten } from "../store-core/sweep.ts";
import { ALL, owePurge } from "./purge.ts";
import { secureDelete } from "./schema.ts";
import { messageEntry } from "../store-core/tombstones.ts";
import { putTombstone } from "./tombstones.ts";

/** Children before parents. The user row (settings, hash key), API keys and tombstones stay. */
const CONTENT_TABLES = [
  "traces",
  "evidence",
  "mentions",
  "facts",
  "community_members",
  "communities",
  "aliases",
  "entities",
  "episodes",
  "conversations",
  "changes",
  "rejections",
  "reviews",
  "run_diffs",
  "feedback",
  "batches",
  "days",
] as const;

/** Rows of all tables at once; the files are rewritten afterwards, so no piece has to be searched for. */
export function forgetEverything(ctx: Context, at: Instant): Forgotten {
  const messages = ctx.db.all<{ user_message: string }>(
    "SELECT user_message FROM episodes WHERE user_id = ?",
    ctx.user,
  );
  const entries = messages.flatMap((row) => messageEntry(row.user_message) ?? []);
  const removed: Record<string, number> = {};
  ctx.db.exec(secureDelete(false));
  for (const table of CONTENT_TABLES) {
    removed[table] = ctx.db.run(`DELETE FROM ${table} WHERE user_id = ?`, ctx.user);
  }
  ctx.db.exec(secureDelete(true));
  if (Object.values(removed).every((n) => n === 0)) return { counts: noneForgotten(), needles: [] };
  owePurge(ctx.db);
  putTombstone(ctx, { id: uuid(), target: "everything", forgottenAt: at, subjectIsSelf: false, entries });
  return {
    counts: {
      ...noneForgotten(),
      facts: removed["facts"] ?? 0,
      entities: removed["entities"] ?? 0,
      episodes: removed["episodes"] ?? 0,
      conversations: removed["conversations"] ?? 0,
      rejections: removed["rejections"] ?? 0,
      changes: removed["changes"] ?? 0,
    },
    needles: ALL,
  };
}
