import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";

/** Memories as columns, the way back from `rows.ts`; without what a store adds to find them by. */

export function entityColumns(entity: Entity) {
  return {
    id: entity.id,
    name: entity.name,
    type: entity.type,
    summary: entity.summary,
    properties: JSON.stringify(entity.properties),
    confidence: entity.confidence,
    mention_count: entity.mentionCount,
    created_at: entity.createdAt,
    last_mentioned_at: entity.lastMentionedAt,
    status: entity.status,
    is_self: entity.isSelf ? 1 : 0,
    external_keys: JSON.stringify(entity.externalKeys),
    merged_into: entity.mergedInto ?? null,
    summary_basis: entity.summaryBasis == null ? null : JSON.stringify(entity.summaryBasis),
  };
}

export function factColumns(fact: Fact) {
  return {
    id: fact.id,
    subject_id: fact.subjectId,
    predicate: fact.predicate,
    object_id: fact.objectId,
    value: fact.value,
    polarity: fact.polarity,
    text: fact.text,
    confidence: fact.confidence,
    base_confidence: fact.base ?? null,
    expansion: fact.expansion ?? null,
    valid_at: fact.validAt?.at ?? null,
    valid_precision: fact.validAt?.precision ?? null,
    invalid_at: fact.invalidAt?.at ?? null,
    invalid_precision: fact.invalidAt?.precision ?? null,
    created_at: fact.createdAt,
    expired_at: fact.expiredAt,
    status: fact.status,
    supersedes: fact.supersedes,
    change: fact.change,
    origin: fact.origin,
  };
}

/** Without its members, which stand apart. */
export function communityColumns(community: Community) {
  return {
    id: community.id,
    name: community.name,
    summary: community.summary,
    fact_ids: JSON.stringify(community.factIds),
    written_by: community.writtenBy,
    asked: community.asked ? 1 : 0,
    created_at: community.createdAt,
    updated_at: community.updatedAt,
  };
}
