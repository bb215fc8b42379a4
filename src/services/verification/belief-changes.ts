import { statedConfidence } from "../../domain/belief/confidence.ts";
import {
  areApart,
  isOfSameRelation,
  morePrecise,
  neighboursOf,
  otherValues,
  sameObject,
  validFrom,
  type Relation,
} from "../../domain/belief/consistency.ts";
import { nicknameGivenBy } from "../../domain/belief/given-names.ts";
import { endingOf, superseding } from "../../domain/belief/superseding.ts";
import { namesOf, type Entity } from "../../domain/model/entity.ts";
import { newEvidence, touches, type Fact } from "../../domain/model/fact.ts";
import type { FactPatch, Mutation } from "../../domain/model/mutation.ts";
import { isHighStakes } from "../../domain/belief/stakes.ts";
import { contentWords, coverage } from "../../language/stems.ts";
import { openReview, type ClosingReason } from "../../domain/model/review.ts";
import { areRivals, isEndOf, type Closed, type Reconciled } from "../../domain/belief/reconciliation.ts";
import type { Instant, TimePoint } from "../../domain/model/time.ts";
import { confidenceOf } from "./confidence.ts";

/** A mutation that ends a fact, and the question to ask instead. */
type Closing = readonly [mutation: Mutation, question: Mutation];

/**
 * Collects the mutations that promote statements and end others. Keeps the believed facts current, so that each statement of an
 * episode sees the effects of the ones before it.
 */
export class BeliefChanges {
  private readonly made: Mutation[] = [];
  /** By the turn that ends the facts. */
  private readonly closings = new Map<string, Closing[]>();
  believed: Fact[];
  /** Superseded facts, used for ordering values in time. */
  private past: Fact[];
  verified = 0;
  /** Facts ended or merged into others by this batch. */
  readonly gone = new Set<string>();
  /** For each turn, its news that replace a believed value. */
  private readonly replacing = new Map<string, Fact[]>();
  private readonly promoted = new Set<string>();
  private readonly entities: ReadonlyMap<string, Entity>;
  private readonly now: Instant;
  /** Number of facts that each turn ended earlier. */
  private readonly endedBy: ReadonlyMap<string, number>;

  constructor(
    believed: Fact[],
    past: Fact[],
    entities: ReadonlyMap<string, Entity>,
    now: Instant,
    endedBy: ReadonlyMap<string, number> = new Map(),
  ) {
    this.endedBy = endedBy;
    this.believed = believed;
    this.past = past;
    this.entities = entities;
    this.now = now;
  }

  /** If one turn ends more facts than is usual, the excess becomes questions. */
  get mutations(): Mutation[] {
    const asked = new Map(
      [...this.closings].flatMap(([turn, all]) =>
        all.slice(Math.max(0, CLOSINGS_MAX - (this.endedBy.get(turn) ?? 0))),
      ),
    );
    return this.made.map((mutation) => asked.get(mutation) ?? mutation);
  }

  /** The facts a new statement is compared with. */
  get known(): Fact[] {
    return [...this.believed, ...this.past];
  }

  /** Applies the model's rulings after code has checked them. */
  applyRulings(
    fact: Fact,
    { duplicateOf, absorbed, closed, lateSince, disputed, doubted }: Reconciled,
  ): void {
    this.end(fact, closed);
    if (duplicateOf !== null) return this.reinforce(duplicateOf, fact);
    for (const old of absorbed) this.absorb(old, fact);
    const set = {
      validAt: earliest([fact, ...absorbed.filter(this.isGone)]),
      supersedes: this.firstGone([...absorbed, ...closed.map((old) => old.fact)]),
    };
    const until = this.landed(fact, lateSince);
    if (until !== null) return this.promoteLate(fact, until, {});
    for (const other of doubted) this.doubt(fact, other);
    for (const other of disputed) this.dispute(other);
    this.promote(fact, disputed.length > 0 ? "disputed" : "verified", set);
  }

  /**
   * When a value reported late stopped being true. A reader's "both" means that an older value does not end the current one; if
   * values have replaced each other before, it was still ended by the next one in time.
   */
  private landed(fact: Fact, lateSince: TimePoint | null): TimePoint | null {
    const values = otherValues(fact, this.known).filter(({ validAt }) => validAt !== null);
    const replacesOthers = lateSince !== null || values.some(({ status }) => status === "superseded");
    if (fact.validAt === null || fact.invalidAt !== null || !replacesOthers) return lateSince;
    const { next, shortened } = neighboursOf(fact, values);
    for (const old of shortened) this.close(fact, old, "superseded", fact.validAt);
    const until = next === null ? null : validFrom(next);
    return until === null || (lateSince !== null && lateSince.at < until.at) ? lateSince : until;
  }

  end(news: Fact, closed: readonly Closed[]): void {
    for (const { fact, status, at } of closed) if (!this.isGone(fact)) this.close(news, fact, status, at);
  }

