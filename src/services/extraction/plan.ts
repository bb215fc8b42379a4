import { setImmediate } from "node:timers/promises";
import { askedRequests } from "../intents/asked-requests.ts";
import { guessLanguage, type Language } from "../../language/index.ts";
import { spansOf, spansOfName } from "../../domain/model/entity-names.ts";
import type { Outcome } from "../../domain/model/context.ts";
import type { Entity } from "../../domain/model/entity.ts";
import { hadPlainWish, mayAskMemory, type Episode } from "../../domain/model/episode.ts";
import { newEvidence, newFact, type Evidence, type Fact } from "../../domain/model/fact.ts";
import { sentenceAround } from "../../domain/grounding/clauses.ts";
import { passagesOf } from "../../domain/grounding/passages.ts";
import { locateAgreement, locateEvidence, type QuoteSpan } from "../../domain/grounding/evidence.ts";
import { saysAgain } from "../../domain/grounding/grounding.ts";
import type { MutationBatch, Mutation } from "../../domain/model/mutation.ts";
import { nicknameGivenBy } from "../../domain/belief/given-names.ts";
import { isOwnersWord } from "../../domain/belief/confidence.ts";
import { valueKindProblem } from "../../domain/belief/value-kind.ts";
import { givesName, normalisePredicate, predicateFamily } from "../../domain/belief/predicate.ts";
import { isOtherOccasion, sameObject, valueKey } from "../../domain/belief/consistency.ts";
import type { FactProposal, TurnExtraction } from "../../domain/model/proposal.ts";
import { openReview } from "../../domain/model/review.ts";
import type { Rejection, RejectionReason, Stage } from "../../domain/model/rejection.ts";
import { externalIdsIn, type IdTemplate } from "../../domain/grounding/external-ids.ts";
import { priorValueNamed } from "../../domain/grounding/prior-value.ts";
import {
  retractedFacts,
  retractingSentence,
  readRetraction,
  type Retraction,
} from "../../domain/belief/retraction.ts";
import { roleGivenIn } from "../../domain/grounding/roles-told.ts";
import { isDenial } from "../../language/denial.ts";
import { bareName, fold, foldName, remembering } from "../../language/text.ts";
import type { NewId } from "../../ports/clock.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { alignDenials } from "../../domain/belief/replaced-denials.ts";
import { otherLanguageOf, type TimeOptions } from "../time/index.ts";
import { planExternalIds } from "./external-ids.ts";
import { isNamedByRole, isSelfName, resolveNames, type ResolvedNames } from "./resolve.ts";
import type { Unreadable } from "./schema.ts";
import { factsAbout, deniedSince, replyBefore, storedIds } from "./turn-context.ts";
import { timesOf, withoutInventedTimes } from "./valid-times.ts";

/** For ordinary extraction (LIVE-2). */
const CONFIDENCE_MIN = 0.3;

export interface PlanContext {
  user: UserStore;
  newId: NewId;
  now: string;
  timeZone: string;
  /** The user's own choice; null: detected from the text. */
  language: Language | null;
  /** Prompt origin stored with each fact. */
  origin: string;
  /** Proposals at or below this are dropped. */
  confidenceMin?: number;
  /** The user's own forms of ids. */
  idTemplates?: readonly IdTemplate[];
  /** How the known facts are read, where many turns are planned at once. */
  factsAbout?: typeof factsAbout;
  reasoning: string | null;
}

/**
 * Turns the proposals of one turn into one batch: every statement is staged with its evidence span, a known staged or
 * verified statement gains evidence instead of being duplicated, and proposals without evidence go to the rejection
 * archive. The batch takes effect once per episode, whatever is killed and however often the model is asked.
 */
