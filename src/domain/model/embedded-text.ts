import type { Entity } from "./entity.ts";
import type { Episode } from "./episode.ts";

/** The text a vector is made from: words said by a person or about an entity, not replies. For a fact, its sentence. */

export function entityVectorText({
  name,
  type,
  summary,
  aliases,
}: Pick<Entity, "name" | "type" | "summary"> & { aliases: string[] }): string {
  const names = [name, ...aliases.filter((alias) => alias !== name)];
  return `${names.join(", ")} (${type})${summary === null ? "" : `: ${summary}`}`;
}

/** The message, prefixed with its speaker if that is not the user. */
export function saidText({ speaker, userMessage }: Pick<Episode, "speaker" | "userMessage">): string {
  return speaker === null ? userMessage : `${speaker}: ${userMessage}`;
}