  /** The news are plain; whether the known fact still holds, its owner is asked. */
  private doubt(news: Fact, known: Fact): void {
    this.dispute(known);
    this.made.push(this.questionOf(news, known, "superseded"));
  }

  /** Asks the owner whether the fact has ended; until then it stays as it is. */
  ask(news: Fact, closed: readonly Closed[]): void {
    for (const { fact, status } of closed) this.made.push(this.questionOf(news, fact, status));
  }

  private readonly isGone = ({ id }: Fact): boolean => this.gone.has(id);

  private firstGone(facts: readonly Fact[]): string | null {
    return facts.find(this.isGone)?.id ?? null;
  }

  /** Applies the relation that rules alone found between the fact and believed ones. */
  applyRelation(fact: Fact, relation: Relation): void {
    switch (relation.kind) {
      case "new":
        return this.promote(fact, "verified", {});
      case "duplicate":
        return this.reinforce(relation.of, fact);
      case "update":
        for (const old of relation.closes) this.close(fact, old, "superseded", relation.at);
        return this.promote(fact, "verified", { supersedes: this.firstGone(relation.closes) });
      case "correction":
        for (const old of relation.closes) this.close(fact, old, "corrected", null);
        return this.promote(fact, "verified", {
          validAt: fact.validAt ?? relation.closes[0]?.validAt ?? null,
          supersedes: this.firstGone(relation.closes),
        });
      case "retraction":
        for (const old of relation.closes) this.close(fact, old, "retracted", null);
        return this.promote(fact, "verified", {});
      case "late":
        for (const old of relation.closes) this.close(fact, old, "superseded", validFrom(fact));
        return this.promoteLate(fact, relation.at, { supersedes: this.firstGone(relation.closes) });
      case "contradiction":
        for (const other of relation.with) this.dispute(other);
        return this.promote(fact, "disputed", {});
    }
  }

  private promoteLate(fact: Fact, until: TimePoint, set: FactPatch): void {
    const ended = superseding(fact, until, this.now);
    this.past.push({ ...fact, ...ended });
    this.promote(fact, "superseded", { ...set, ...ended });
  }

  private promote(fact: Fact, status: Fact["status"], given: FactPatch): void {
    this.verified += 1;
    const set: FactPatch = this.isDenial(fact) ? { ...given, polarity: "negative" } : given;
    this.made.push({
      op: "fact.patch",
      id: fact.id,
      set: { confidence: fact.confidence, ...set, status },
    });
    if (status === "verified" || status === "disputed") this.believed.push({ ...fact, ...set, status });
    for (const id of [fact.subjectId, fact.objectId]) if (id !== null) this.believe(id);
    const subject = this.entities.get(fact.subjectId);
    if (status === "verified" && subject) this.made.push(...nicknameGivenBy(fact, subject));
  }

  /**
   * "He sold the Volvo" denies that he owns it, though the model may give it as "owns the Volvo", which ended. A thing that this
   * turn ended may have another name.
   */
  private isDenial(news: Fact): boolean {
    return this.known.some(
      (known) =>
        known.status === "superseded" &&
        isEndOf(news, known) &&
        (sameObject(news, known) ||
          (this.isGone(known) && news.objectId !== null && known.objectId !== null)),
    );
  }

  private believe(entityId: string): void {
    const entity = this.entities.get(entityId);
    if (!entity || entity.status !== "staged" || this.promoted.has(entityId)) return;
    this.promoted.add(entityId);
    this.made.push({ op: "entity.patch", id: entityId, set: { status: "verified" } });
  }

  /** A fact that had already ended only gets an earlier end. */
  private close(news: Fact, old: Fact, status: ClosingReason, at: TimePoint | null): void {
    const question = this.questionOf(news, old, status);
    const wasBelieved = old.status !== "superseded";
    if (wasBelieved && isHighStakes(old) && !this.isNamedBy(news, old)) return void this.made.push(question);
    const set = at === null ? { status, expiredAt: this.now } : superseding(old, at, this.now);
    this.leave(old);
    if (at !== null) this.past.push({ ...old, ...set });
    const closing: Mutation = { op: "fact.patch", id: old.id, set };
    this.made.push(closing);
    if (!wasBelieved || (areRivals(news, old) && this.hasOwnWords(news))) return;
    this.count(news, old, [closing, question]);
  }

  /** A known fact is restated with an end. */
  private endTold(news: Fact, known: Fact, at: TimePoint): void {
    const set = endingOf(known, at);
    if (set.invalidAt === undefined) return;
    const question = this.questionOf(news, known, "superseded");
    if (isHighStakes(known) && !this.isNamedBy(news, known)) return void this.made.push(question);
    const closing: Mutation = { op: "fact.patch", id: known.id, set };
    this.made.push(closing);
    this.count(news, known, [closing, question]);
  }

