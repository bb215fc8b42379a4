import { v7 as uuid } from "uuid";
import type { Instant } from "../../domain/time.ts";
import { type ForgetCounts, noneForgotten } from "../../domain/tombstone.ts";
import { type HashEntry, messageEntry } from "../store-core/tombstones.ts";
import type { Context } from "./context.ts";
import { byTime } from "./scan.ts";
import { putTombstones } from "./tombstones.ts";

/** The user's own row (settings, hash key), API keys and tombstones stay. */
const CONTENT = [
  "traces",
  "communities",
  "facts",
  "aliases",
  "entities",
  "episodes",
  "conversations",
  "changes",
  "rejections",
  "reviews",
  "feedback",
  "batches",
  "days",
] as const;

export async function forgetEverything(ctx: Context, at: Instant): Promise<ForgetCounts> {
  const entries = await messageEntries(ctx);
  const removed = new Map<string, number>();
  for (const what of CONTENT) {
    const row = await ctx.tx.one<{ count: number }>(`forget/all-${what}`);
    removed.set(what, row?.count ?? 0);
  }
  await ctx.tx.run("forget/drop-diffs");
  if ([...removed.values()].every((count) => count === 0)) return noneForgotten();
  await putTombstones(ctx, [
    { id: uuid(), target: "everything", forgottenAt: at, subjectIsSelf: false, entries },
  ]);
  return {
    ...noneForgotten(),
    facts: removed.get("facts") ?? 0,
    entities: removed.get("entities") ?? 0,
    episodes: removed.get("episodes") ?? 0,
    conversations: removed.get("conversations") ?? 0,
    rejections: removed.get("rejections") ?? 0,
    changes: removed.get("changes") ?? 0,
  };
}

async function messageEntries(ctx: Context): Promise<HashEntry[]> {
  const entries: HashEntry[] = [];
  type Row = { occurred_at: string; n: number; user_message: string };
  for await (const rows of byTime<Row>(ctx, "forget/episode-words")) {
    entries.push(...rows.flatMap((row) => messageEntry(row.user_message) ?? []));
  }
  return entries;
}