export async function planLiveExtraction(
  context: PlanContext,
  episode: Episode,
  turn: TurnExtraction,
  unreadable: Unreadable[],
): Promise<MutationBatch> {
  const names = await resolveNames(context.user, turn, episode, context.newId);
  const plan = new LivePlan(context, episode, names, await replyBefore(context.user, episode));
  const isLong = episode.userMessage.length > LONG_CHARS;
  const read = isLong ? await readInPieces(episode.userMessage) : null;
  plan.addNames();
  const { known, away } = await (context.factsAbout ?? factsAbout)(context.user, storedIds(names));
  plan.archived = byKey(away.filter(({ status }) => status === "archived"));
  plan.denied = byKey(away.filter(({ status }) => status !== "archived"));
  for (const dropped of unreadable) plan.addUnreadable(dropped, known);
  const facts = plan.withoutInventedTimes(turn.facts);
  plan.statesTimes = facts.some(({ validAt, invalidAt }) => validAt !== null || invalidAt !== null);
  for (const fact of alignDenials(facts)) {
    plan.addFact(fact, known);
    if (isLong) await setImmediate(read);
  }
  for (const { fact, denied } of plan.repeated) {
    const was = await deniedSince(context.user, denied, fact, episode.occurredAt);
    if (was === null) plan.stage(fact);
    else if (factKey(was) === factKey(fact)) plan.reinforce(was, fact);
  }
  plan.addNamesOfBelieved(known);
  for (const _entity of plan.addMentions()) if (isLong) await setImmediate(read);
  const found = externalIdsIn(episode.userMessage, context.idTemplates);
  const ids = await planExternalIds(context.user, episode, found, context.newId, names.byName);
  plan.mutations.push(...ids.mutations);
  plan.finish(turn);
  return {
    actor: episode.source === "import" ? "import" : "live",
    reason: "extraction",
    once: `extract:${episode.id}`,
    expect: {
      episodeId: episode.id,
      extraction: "pending",
      unknownNames: [...plan.newNames(), ...ids.newNames],
    },
    mutations: plan.mutations,
  };
}

/** From this length on, locating a statement in a turn takes long enough that it must yield to the event loop. */
const LONG_CHARS = 20_000;

/** Stored spans per entity and turn: enough for display. Forgetting searches for the words itself. */
const MENTIONS_MAX = 32;

/** Returns a handle that keeps the `tokens` of the text cached for as long as it is referenced. */
async function readInPieces(text: string): Promise<object> {
  // Caches the passages too.
  passagesOf(text);
  await setImmediate();
  const reading = remembering(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
    await setImmediate();
  }
}

/** Comparable key of a fact: same statement, same key. */
function factKey(fact: Pick<Fact, "subjectId" | "predicate" | "objectId" | "value" | "polarity">): string {
  const object = fact.objectId ?? `=${valueKey(fact.value ?? "")}`;
  return [fact.subjectId, predicateFamily(fact.predicate), object, fact.polarity].join("|");
}

function byKey(facts: readonly Fact[]): Map<string, Fact> {
  return new Map(facts.map((fact) => [factKey(fact), fact]));
}

/** "She has moved to Lyon" adds to "She moves to Lyon on Saturday", and so does "until May". */
function tellsNothingNew(fact: Fact, known: Fact): boolean {
  const { change, validAt, invalidAt } = fact;
  if (change !== "none" || invalidAt !== null) return false;
  return validAt === null || (known.validAt !== null && !isOtherOccasion(fact, known));
}

/** In the form an extractor would use. */
function knownAs(name: string, alias: string): FactProposal {
  return {
    subject: name,
    predicate: "KNOWN_AS",
    object: alias,
    objectKind: "value",
    polarity: "positive",
    text: `${name} is known as ${alias}.`,
    quote: alias,
    assertedBy: "user",
    validAt: null,
    invalidAt: null,
    change: null,
    confidence: ALIAS_CONFIDENCE,
    reasoning: null,
  };
}

/** Values of a relation whose history is read. */
const VALUES_MAX = 20;

/** Other values that their owner gave the same relation: one of them may have taken the place of this. */
function ownersValues(fact: Fact, known: readonly Fact[]): Fact[] {
  const values = known.filter(
    (other) =>
      other.subjectId === fact.subjectId &&
      other.predicate === fact.predicate &&
      isOwnersWord(other) &&
      !sameObject(other, fact),
  );
  return values.slice(0, VALUES_MAX);
}