  /** Whether the user tells of a change in words that name what the known fact states: other words may be misread. */
  private isNamedBy(news: Fact, known: Fact): boolean {
    if (news.change === "none") return false;
    const own = news.evidence
      .flatMap(({ assertedBy, quote }) => (assertedBy === "user" ? [quote] : []))
      .join("\n");
    const object = known.objectId === null ? undefined : this.entities.get(known.objectId);
    const names = object === undefined ? [known.value ?? ""] : namesOf(object);
    const thing = thingOf(known);
    return (
      names.some((name) => contentWords(name).length > 0 && coverage(name, own) > NAMED_SHARE_MIN) ||
      (isOfSameRelation(news, known) &&
        thing !== undefined &&
        thing === thingOf(news) &&
        coverage(thing, own) === 1)
    );
  }

  /** Those that the user's words name come first: what is beyond the limit is asked about. */
  private count(news: Fact, old: Fact, closing: Closing): void {
    const turn = turnOf(news);
    const counted = this.closings.get(turn) ?? [];
    this.closings.set(turn, this.isNamedBy(news, old) ? [closing, ...counted] : [...counted, closing]);
  }

  /** Words that state one new value do not state a second one: "Lovely day" is not a new home, job and hobby at once. */
  private hasOwnWords(news: Fact): boolean {
    const others = this.replacing.get(turnOf(news)) ?? [];
    if (others.some(({ id }) => id === news.id)) return true;
    if (others.some((other) => sharesWords(other, news))) return false;
    this.replacing.set(turnOf(news), [...others, news]);
    return true;
  }

  private questionOf(news: Fact, old: Fact, status: ClosingReason): Mutation {
    return { op: "review.put", review: openReview("closing", [news.id, old.id], status, this.now) };
  }

  private leave({ id }: Fact): void {
    this.gone.add(id);
    this.believed = this.believed.filter((fact) => fact.id !== id);
    this.past = this.past.filter((fact) => fact.id !== id);
  }

  private dispute(other: Fact): void {
    if (other.status === "disputed") return;
    this.made.push({ op: "fact.patch", id: other.id, set: { status: "disputed" } });
  }

  /** The known fact is less specific: it is archived, and its evidence moves to the new one. */
  private absorb(old: Fact, fact: Fact): void {
    if (isHighStakes(old)) return;
    this.leave(old);
    this.made.push(
      { op: "fact.evidence", id: fact.id, evidence: newEvidence(fact, old) },
      { op: "fact.patch", id: old.id, set: { status: "archived", expiredAt: this.now } },
    );
  }

  /** The known fact gains the evidence; a re-mention closes a dispute. */
  private reinforce(known: Fact, fact: Fact): void {
    this.verified += 1;
    const again = newEvidence(known, fact);
    this.leave(fact);
    this.made.push({ op: "fact.delete", id: fact.id });
    if (again.length > 0) this.made.push({ op: "fact.evidence", id: known.id, evidence: again });
    const merged = { ...known, evidence: [...known.evidence, ...again] };
    const confidence = Math.max(
      statedConfidence(known),
      confidenceOf(merged, { verdict: "supported", support: 1 }),
    );
    const validAt = earliest([known, fact]);
    this.made.push({
      op: "fact.patch",
      id: known.id,
      set: { confidence, status: "verified", ...(validAt === known.validAt ? {} : { validAt }) },
    });
    if (fact.invalidAt !== null) this.endTold(fact, { ...known, validAt }, fact.invalidAt);
  }
}

/** "Ingrid" does not name Ingrid Aasen, and "2.5 Bisoprolol" does name 2.5 mg of it. */
const NAMED_SHARE_MIN = 0.5;

/** "Lisinopril" of "lisinopril 10 mg every morning": the first word that is no figure and no unit. */
function thingOf({ value }: Fact): string | undefined {
  return contentWords(value ?? "").find((word) => word.length >= THING_CHARS_MIN && !/\d/.test(word));
}

const THING_CHARS_MIN = 4;

/** Believed facts that one turn may end without a question, not counting those whose value its own words replace. */
const CLOSINGS_MAX = 3;

/** The turn that states the fact. */
export function turnOf({ evidence }: Fact): string {
  return evidence[0]?.episodeId ?? "";
}

function sharesWords(a: Fact, b: Fact): boolean {
  return a.evidence.some((one) =>
    b.evidence.some((other) => one.episodeId === other.episodeId && touches(one, other)),
  );
}

/** The earliest stated beginning; of "in 2019" and "in July 2019" the more precise one. */
function earliest(facts: readonly Fact[]): TimePoint | null {
  const [first] = facts;
  const told = facts.flatMap(({ validAt }) => validAt ?? []);
  if (first === undefined || told.length === 0) return first?.validAt ?? null;
  return told.reduce((a, b) => (areApart(a, b) ? (b.at < a.at ? b : a) : morePrecise(a, b)));
}
