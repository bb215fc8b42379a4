import { statedConfidence } from "../../domain/belief/confidence.ts";
import { relate, type Relation } from "../../domain/belief/consistency.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { FactPatch, Mutation } from "../../domain/model/mutation.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { Instant } from "../../domain/model/time.ts";

/**
 * Moves facts to another subject or another name of their relation one by one, each compared with the facts there:
 * duplicates become one fact with all evidence, contradictions are resolved by the rules or disputed.
 */
export class FactMover {
  readonly mutations: Mutation[] = [];
  private current: Fact[];
  private readonly now: Instant;

  /** `current`: what is believed or may be of those that get the facts, without the facts themselves. */
  constructor(current: Fact[], now: Instant) {
    this.current = current;
    this.now = now;
  }

  /** `fact` is the moved fact, `moves` its patch. Only with `settles` does it end or dispute others. */
  move(fact: Fact, moves: FactPatch, { settles }: { settles: boolean }): void {
    if (!CURRENT_STATUSES.includes(fact.status)) return this.patch(fact, moves);
    // Its change ("no longer") was told of its old subject and has taken effect there.
    const relation = relate({ ...fact, change: "none" }, this.current);
    if (relation.kind === "duplicate") return this.join(relation.of, fact);
    this.settle(fact, moves, settles && fact.status === "verified" ? relation : { kind: "new" });
  }

  private settle(fact: Fact, moves: FactPatch, relation: Relation): void {
    if (relation.kind === "late")
      return this.patch(fact, {
        ...moves,
        status: "superseded",
        invalidAt: relation.at,
        expiredAt: this.now,
      });
    if (relation.kind === "update")
      for (const old of relation.closes)
        this.change(old, { status: "superseded", invalidAt: relation.at, expiredAt: this.now });
    if (relation.kind !== "contradiction") return this.patch(fact, moves);
    for (const other of relation.with) this.change(other, { status: "disputed" });
    this.patch(fact, { ...moves, status: "disputed" });
  }

  /** A duplicate: the fact that stays gets all evidence, the higher status and the earlier beginning. */
  private join(kept: Fact, fact: Fact): void {
    this.mutations.push({ op: "fact.evidence", id: kept.id, evidence: fact.evidence });
    const status = kept.status === "staged" ? fact.status : kept.status;
    const starts = [kept.validAt, fact.validAt].filter((at) => at !== null);
    const validAt = starts.sort((a, b) => (a.at < b.at ? -1 : 1))[0] ?? null;
    this.change(kept, {
      status,
      confidence: Math.max(statedConfidence(kept), statedConfidence(fact)),
      validAt,
    });
    this.mutations.push({ op: "fact.delete", id: fact.id });
  }

  /** Without looking at the others. */
  patch(fact: Fact, set: FactPatch): void {
    this.mutations.push({ op: "fact.patch", id: fact.id, set });
    this.current.push({ ...fact, ...set });
    this.forgetClosed();
  }

  private change(fact: Fact, set: FactPatch): void {
    this.mutations.push({ op: "fact.patch", id: fact.id, set });
    this.current = this.current.map((other) => (other.id === fact.id ? { ...other, ...set } : other));
    this.forgetClosed();
  }

  private forgetClosed(): void {
    this.current = this.current.filter((fact) => CURRENT_STATUSES.includes(fact.status));
  }
}