/** Aliases are proposed without a confidence. */
const ALIAS_CONFIDENCE = 0.5;

class LivePlan {
  readonly mutations: Mutation[] = [];
  /** Archived statements, by key. */
  archived = new Map<string, Fact>();
  /** Statements that were taken back, by key. */
  denied = new Map<string, Fact>();
  /** What this turn says that may have been taken back, or given another value, since. */
  readonly repeated: { fact: Fact; denied: Fact[] }[] = [];
  /** If the extractor dated one statement, the turn's words are not searched for dates of the others. */
  statesTimes = false;
  private readonly used = new Set<Entity>();
  private readonly back = new Set<Entity>();
  private readonly told: Fact[] = [];
  private staged = 0;
  private readonly context: PlanContext;
  private readonly episode: Episode;
  private readonly names: ResolvedNames;
  private readonly asked: string;
  private readonly timeOptions: TimeOptions;

  constructor(context: PlanContext, episode: Episode, names: ResolvedNames, asked: string) {
    this.asked = asked;
    this.context = context;
    this.episode = episode;
    this.names = names;
    this.timeOptions = {
      reference: episode.occurredAt,
      timeZone: context.timeZone,
      languages: [context.language ?? guessLanguage(episode.userMessage)],
      other: otherLanguageOf(episode.userMessage),
    };
  }

  withoutInventedTimes(facts: readonly FactProposal[]): FactProposal[] {
    const said = [this.asked, this.episode.userMessage, this.episode.assistantReply ?? ""].join("\n");
    return facts.map((fact) => withoutInventedTimes(fact, said, this.timeOptions));
  }

  /**
   * Entities come first in the batch, because facts refer to them. Only those used by a fact or by the turn's own
   * words.
   */
  addNames(): void {
    for (const entity of this.names.created) {
      if (this.isNamedInTurn(entity)) this.use(entity);
    }
    for (const { id, alias } of this.newAliases("staged")) {
      this.mutations.push({ op: "entity.alias", id, alias });
    }
    // Overwrites nothing, so it needs no votes.
    for (const { entity, type } of this.names.typed) {
      if (this.isNamedInTurn(entity))
        this.mutations.push({ op: "entity.patch", id: entity.id, set: { type } });
    }
    for (const { id, name } of this.names.renamed) {
      const entity = [...this.names.byName.values()].find((e) => e.id === id);
      if (entity?.status === "staged" && isNamedByRole(entity) && this.occursInTurn(name)) {
        this.mutations.push({ op: "entity.patch", id, set: { name } });
      }
    }
  }

  /**
   * Another name of a believed entity is a statement like any other. "My sister Anna" gives a role its name, and a name
   * its role; a role already used for another entity stays with that one.
   */
  addNamesOfBelieved(known: Fact[]): void {
    for (const { id, entity, alias } of this.newAliases("verified")) {
      const { name } = entity;
      const isRole = alias.kind === "role";
      const isNextToIt = [`${alias.alias} ${name}`, `${name} ${alias.alias}`].some((both) =>
        this.occursInTurn(both),
      );
      if (isNextToIt && (isRole || isNamedByRole(entity)))
        this.mutations.push({ op: "entity.alias", id, alias });
      else if (!isRole) this.addFact(knownAs(name, alias.alias), known);
    }
  }

  private newAliases(status: "staged" | "verified") {
    const known = [...this.names.byName.values()];
    return this.names.aliases.flatMap(({ id, alias }) => {
      const entity = known.find((one) => one.id === id);
      const isOf = entity !== undefined && (entity.status === "verified") === (status === "verified");
      return isOf && this.occursInTurn(alias.alias) ? [{ id, entity, alias }] : [];
    });
  }

  /** Names under which the batch creates entities: another turn may have created them in the meantime. */
  newNames(): string[] {
    const names = [...this.used].map((entity) => foldName(entity.name));
    return names.filter((name) => this.names.unknown.has(name));
  }

