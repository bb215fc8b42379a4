import { namesOf, type Entity, type SummaryBasis } from "../../../domain/model/entity.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { foldName } from "../../../language/text.ts";
import type { Instant } from "../../../domain/model/time.ts";
import type { Source } from "../writing/ask-texts.ts";
import { isTellable, strongest, toldIn } from "../writing/strongest.ts";
import { isSupported, renewedBasis } from "../writing/supported.ts";

/** A single sentence needs no summary. */
const FACTS_MIN = 2;
/** Facts a summary is based on, and how many of them the plain summary includes. */
const FACTS_KEPT = 8;
const FACTS_TOLD = 4;
/** The type of an entity whose type is unknown. */
const UNKNOWN_TYPE = "thing";
/** Maximum length of the sentences, characters. */
const TOLD_CHARS_MAX = 300;

/** The believed facts that set an entity apart: those with it as subject before those with it as object. */
export function distinctiveFacts(entity: Entity, facts: Fact[], now: Instant): Fact[] {
  const about = facts.filter(
    (fact) => isTellable(fact, now) && (fact.subjectId === entity.id || fact.objectId === entity.id),
  );
  return strongest(about, FACTS_KEPT, (fact) => fact.subjectId === entity.id);
}

/** The summary in its new state (SUM-2). With too few facts it is removed, unless it came from an extraction. */
export function entitySummary(
  entity: Entity,
  facts: Fact[],
): { summary: string | null; summaryBasis: SummaryBasis | null } {
  const { summary, summaryBasis: known = null } = entity;
  if (facts.length < FACTS_MIN) return { summary: known === null ? summary : null, summaryBasis: null };
  const summaryBasis = renewedBasis(known, facts, () => isSupportedBy(summary ?? "", entity, facts));
  const isKept = summaryBasis.writtenBy === "model";
  return { summary: isKept ? summary : plainSummary(entity, facts), summaryBasis };
}

/** Without a model: the type, and the sentences of the strongest facts. */
function plainSummary({ name, type }: Entity, facts: Fact[]): string {
  const kind = foldName(type) === UNKNOWN_TYPE ? "" : ` (${type})`;
  return `${name}${kind}: ${toldIn(facts.slice(0, FACTS_TOLD), TOLD_CHARS_MAX)}`;
}

export function isSupportedBy(summary: string, entity: Entity, facts: Fact[]): boolean {
  return isSupported(summary, [entity.type, ...namesOf(entity), ...facts.map(({ text }) => text)]);
}

export function sourceOf({ name, type }: Entity, facts: Fact[]): Source {
  return { title: `${name} (${type})`, facts: facts.map(({ text }) => text) };
}
