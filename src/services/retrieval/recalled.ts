import type { AnsweredEpisode, RecalledItem } from "../../domain/model/episode.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { describeItem, readMemoryItems } from "./memory-items.ts";

/** Forgotten, rejected or merged away since it was recalled. */
export const GONE = "gone";

export type ShownEpisode = Omit<AnsweredEpisode, "recalled"> & { recalled: RecalledItem[] };

/** Turns with the memories recalled for them, in their current state. */
export async function showRecalled(
  user: UserStore,
  turns: AnsweredEpisode[],
  now: Instant,
): Promise<ShownEpisode[]> {
  const { byKey } = await readMemoryItems(
    user,
    turns.flatMap((turn) => turn.recalled),
    now,
  );
  return turns.map((turn) => ({
    ...turn,
    recalled: turn.recalled.map(({ n, kind, id, score }) => {
      const item = byKey.get(`${kind}:${id}`);
      const current =
        item === undefined ? { text: "", status: GONE, evidence: [] } : describeItem(kind, item);
      return { n, kind, id, ...current, score };
    }),
  }));
}
