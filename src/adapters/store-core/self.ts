import { type Alias, type Entity, newEntity } from "../../domain/model/entity.ts";
import type { Instant } from "../../domain/model/time.ts";

const SELF_ALIASES: Alias[] = ["user", "i", "me", "myself"].map((alias) => ({ alias, kind: "role" }));

/** The entity for "I" and "my", as created. */
export function newSelf(id: string, now: Instant): Entity {
  return newEntity({
    id,
    name: "user",
    createdAt: now,
    type: "person",
    aliases: SELF_ALIASES,
    confidence: 1,
    status: "verified",
    isSelf: true,
  });
}