  addFact(proposal: FactProposal, known: Fact[]): void {
    const predicate = normalisePredicate(proposal.predicate);
    if (predicate === "") return this.reject("shape", "invalid_schema", "empty predicate", proposal);
    if (proposal.confidence <= (this.context.confidenceMin ?? CONFIDENCE_MIN)) {
      return this.reject("confidence", "low_confidence", `stated ${proposal.confidence}`, proposal);
    }
    const problem = valueKindProblem(predicate, proposal.object);
    if (problem !== null) return this.reject("shape", "invalid_schema", problem, proposal);
    const located = this.locate(proposal);
    if (located === null) {
      return this.reject("grounding", "no_evidence", "no words of the turn carry it", proposal);
    }
    const fact = this.toFact(proposal, predicate, located);
    if (fact === null) return this.reject("shape", "invalid_schema", "no such subject", proposal);
    if (fact.change === "correction" || fact.change === "update") {
      fact.supersedes = priorValueNamed(fact, known, this.episode.userMessage, located)?.id ?? null;
      if (fact.supersedes !== null) fact.evidence = [this.evidence(this.withDenial(located), proposal)];
    }
    const key = factKey(fact);
    const twin =
      this.told.find((other) => factKey(other) === key && !isOtherOccasion(fact, other)) ??
      known.find((other) => factKey(other) === key && tellsNothingNew(fact, other));
    const away = this.archived.get(key);
    const denied = [this.denied.get(key) ?? [], ownersValues(fact, known)].flat();
    if (twin?.status === "verified" && !saysAgain(fact, this.episode.userMessage, located)) return;
    if (twin) this.reinforce(twin, fact);
    else if (away && !isOtherOccasion(fact, away)) this.restage(away, fact);
    else if (denied.length === 0) this.stage(fact);
    else {
      this.told.push(fact);
      this.repeated.push({ fact, denied });
    }
    this.addRole(fact, located);
    this.addNickname(fact, located);
  }

  /** "It's 4 May, not 3 May": what is denied belongs to the evidence. */
  private withDenial(located: QuoteSpan): QuoteSpan {
    const text = this.episode.userMessage;
    const { start, end } = sentenceAround(text, located);
    const quote = text.slice(start, end);
    return located.part === "user" && isDenial(quote) ? { part: "user", start, end, quote } : located;
  }

  /** A statement by the assistant counts as the user's if the user agreed to it. */
  private locate(proposal: FactProposal): QuoteSpan | null {
    const said = locateEvidence(this.episode, proposal);
    if (said?.part === "user") return said;
    return locateAgreement(this.episode.userMessage, this.asked, proposal) ?? said;
  }

  /** Once a person is stated to be the user's mother, "mum" means that person. */
  private addRole(fact: Fact, located: QuoteSpan): void {
    const { self } = this.names;
    const other =
      fact.subjectId === self.id ? fact.objectId : fact.objectId === self.id ? fact.subjectId : null;
    const role = roleGivenIn(fact.text, this.episode.userMessage, located);
    if (other === null || role === null || located.part !== "user" || fact.polarity === "negative") return;
    this.mutations.push({ op: "entity.alias", id: other, alias: { alias: role, kind: "role" } });
  }

  /**
   * Once a person is said to be called Beto, "Beto" means that person; if the person is believed, only once the
   * statement is believed too.
   */
  private addNickname(fact: Fact, { part }: QuoteSpan): void {
    const subject = [...this.names.byName.values()].find(({ id }) => id === fact.subjectId);
    if (part === "user" && subject && subject.status !== "verified")
      this.mutations.push(...nicknameGivenBy(fact, subject));
  }

  /** A pure retraction has no replacement: such a proposal has no object, and refers to a known fact. */
  addUnreadable({ proposal, detail }: Unreadable, known: Fact[]): void {
    const taken = readRetraction(proposal);
    const subject = taken && this.entityOf(taken.subject);
    const span = taken && retractingSentence(this.episode.userMessage, taken);
    if (!taken || !subject || !span) return this.reject("shape", "invalid_schema", detail, proposal);
    const ofSubject = known.filter((fact) => fact.subjectId === subject.id);
    const quote = this.episode.userMessage.slice(span.start, span.end);
    const meant = retractedFacts(taken, normalisePredicate(taken.predicate), quote, ofSubject);
    if (meant.length === 0) this.reject("shape", "invalid_schema", detail, proposal);
    for (const fact of meant) this.retract(fact, taken, { ...span, part: "user", quote });
  }

