import type { Status } from "./status.ts";
import type { Instant } from "./time.ts";

/** How a name came to refer to an entity. A `role` ("my sister", "sister") may refer to several. */
type AliasKind = "name" | "nickname" | "role" | "misspelling" | "merged";

export interface Alias {
  alias: string;
  kind: AliasKind;
}

export interface ExternalKey {
  system: string;
  id: string;
}

/** The basis of a summary written by a job, of an entity or a topic; one that came with an extraction has none. */
export interface SummaryBasis {
  /** Facts that the summary may repeat; it is removed, and so is a topic, if any of them is forgotten. */
  factIds: string[];
  writtenBy: "code" | "model";
  /** A model was already asked about exactly these facts; it is not asked again. */
  asked: boolean;
}

/** Prose about an entity by a model. A sentence joins several facts; it is shown only while it says what they say. */
export interface Portrait {
  sentences: { text: string; factIds: string[] }[];
  /** By id, the version of each fact that a model was asked about. If one of them is forgotten, the portrait goes too. */
  versions: Record<string, string>;
}

/** A thing talked about. `type` is free text, never a fixed list. */
export interface Entity {
  id: string;
  name: string;
  type: string;
  aliases: Alias[];
  summary: string | null;
  summaryBasis?: SummaryBasis | null;
  portrait?: Portrait | null;
  properties: Record<string, string | number | boolean>;
  confidence: number;
  mentionCount: number;
  createdAt: Instant;
  lastMentionedAt: Instant;
  status: Status;
  /** The subject of "I" and "my": one per user, never merged or pruned. */
  isSelf: boolean;
  externalKeys: ExternalKey[];
  /** The entity this one turned out to be, which has held its facts and names since. Never itself a merged entity. */
  mergedInto?: string;
}

export function namesOf({ name, aliases }: Pick<Entity, "name" | "aliases">): string[] {
  return [name, ...aliases.map(({ alias }) => alias)];
}

/** An entity as first mentioned. */
export function newEntity({
  id,
  name,
  createdAt,
  ...more
}: Pick<Entity, "id" | "name" | "createdAt"> & Partial<Entity>): Entity {
  return {
    id,
    name,
    type: "thing",
    aliases: [{ alias: name, kind: "name" }],
    summary: null,
    properties: {},
    confidence: 0.5,
    mentionCount: 0,
    createdAt,
    lastMentionedAt: createdAt,
    status: "staged",
    isSelf: false,
    externalKeys: [],
    ...more,
  };
}
