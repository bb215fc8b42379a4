import type { RecalledItem, RecalledRef } from "./episode.ts";

/** What is kept of a recalled memory. Earlier versions kept its words as well: "A sister.", with the quotes under it. */
export function recalledRef(item: RecalledItem | RecalledRef): RecalledRef {
  const { n, kind, id, score } = item;
  const episodeIds = "episodeIds" in item ? item.episodeIds : item.evidence.map((e) => e.episodeId);
  return { n, kind, id, score, episodeIds: [...new Set(episodeIds)].filter((one) => one !== id) };
}