  /** Staged like any other statement, so that it is judged before anything is closed. */
  private retract(known: Fact, { text }: Retraction, located: QuoteSpan): void {
    const evidence = [this.evidence(located, { assertedBy: "user" })];
    const times = { validAt: null, invalidAt: null, createdAt: this.context.now, expiredAt: null };
    const state = {
      status: "staged",
      supersedes: null,
      change: "retraction",
      polarity: "negative",
    } as const;
    const { newId, origin } = this.context;
    const fact = { ...known, ...times, ...state, id: newId(), text, origin, evidence };
    this.staged += 1;
    this.mutations.push({ op: "fact.put", fact });
  }

  private toFact(proposal: FactProposal, predicate: string, located: QuoteSpan): Fact | null {
    const subject = this.entityOf(proposal.subject);
    if (subject === null) return null;
    const isKnown = this.names.byName.has(bareName(proposal.object));
    const isThing =
      proposal.objectKind === "entity" || (isKnown && !isSelfName(proposal.object, this.names.self));
    const named = isThing && !givesName(predicate) ? this.entityOf(proposal.object) : null;
    // "Dataform is now called Kelda", which is its other name.
    const object = named?.id === subject.id ? null : named;
    this.use(subject);
    if (object) this.use(object);
    const change = proposal.change ?? "none";
    const text = this.episode.userMessage;
    const said = located.part === "user" && !this.statesTimes ? { text, at: located } : null;
    const times = timesOf(proposal, change, said, this.timeOptions);
    return newFact({
      id: this.context.newId(),
      subjectId: subject.id,
      predicate,
      objectId: object?.id ?? null,
      value: object ? null : proposal.object,
      // A retraction leaves the negated statement.
      polarity: change === "retraction" ? "negative" : proposal.polarity,
      text: proposal.text,
      confidence: proposal.confidence,
      ...times,
      createdAt: this.context.now,
      status: "staged",
      change,
      origin: this.context.origin,
      evidence: [this.evidence(located, proposal)],
    });
  }

  private evidence(located: QuoteSpan, proposal: Pick<FactProposal, "assertedBy">): Evidence {
    return {
      episodeId: this.episode.id,
      part: located.part,
      start: located.start,
      end: located.end,
      quote: located.quote,
      assertedBy: located.part === "assistant" ? "assistant" : this.speaker(proposal),
      occurredAt: this.episode.occurredAt,
    };
  }

  private speaker(proposal: Pick<FactProposal, "assertedBy">): string {
    if (this.episode.speaker !== null) return this.episode.speaker;
    if (this.episode.source === "document") return "document";
    return proposal.assertedBy === "document" ? "document" : "user";
  }

  private entityOf(name: string): Entity | null {
    const known = this.names.byName.get(bareName(name)) ?? this.names.byName.get(foldName(name));
    if (known) return known;
    return isSelfName(name, this.names.self) ? this.names.self : null;
  }

  stage(fact: Fact): void {
    this.told.push(fact);
    this.staged += 1;
    this.mutations.push({ op: "fact.put", fact });
  }

  reinforce(twin: Fact, fact: Fact): void {
    const again = newEvidence(twin, fact);
    if (again.length === 0 || twin.evidence[0]?.episodeId === this.episode.id) return;
    this.mutations.push({ op: "fact.evidence", id: twin.id, evidence: again });
    // A statement not believed on its earlier evidence alone is judged again with the new evidence.
    if (twin.status === "staged") this.staged += 1;
  }

