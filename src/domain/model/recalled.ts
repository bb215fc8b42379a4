import type { RecalledItem, RecalledRef } from "./episode.ts";

/**
 * What is stored about a recalled memory. Earlier versions also stored its words: "A sister.", followed by the quotes.
 */
export function recalledRef(item: RecalledItem | RecalledRef): RecalledRef {
  const { n, kind, id, score } = item;
  const episodeIds = "episodeIds" in item ? item.episodeIds : item.evidence.map((e) => e.episodeId);
  return { n, kind, id, score, episodeIds: [...new Set(episodeIds)].filter((one) => one !== id) };
}
