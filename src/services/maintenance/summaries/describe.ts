import type { Entity, SummaryBasis } from "../../../domain/model/entity.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { foldName } from "../../../language/text.ts";
import type { Instant } from "../../../domain/model/time.ts";
import { isSameList } from "../communities/describe.ts";
import type { Source } from "../writing/ask-texts.ts";
import { isTellable, strongest, toldIn } from "../writing/strongest.ts";
import { isSupported } from "../writing/supported.ts";

/** One sentence sums up nothing. */
const FACTS_MIN = 2;
/** Facts a summary rests on, and how many of them code tells. */
const FACTS_KEPT = 8;
const FACTS_TOLD = 4;
/** Of what nobody said what it is. */
const UNKNOWN_TYPE = "thing";
/** Characters of the sentences. */
const TOLD_CHARS_MAX = 300;

export interface EntitySummary {
  summary: string | null;
  summaryBasis: SummaryBasis | null;
}

/** What is believed about an entity and tells it from others: its own facts before those it is named in. */
export function distinctiveFacts(entity: Entity, facts: Fact[], now: Instant): Fact[] {
  const about = facts.filter(
    (fact) => isTellable(fact, now) && (fact.subjectId === entity.id || fact.objectId === entity.id),
  );
  return strongest(about, FACTS_KEPT, (fact) => fact.subjectId === entity.id);
}

/**
 * The summary as it should stand (SUM-2). What a model wrote stays while it rests on the same facts and says nothing beyond
 * them; a summary of an entity that too little is known about goes, unless it came with an extraction.
 */
export function entitySummary(entity: Entity, facts: Fact[]): EntitySummary {
  const basis = entity.summaryBasis ?? null;
  const current = { summary: entity.summary, summaryBasis: basis };
  if (facts.length < FACTS_MIN) return basis === null ? current : { summary: null, summaryBasis: null };
  const factIds = facts.map(({ id }) => id);
  const isSame = basis !== null && isSameList(basis.factIds, factIds);
  if (isSame && basis.writtenBy === "model" && isSupportedBy(entity.summary ?? "", entity, facts))
    return current;
  const asked = isSame && basis.asked && basis.writtenBy === "code";
  return { summary: plainSummary(entity, facts), summaryBasis: { factIds, writtenBy: "code", asked } };
}

/** Without a model: what it is, and the strongest facts' sentences. */
function plainSummary({ name, type }: Entity, facts: Fact[]): string {
  const kind = foldName(type) === UNKNOWN_TYPE ? "" : ` (${type})`;
  return `${name}${kind}: ${toldIn(facts.slice(0, FACTS_TOLD), TOLD_CHARS_MAX)}`;
}

export function isSupportedBy(summary: string, entity: Entity, facts: Fact[]): boolean {
  const names = [entity.name, entity.type, ...entity.aliases.map(({ alias }) => alias)];
  return isSupported(summary, [...names, ...facts.map(({ text }) => text)]);
}

export function sourceOf({ name, type }: Entity, facts: Fact[]): Source {
  return { title: `${name} (${type})`, facts: facts.map(({ text }) => text) };
}
