import type { Status } from "./status.ts";
import type { Instant } from "./time.ts";

/** How a name came to stand for an entity. A `role` ("my sister", "sister") may stand for several. */
export type AliasKind = "name" | "nickname" | "role" | "misspelling" | "merged";

export interface Alias {
  alias: string;
  kind: AliasKind;
}

export interface ExternalKey {
  system: string;
  id: string;
}

/** A thing talked about. `type` is free text, never a fixed list. */
export interface Entity {
  id: string;
  name: string;
  type: string;
  aliases: Alias[];
  summary: string | null;
  properties: Record<string, string | number | boolean>;
  confidence: number;
  mentionCount: number;
  createdAt: Instant;
  lastMentionedAt: Instant;
  status: Status;
  /** The subject of "I" and "my": one per user, never merged or pruned. */
  isSelf: boolean;
  externalKeys: ExternalKey[];
  /** The entity this one turned out to be; it holds the facts and names since. Never one that was merged itself. */
  mergedInto?: string;
}
