import type { Alias, Entity } from "../../domain/entity.ts";
import type { Instant } from "../../domain/time.ts";

const SELF_ALIASES: Alias[] = ["user", "i", "me", "myself"].map((alias) => ({ alias, kind: "role" }));

/** The entity "I" and "my" stand for, as it is made. */
export function newSelf(id: string, now: Instant): Entity {
  return {
    id,
    name: "user",
    type: "person",
    aliases: SELF_ALIASES,
    summary: null,
    properties: {},
    confidence: 1,
    mentionCount: 0,
    createdAt: now,
    lastMentionedAt: now,
    status: "verified",
    isSelf: true,
    externalKeys: [],
  };
}
