import { v7 as uuid } from "uuid";
import { type Alias, type Entity, newEntity } from "../../domain/model/entity.ts";
import type { Instant } from "../../domain/model/time.ts";
import { DEFAULT_SETTINGS, type UserSettings } from "../../domain/model/user.ts";
import type { EpisodeRows } from "./episodes.ts";
import { type Answer, type Steps, ask } from "./steps.ts";
import { redactText } from "./tombstones.ts";
import { type Rows, type UserRows, written } from "./verbs.ts";

export function* settings(db: UserRows): Steps<UserSettings> {
  const owner = yield* ask(db.owner());
  return { ...DEFAULT_SETTINGS, ...(JSON.parse(owner?.settings ?? "{}") as Partial<UserSettings>) };
}

export function putSettings(db: Rows, value: UserSettings): Steps<void> {
  return written(db, "users/put-settings", { settings: JSON.stringify(value) });
}

/** The number of tombstones. */
export function* forgettings(db: Rows): Steps<number> {
  return (yield* ask(db.find<{ count: number }>("tombstones/count")))[0]?.count ?? 0;
}

export function* redactForgotten(
  db: EpisodeRows,
  text: string,
  at: Instant,
): Steps<{ text: string; redacted: boolean }> {
  return redactText(yield* ask(db.tombstonesAfter(at)), text, at);
}

export interface SelfRows extends UserRows {
  entity(id: string): Answer<Entity | null>;
  makeSelf(entity: Entity): Answer<unknown>;
}

/** The self entity, if it was created. */
export function* knownSelf(db: SelfRows): Steps<Entity | null> {
  const id = (yield* ask(db.owner()))?.self_id ?? null;
  return id === null ? null : yield* ask(db.entity(id));
}

/** The same id for as long as the user exists, even after everything was forgotten. */
export function* self(db: SelfRows): Steps<Entity> {
  const known = yield* knownSelf(db);
  if (known) return known;
  const entity = newSelf((yield* ask(db.owner()))?.self_id ?? uuid(), db.now);
  yield* ask(db.makeSelf(entity));
  return entity;
}

const SELF_ALIASES: Alias[] = ["user", "i", "me", "myself"].map((alias) => ({ alias, kind: "role" }));

/** The entity for "I" and "my", as created. */
function newSelf(id: string, now: Instant): Entity {
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
