import { statedConfidence } from "../../domain/belief/confidence.ts";
import { relate, validFrom, type Relation } from "../../domain/belief/consistency.ts";
import { isHighStakes } from "../../domain/belief/stakes.ts";
import { superseding } from "../../domain/belief/superseding.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { FactPatch, Mutation } from "../../domain/model/mutation.ts";
import { CURRENT_STATUSES, HISTORICAL_STATUSES } from "../../domain/model/status.ts";
import type { Instant } from "../../domain/model/time.ts";

/**
 * Moves facts to another subject or predicate name individually, each compared with the facts there: duplicates become
 * one fact with all evidence, contradictions are resolved by the rules or disputed.
 */
export class FactMover {
  readonly mutations: Mutation[] = [];
  private known: Fact[];
  private readonly now: Instant;

  /** `known`: facts about the target entities that were, are or may be believed, without the moved facts themselves. */
  constructor(known: Fact[], now: Instant) {
    this.known = known;
    this.now = now;
  }

  /** `fact` is the moved fact, `moves` its patch. It ends or disputes others only with `settles`. */
  move(fact: Fact, moves: FactPatch, { settles }: { settles: boolean }): void {
    if (!CURRENT_STATUSES.includes(fact.status)) return this.patch(fact, moves);
    // Its change ("no longer") applied to its old subject and has taken effect there.
    const relation = relate({ ...fact, change: "none" }, this.known);
    if (relation.kind === "duplicate") return this.join(relation.of, fact);
    this.settle(
      fact,
      moves,
      settles && fact.status === "verified" ? withoutEnding(relation) : { kind: "new" },
    );
  }

  private settle(fact: Fact, moves: FactPatch, relation: Relation): void {
    if (relation.kind === "late" || relation.kind === "update")
      for (const old of relation.closes) this.patch(old, superseding(old, validFrom(fact), this.now));
    if (relation.kind === "late")
      return this.patch(fact, { ...moves, ...superseding(fact, relation.at, this.now) });
    if (relation.kind !== "contradiction") return this.patch(fact, moves);
    for (const other of relation.with) this.patch(other, { status: "disputed" });
    this.patch(fact, { ...moves, status: "disputed" });
  }

  /** A duplicate: the remaining fact gets all evidence, the higher status and the earlier start. */
  private join(kept: Fact, fact: Fact): void {
    this.mutations.push({ op: "fact.evidence", id: kept.id, evidence: fact.evidence });
    const status = kept.status === "staged" ? fact.status : kept.status;
    const starts = [kept.validAt, fact.validAt].filter((at) => at !== null);
    const validAt = starts.sort((a, b) => (a.at < b.at ? -1 : 1))[0] ?? null;
    this.patch(kept, {
      status,
      confidence: Math.max(statedConfidence(kept), statedConfidence(fact)),
      validAt,
    });
    this.mutations.push({ op: "fact.delete", id: fact.id });
  }

  /** Of the moved fact without comparing it to the others, or of one of these. Refuted facts are no longer compared. */
  patch(fact: Fact, set: FactPatch): void {
    this.mutations.push({ op: "fact.patch", id: fact.id, set });
    const isKnown = this.known.some(({ id }) => id === fact.id);
    const all = isKnown ? this.known : [...this.known, fact];
    this.known = all
      .map((one) => (one.id === fact.id ? { ...one, ...set } : one))
      .filter(({ status }) => HISTORICAL_STATUSES.includes(status));
  }
}

/** Facts that only their owner may end are disputed instead. */
function withoutEnding(relation: Relation): Relation {
  const closes = "closes" in relation ? relation.closes : [];
  return closes.some(isHighStakes) ? { kind: "contradiction", with: closes } : relation;
}
