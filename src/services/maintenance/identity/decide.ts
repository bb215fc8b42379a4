import { haveDifferentIds, shareId } from "../../../domain/grounding/external-ids.ts";
import type { Entity } from "../../../domain/model/entity.ts";
import { isPersonType, typeKey } from "../../../domain/model/entity-type.ts";
import type { MergeReason } from "../../../domain/model/review.ts";
import { bareName, words } from "../../../language/text.ts";
import type { PairContext } from "./context.ts";

/**
 * The decision of code on a pair. It merges only the clearest case: the same name and type, something in common, and no evidence
 * against it. If there is evidence that they are two, no one is asked.
 */
export function decidePair(reason: MergeReason, pair: PairContext): "merge" | "ask" | "apart" {
  const { a, b, related, sideBySide, conflict, overlap } = pair;
  if (conflict === "hard" || related || haveDifferentIds(a, b)) return "apart";
  if (shareId(a, b)) return "merge";
  if (reason === "same_name" && conflict === "none" && isSurelyOne(a, b, overlap)) return "merge";
  // The same name may occur twice in a turn, or a role next to the name it belongs to; "Bob" next to "Robert" are two.
  if (reason === "same_name" || reason === "role") return "ask";
  return sideBySide ? "apart" : "ask";
}

/** Two people may share a first name, even in one conversation, but hardly the same acquaintances as well. */
function isSurelyOne(a: Entity, b: Entity, overlap: PairContext["overlap"]): boolean {
  if (typeKey(a.type) !== typeKey(b.type) || overlap === "none") return false;
  return overlap === "company" || !isPersonType(a.type) || words(bareName(a.name)).length > 1;
}