  /** An archived statement that is repeated is staged again, with all its earlier evidence. */
  private restage(away: Fact, fact: Fact): void {
    const { id, evidence } = away;
    this.staged += 1;
    this.told.push({ ...away, status: "staged", evidence: [...evidence, ...fact.evidence] });
    const { confidence, change, supersedes } = fact;
    this.mutations.push(
      { op: "fact.evidence", id, evidence: fact.evidence },
      { op: "fact.patch", id, set: { status: "staged", expiredAt: null, confidence, change, supersedes } },
    );
  }

  /** Restores an archived entity that is named again. */
  private bringBack(entity: Entity): void {
    if (entity.status !== "archived" || this.back.has(entity)) return;
    this.back.add(entity);
    this.mutations.push({ op: "entity.patch", id: entity.id, set: { status: "staged" } });
  }

  /** Adds a new entity to the batch on first use. */
  private use(entity: Entity): void {
    this.bringBack(entity);
    if (this.used.has(entity)) return;
    this.used.add(entity);
    if (this.names.created.includes(entity)) this.mutations.push({ op: "entity.put", entity });
  }

  /** Yields after each entity. */
  *addMentions(): Generator<undefined> {
    for (const entity of new Set(this.names.byName.values())) {
      if (entity.isSelf || (this.names.created.includes(entity) && !this.used.has(entity))) continue;
      const spans = spansOfName(entity, this.episode.userMessage);
      if (spans.length > 0) this.bringBack(entity);
      for (const span of spans.slice(0, MENTIONS_MAX)) {
        this.mutations.push({ op: "mention.put", episodeId: this.episode.id, entityId: entity.id, ...span });
      }
      yield;
    }
  }

  private isNamedInTurn(entity: Entity): boolean {
    return spansOfName(entity, this.episode.userMessage).length > 0;
  }

  private occursInTurn(name: string): boolean {
    return spansOf(this.episode.userMessage, name).length > 0;
  }

  reject(stage: Stage, reason: RejectionReason, detail: string, proposal: unknown): void {
    const rejection: Rejection = {
      id: this.context.newId(),
      episodeId: this.episode.id,
      factId: null,
      stage,
      reason,
      detail,
      proposal,
      reasoning: this.context.reasoning,
      at: this.context.now,
    };
    this.mutations.push({ op: "rejection.put", rejection });
  }

  /** An intent to forget is stored with the turn, so that it is carried out even after a crash. */
  private noteIntent(turn: TurnExtraction): void {
    if (!mayAskMemory(this.episode) || hadPlainWish(this.episode)) return;
    const asked = askedRequests(this.episode.userMessage, turn.requests);
    if (!asked.some(({ kind }) => kind === "forget")) return;
    const review = openReview("forget", [this.episode.id, "request"], "request", this.context.now);
    this.mutations.push({ op: "review.put", review });
  }

  finish(turn: TurnExtraction): void {
    this.noteIntent(turn);
    this.mutations.push({
      op: "episode.patch",
      id: this.episode.id,
      set: {
        ...(turn.summary === null ? {} : { summary: turn.summary }),
        ...(turn.emotion === null ? {} : { emotion: fold(turn.emotion) }),
        ...(turn.valence === null ? {} : { valence: turn.valence }),
        ...(turn.importance === null ? {} : { importance: importanceOf(this.episode, turn.importance) }),
        ...(turn.place === null ? {} : { place: turn.place }),
        ...outcomeIn(this.episode, turn),
        extraction: { state: "done", attempts: this.episode.extraction.attempts + 1, error: null },
        verification: { state: this.staged > 0 ? "pending" : "none", attempts: 0, error: null },
      },
    });
  }
}

/** Anything the user explicitly asked to be remembered stays important, whatever the extractor's rating. */
function importanceOf(episode: Episode, proposed: number): number {
  return episode.intent?.kind === "remember" ? Math.max(proposed, episode.importance) : proposed;
}

/** An outcome that somebody reported counts more than one that a model read. */
function outcomeIn(episode: Episode, { outcome = "neutral" }: TurnExtraction): { outcome?: Outcome } {
  return outcome === "neutral" || episode.outcome !== undefined ? {} : { outcome };
}
