import { statedConfidence } from "../../domain/belief/confidence.ts";
import { neighboursOf, otherValues, validFrom, type Relation } from "../../domain/belief/consistency.ts";
import { nicknameGivenBy } from "../../domain/belief/given-names.ts";
import { endingOf, superseding, supersededBefore } from "../../domain/belief/superseding.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { FactPatch, Mutation } from "../../domain/model/mutation.ts";
import type { Closed, Reconciled } from "../../domain/belief/reconciliation.ts";
import type { Instant, TimePoint } from "../../domain/model/time.ts";
import { confidenceOf } from "./confidence.ts";

/**
 * The mutations that make statements believed and end others. Keeps what is believed up to date, so that each statement
 * of an episode meets what the ones before it did.
 */
export class BeliefChanges {
  readonly mutations: Mutation[] = [];
  believed: Fact[];
  /** Superseded ones, for the order in time. */
  private past: Fact[];
  verified = 0;
  /** Facts that this ended, or that became part of others. */
  readonly gone = new Set<string>();
  private readonly promoted = new Set<string>();
  private readonly entities: ReadonlyMap<string, Entity>;
  private readonly now: Instant;

  constructor(believed: Fact[], past: Fact[], entities: ReadonlyMap<string, Entity>, now: Instant) {
    this.believed = believed;
    this.past = past;
    this.entities = entities;
    this.now = now;
  }

  /** What a new statement is compared with. */
  get known(): Fact[] {
    return [...this.believed, ...this.past];
  }

  /** Applies what the rulings of a model came to after code checked them. */
  applyRulings(fact: Fact, { duplicateOf, absorbed, closed, lateSince, disputed }: Reconciled): void {
    this.end(closed);
    if (duplicateOf !== null) return this.reinforce(duplicateOf, fact);
    for (const old of absorbed) this.absorb(old, fact);
    const first = [...absorbed, ...closed.map((old) => old.fact)][0];
    const set = { validAt: earliest([fact, ...absorbed]), supersedes: first?.id ?? null };
    const until = this.landed(fact, lateSince);
    if (until !== null) return this.promoteLate(fact, until, {});
    if (disputed.length === 0) return this.promote(fact, "verified", set);
    for (const other of disputed) this.dispute(other);
    this.promote(fact, "disputed", set);
  }

  /**
   * Until when a value told late was true. "Both" of a reader means that an older value does not end the current one;
   * where values have replaced each other before, the next one in time ended it all the same.
   */
  private landed(fact: Fact, lateSince: TimePoint | null): TimePoint | null {
    const values = otherValues(fact, this.known).filter(({ validAt }) => validAt !== null);
    const replacesOthers = lateSince !== null || values.some(({ status }) => status === "superseded");
    if (fact.validAt === null || fact.invalidAt !== null || !replacesOthers) return lateSince;
    const { next, shortened } = neighboursOf(fact, values);
    for (const old of shortened) this.close(old, "superseded", fact.validAt);
    const until = next === null ? null : validFrom(next);
    return until === null || (lateSince !== null && lateSince.at < until.at) ? lateSince : until;
  }

  end(closed: readonly Closed[]): void {
    for (const { fact, status, at } of closed) if (!this.gone.has(fact.id)) this.close(fact, status, at);
  }

  /** Applies the relation that rules alone found between the fact and believed ones. */
  applyRelation(fact: Fact, relation: Relation): void {
    switch (relation.kind) {
      case "new":
        return this.promote(fact, "verified", {});
      case "duplicate":
        return this.reinforce(relation.of, fact);
      case "update":
        for (const old of relation.closes) this.close(old, "superseded", relation.at);
        return this.promote(fact, "verified", { supersedes: relation.closes[0]?.id ?? null });
      case "correction":
        for (const old of relation.closes) this.close(old, "corrected", null);
        return this.promote(fact, "verified", {
          validAt: fact.validAt ?? relation.closes[0]?.validAt ?? null,
          supersedes: relation.closes[0]?.id ?? null,
        });
      case "retraction":
        for (const old of relation.closes) this.close(old, "retracted", null);
        return this.promote(fact, "verified", {});
      case "late":
        for (const old of relation.closes) this.close(old, "superseded", validFrom(fact));
        return this.promoteLate(fact, relation.at, { supersedes: relation.closes[0]?.id ?? null });
      case "contradiction":
        for (const other of relation.with) this.dispute(other);
        return this.promote(fact, "disputed", {});
    }
  }

