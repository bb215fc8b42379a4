import type { Episode, RecalledItem } from "../../domain/model/episode.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import { GONE, showRecalled, type ShownEpisode } from "../retrieval/memory-items.ts";
import { stemSetOf } from "./stem-set.ts";
import type { IntentContext } from "./plan.ts";

/** Share of a memory's words that must occur in the reply. */
const SHARE_MIN = 0.5;

/** The recalled memories that a turn's reply is based on. */
export async function memoriesUsedIn(
  { user, now }: Pick<IntentContext, "user" | "now">,
  { id }: Pick<Episode, "id">,
): Promise<RecalledItem[]> {
  const turn = await user.episode(id);
  const [shown] = turn === null ? [] : await showRecalled(user, [turn], now);
  return shown === undefined ? [] : usedIn(shown);
}

/** It cites their number, or repeats their words. */
export function usedIn(turn: ShownEpisode): RecalledItem[] {
  const reply = turn.assistantReply ?? "";
  const known = turn.recalled.filter(({ status }) => status !== GONE);
  const cited = known.filter((item) => reply.includes(`[${item.n}]`));
  if (cited.length > 0) return cited;
  const said = stemSetOf(reply);
  const asked = stemSetOf(turn.userMessage);
  return known.filter((item) => {
    const stems = [...new Set(contentWords(item.text).map(crudeStem))];
    const there = stems.filter((stem) => said.has(stem));
    // Words already in the question do not show where an answer came from.
    const isNews = there.some((stem) => !asked.has(stem));
    return isNews && there.length >= Math.max(1, stems.length * SHARE_MIN);
  });
}
