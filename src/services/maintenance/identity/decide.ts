import type { Entity } from "../../../domain/model/entity.ts";
import { isPersonType, typeKey } from "../../../domain/model/entity-type.ts";
import type { MergeReason } from "../../../domain/model/review.ts";
import { bareName, words } from "../../../language/text.ts";
import type { PairContext } from "./context.ts";

/**
 * What code makes of a pair. It merges the plainest case alone: the very same name and type, something in common, and
 * nothing that speaks against it. Where something shows that they are two, nobody is asked.
 */
export function decidePair(reason: MergeReason, pair: PairContext): "merge" | "ask" | "apart" {
  const { a, b, related, sideBySide, conflict, overlap } = pair;
  if (conflict === "hard" || related) return "apart";
  if (reason === "same_name" && conflict === "none" && isSurelyOne(a, b, overlap)) return "merge";
  // One name may stand twice in a turn, a role beside the name it goes with; "Bob" beside "Robert" are two.
  if (reason === "same_name" || reason === "role") return "ask";
  return sideBySide ? "apart" : "ask";
}

/** Two people may have one first name, even in one conversation; hardly the same acquaintances as well. */
function isSurelyOne(a: Entity, b: Entity, overlap: PairContext["overlap"]): boolean {
  if (typeKey(a.type) !== typeKey(b.type) || overlap === "none") return false;
  return overlap === "company" || !isPersonType(a.type) || words(bareName(a.name)).length > 1;
}