  private promoteLate(fact: Fact, until: TimePoint, set: FactPatch): void {
    const ended = supersededBefore(fact, until, this.now);
    this.past.push({ ...fact, ...ended });
    this.promote(fact, "superseded", { ...set, ...ended });
  }

  private promote(fact: Fact, status: Fact["status"], set: FactPatch): void {
    this.verified += 1;
    this.mutations.push({
      op: "fact.patch",
      id: fact.id,
      set: { confidence: fact.confidence, ...set, status },
    });
    if (status === "verified" || status === "disputed") this.believed.push({ ...fact, ...set, status });
    for (const id of [fact.subjectId, fact.objectId]) if (id !== null) this.believe(id);
    const subject = this.entities.get(fact.subjectId);
    if (status === "verified" && subject) this.mutations.push(...nicknameGivenBy(fact, subject));
  }

  private believe(entityId: string): void {
    const entity = this.entities.get(entityId);
    if (!entity || entity.status !== "staged" || this.promoted.has(entityId)) return;
    this.promoted.add(entityId);
    this.mutations.push({ op: "entity.patch", id: entityId, set: { status: "verified" } });
  }

  private close(old: Fact, status: "superseded" | "corrected" | "retracted", at: TimePoint | null): void {
    const set = at === null ? { status, expiredAt: this.now } : superseding(old, at, this.now);
    this.leave(old);
    if (at !== null) this.past.push({ ...old, ...set });
    this.mutations.push({ op: "fact.patch", id: old.id, set });
  }

  private leave({ id }: Fact): void {
    this.gone.add(id);
    this.believed = this.believed.filter((fact) => fact.id !== id);
    this.past = this.past.filter((fact) => fact.id !== id);
  }

  private dispute(other: Fact): void {
    if (other.status === "disputed") return;
    this.mutations.push({ op: "fact.patch", id: other.id, set: { status: "disputed" } });
  }

  /** The known fact says less: it is archived, and its evidence moves to the new one. */
  private absorb(old: Fact, fact: Fact): void {
    this.leave(old);
    this.mutations.push(
      { op: "fact.evidence", id: fact.id, evidence: newEvidence(fact, old) },
      { op: "fact.patch", id: old.id, set: { status: "archived", expiredAt: this.now } },
    );
  }

  /** The known fact gains the evidence; a re-mention closes a dispute. */
  private reinforce(known: Fact, fact: Fact): void {
    this.verified += 1;
    const again = newEvidence(known, fact);
    this.leave(fact);
    this.mutations.push({ op: "fact.delete", id: fact.id });
    if (again.length > 0) this.mutations.push({ op: "fact.evidence", id: known.id, evidence: again });
    const merged = { ...known, evidence: [...known.evidence, ...again] };
    const confidence = Math.max(
      statedConfidence(known),
      confidenceOf(merged, { verdict: "supported", support: 1 }),
    );
    const validAt = earliest([known, fact]);
    const until = fact.invalidAt === null ? {} : endingOf(known, fact.invalidAt);
    this.mutations.push({
      op: "fact.patch",
      id: known.id,
      set: { confidence, status: "verified", ...(validAt === known.validAt ? {} : { validAt }), ...until },
    });
  }
}

function newEvidence(known: Fact, from: Fact): Fact["evidence"] {
  return from.evidence.filter(
    (e) =>
      !known.evidence.some((k) => k.episodeId === e.episodeId && k.start === e.start && k.part === e.part),
  );
}

/** The first beginning that was told. */
function earliest(facts: readonly Fact[]): TimePoint | null {
  const [first] = facts;
  const told = facts.flatMap(({ validAt }) => validAt ?? []);
  if (first === undefined || told.length === 0) return first?.validAt ?? null;
  return told.reduce((a, b) => (b.at < a.at ? b : a));
}
