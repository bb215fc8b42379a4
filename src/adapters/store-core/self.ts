import { type Alias, type Entity, newEntity } from "../../domain/model/entity.ts";
import type { Instant } from "../../domain/model/time.ts";

const SELF_ALIASES: Alias[] = ["user", "i", "me", "myself"].map((alias) => ({ alias, kind: "role" }));

/** The entity "I" and "my" stand for, as it is made. */
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
