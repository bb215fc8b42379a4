import type { Entity } from "./entity.ts";
import type { Episode } from "./episode.ts";

/** What a vector is made from: the words of a person or about a thing, not what was answered. A fact has its sentence. */

export function entityVectorText({
  name,
  type,
  summary,
  aliases,
}: Pick<Entity, "name" | "type" | "summary"> & { aliases: string[] }): string {
  const names = [name, ...aliases.filter((alias) => alias !== name)];
  return `${names.join(", ")} (${type})${summary === null ? "" : `: ${summary}`}`;
}

export function episodeVectorText({
  speaker,
  userMessage,
}: Pick<Episode, "speaker" | "userMessage">): string {
  return speaker === null ? userMessage : `${speaker}: ${userMessage}`;
}
