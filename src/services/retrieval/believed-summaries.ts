import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { withProcedures } from "../procedures.ts";

/**
 * Entities with the summaries that may be shown: a summary counts only while every fact it is based on is believed. A summary from
 * an extraction has no verified basis and is never shown. A how-to has its steps and record in place of one.
 */
export async function withBelievedSummaries(
  user: Pick<UserStore, "factsById" | "feedbackOn">,
  entities: readonly Entity[],
  now: Instant,
): Promise<Entity[]> {
  const ids = entities.flatMap((entity) => (entity.summary === null ? [] : basisOf(entity)));
  const facts = ids.length === 0 ? [] : await user.factsById([...new Set(ids)]);
  const believed = new Set(facts.filter((fact) => isBelieved(fact, now)).map(({ id }) => id));
  const shown = entities.map((entity) => {
    const basis = basisOf(entity);
    const isTold = basis.length > 0 && basis.every((id) => believed.has(id));
    return isTold ? entity : { ...entity, summary: null };
  });
  return withProcedures(user, shown);
}

function basisOf({ summaryBasis }: Entity): string[] {
  return summaryBasis?.factIds ?? [];
}

function isBelieved({ status, invalidAt }: Fact, now: Instant): boolean {
  return status === "verified" && (invalidAt === null || invalidAt.at > now);
}
