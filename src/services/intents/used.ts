import type { Episode, RecalledItem } from "../../domain/episode.ts";
import { contentWords, crudeStem } from "../../domain/language.ts";
import { bagOf } from "./bag.ts";

/** Share of a memory's words that must stand in the reply. */
const SHARE_MIN = 0.5;

/** The recalled memories that a reply rests on: it cites their number, or says their words. */
export function usedIn(turn: Pick<Episode, "assistantReply" | "recalled" | "userMessage">): RecalledItem[] {
  const reply = turn.assistantReply ?? "";
  const cited = turn.recalled.filter((item) => reply.includes(`[${item.n}]`));
  if (cited.length > 0) return cited;
  const said = bagOf(reply);
  const asked = bagOf(turn.userMessage);
  return turn.recalled.filter((item) => {
    const stems = [...new Set(contentWords(item.text).map(crudeStem))];
    const there = stems.filter((stem) => said.has(stem));
    // What the question said already does not show where an answer came from.
    const isNews = there.some((stem) => !asked.has(stem));
    return isNews && there.length >= Math.max(1, stems.length * SHARE_MIN);
  });
}
