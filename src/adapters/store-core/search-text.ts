import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import { FORGET_INTENT } from "../../domain/model/tombstone.ts";
import { segmented } from "../../language/text.ts";
import type { EpisodeRow, FactRow } from "./rows.ts";

type SearchableEpisode = Pick<
  EpisodeRow,
  "user_message" | "assistant_reply" | "speaker" | "summary" | "memory" | "replaced_by" | "consolidated_into"
> &
  Partial<Pick<EpisodeRow, "tags">>;

/**
 * The full text of an episode: empty if it was replaced or off the record, or if a summary
 * replaces it. Folded here, so that "Straße" is found by "strasse" with any tokenizer, and segmented,
 * so that words are found in scripts without spaces.
 */
export function episodeSearchText(row: SearchableEpisode): { search_text: string; reply_text: string } {
  const isHidden = row.memory !== "on" || row.replaced_by !== null || row.consolidated_into != null;
  if (isHidden) return { search_text: "", reply_text: "" };
  return {
    search_text: joined([
      row.speaker,
      row.user_message.replaceAll(FORGET_INTENT, " "),
      row.summary,
      row.tags ?? null,
    ]),
    reply_text: joined([row.assistant_reply]),
  };
}

/** The full text of a fact, besides the names at both ends. */
export interface SearchedFact extends Pick<FactRow, "text" | "predicate" | "value"> {
  expansion?: string | null | undefined;
}

/** A fact with the names at both ends. */
export interface NamedFact extends SearchedFact {
  id: string;
  subject_name: string;
  object_name: string | null;
}

/** A fact is found by its sentence, its predicate's words, its value, the names at both ends, and its paraphrases. */
export function factSearchText(row: SearchedFact, subjectName: string, objectName: string | null): string {
  const predicate = row.predicate.replaceAll("_", " ");
  return joined([row.text, predicate, row.value, subjectName, objectName, row.expansion ?? null]);
}

type SearchedEntity = Pick<Entity, "name" | "aliases" | "type" | "summary" | "properties">;

export function entitySearchText(entity: SearchedEntity): string {
  const properties = Object.values(entity.properties).map(String);
  const aliases = entity.aliases.map((a) => a.alias);
  return joined([entity.name, ...aliases, entity.type, entity.summary, ...properties]);
}

export function communitySearchText({ name, summary }: Pick<Community, "name" | "summary">): string {
  return joined([name, summary]);
}

function joined(parts: (string | null)[]): string {
  return segmented(parts.filter((part) => part !== null).join("\n")).replaceAll("\0", " ");
}
