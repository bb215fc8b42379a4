import type { Entity } from "../../domain/entity.ts";
import type { Episode } from "../../domain/episode.ts";
import type { ChangeKind, Evidence, Fact } from "../../domain/fact.ts";
import { locateEvidence, type Located } from "../../domain/grounding.ts";
import type { MutationBatch, Mutation } from "../../domain/mutation.ts";
import { normalisePredicate, predicateFamily } from "../../domain/predicate.ts";
import type { FactProposal, TurnExtraction } from "../../domain/proposal.ts";
import type { Rejection, RejectionReason, Stage } from "../../domain/rejection.ts";
import { bareName, findAllWords, fold, foldName, words } from "../../domain/text.ts";
import type { TimePoint } from "../../domain/time.ts";
import type { NewId } from "../../ports/clock.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { alignDenials, changeOf } from "../../domain/wording.ts";
import { guessLanguage, resolvePoint, type Language } from "../time/index.ts";
import { isNamedByRole, isSelfName, resolveNames, type ResolvedNames } from "./resolve.ts";
import type { Unreadable } from "./schema.ts";

export interface PlanContext {
  user: UserStore;
  newId: NewId;
  now: string;
  timeZone: string;
  /** The user's own choice; else it is told from the text. */
  language: Language | null;
  /** Prompt origin stored with each fact. */
  origin: string;
  /** Proposals at or below are dropped (LIVE-2). */
  confidenceMin: number;
  reasoning: string | null;
}

/**
 * Turns the proposals of one turn into one batch: everything lands staged with its evidence span, a known staged or
 * verified statement gains evidence instead of a twin, and what has no evidence goes to the rejection archive.
 * The batch takes effect once per episode, whatever is killed and however often the model is asked.
 */
export async function planLiveExtraction(
  context: PlanContext,
  episode: Episode,
  turn: TurnExtraction,
  unreadable: Unreadable[],
): Promise<MutationBatch> {
  const names = await resolveNames(context.user, turn, episode, context.newId);
  const plan = new LivePlan(context, episode, names);
  plan.addNames();
  for (const dropped of unreadable) plan.reject("shape", "invalid_schema", dropped.detail, dropped.proposal);
  const known = await knownFacts(context.user, names);
  for (const fact of alignDenials(turn.facts)) plan.addFact(fact, known);
  plan.addMentions();
  plan.finish(turn);
  return {
    actor: episode.source === "import" ? "import" : "live",
    reason: "extraction",
    once: `extract:${episode.id}`,
    expect: { episodeId: episode.id, extraction: "pending" },
    mutations: plan.mutations,
  };
}

async function knownFacts(user: UserStore, names: ResolvedNames): Promise<Fact[]> {
  const created = new Set(names.created.map((entity) => entity.id));
  const ids = [...new Set([...names.byName.values()].map((e) => e.id))].filter((id) => !created.has(id));
  if (ids.length === 0) return [];
  return user.facts({ entityIds: ids, role: "subject", statuses: ["staged", "verified"], limit: 2000 });
}

/** Everything that is said of one fact, comparable: same statement, same key. */
export function factKey(
  fact: Pick<Fact, "subjectId" | "predicate" | "objectId" | "value" | "polarity">,
): string {
  const object = fact.objectId ?? `=${words(fact.value ?? "").join(" ")}`;
  return [fact.subjectId, predicateFamily(fact.predicate), object, fact.polarity].join("|");
}

class LivePlan {
  readonly mutations: Mutation[] = [];
  private readonly used = new Set<Entity>();
  private readonly keys = new Map<string, Fact>();
  private staged = 0;
  private readonly context: PlanContext;
  private readonly episode: Episode;
  private readonly names: ResolvedNames;

  constructor(context: PlanContext, episode: Episode, names: ResolvedNames) {
    this.context = context;
    this.episode = episode;
    this.names = names;
  }

  /** Entities come first in the batch: facts refer to them. Only those that a fact or the turn's own words use. */
  addNames(): void {
    for (const entity of this.names.created) {
      if (this.isNamedInTurn(entity)) this.use(entity);
    }
    for (const { id, alias } of this.names.aliases) {
      if (this.occursInTurn(alias.alias)) this.mutations.push({ op: "entity.alias", id, alias });
    }
    for (const { id, name } of this.names.renamed) {
      const entity = [...this.names.byName.values()].find((e) => e.id === id);
      if (entity?.status === "staged" && isNamedByRole(entity) && this.occursInTurn(name)) {
        this.mutations.push({ op: "entity.patch", id, set: { name } });
      }
    }
  }

  addFact(proposal: FactProposal, known: Fact[]): void {
    const predicate = normalisePredicate(proposal.predicate);
    if (predicate === "") return this.reject("shape", "invalid_schema", "empty predicate", proposal);
    if (proposal.confidence <= this.context.confidenceMin) {
      return this.reject("confidence", "low_confidence", `stated ${proposal.confidence}`, proposal);
    }
    const located = locateEvidence(this.episode, proposal);
    if (located === null) {
      return this.reject("grounding", "no_evidence", "no words of the turn carry it", proposal);
    }
    const fact = this.toFact(proposal, predicate, located);
    if (fact === null) return this.reject("shape", "invalid_schema", "no such subject", proposal);
    const key = factKey(fact);
    const twin = this.keys.get(key) ?? known.find((other) => factKey(other) === key);
    if (twin) this.reinforce(twin, fact);
    else this.stage(fact, key);
  }

  private toFact(proposal: FactProposal, predicate: string, located: Located): Fact | null {
    const subject = this.entityOf(proposal.subject);
    if (subject === null) return null;
    const object =
      proposal.objectKind === "entity" || this.isKnownName(proposal.object)
        ? this.entityOf(proposal.object)
        : null;
    this.use(subject);
    if (object) this.use(object);
    const told = proposal.change === "none" ? null : proposal.change;
    const change = told ?? changeOf(this.episode.userMessage, located);
    const times = this.times(proposal, change);
    return {
      id: this.context.newId(),
      subjectId: subject.id,
      predicate,
      objectId: object?.id ?? null,
      value: object ? null : proposal.object,
      polarity: proposal.polarity,
      text: proposal.text,
      confidence: proposal.confidence,
      ...times,
      createdAt: this.context.now,
      expiredAt: null,
      status: "staged",
      supersedes: null,
      change,
      origin: this.context.origin,
      evidence: [this.evidence(located, proposal)],
    };
  }

  private times(
    proposal: FactProposal,
    change: ChangeKind,
  ): { validAt: TimePoint | null; invalidAt: TimePoint | null } {
    const language = this.context.language ?? guessLanguage(this.episode.userMessage);
    const options = {
      reference: this.episode.occurredAt,
      timeZone: this.context.timeZone,
      languages: [language],
    };
    const resolve = (raw: string | null): TimePoint | null =>
      raw === null ? null : resolvePoint(raw, options);
    const validAt = resolve(proposal.validAt);
    if (validAt === null && (change === "update" || change === "ending")) {
      return {
        validAt: { at: this.episode.occurredAt, precision: "day" },
        invalidAt: resolve(proposal.invalidAt),
      };
    }
    return { validAt, invalidAt: resolve(proposal.invalidAt) };
  }

  private evidence(located: Located, proposal: FactProposal): Evidence {
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

  private speaker(proposal: FactProposal): string {
    if (this.episode.speaker !== null) return this.episode.speaker;
    if (this.episode.source === "document") return "document";
    return proposal.assertedBy === "document" ? "document" : "user";
  }

  private entityOf(name: string): Entity | null {
    const known = this.names.byName.get(bareName(name)) ?? this.names.byName.get(foldName(name));
    if (known) return known;
    return isSelfName(name, this.names.self) ? this.names.self : null;
  }

  private isKnownName(name: string): boolean {
    return this.names.byName.has(bareName(name)) && !isSelfName(name, this.names.self);
  }

  private stage(fact: Fact, key: string): void {
    this.keys.set(key, fact);
    this.staged += 1;
    this.mutations.push({ op: "fact.put", fact });
  }

  private reinforce(twin: Fact, fact: Fact): void {
    const again = fact.evidence.filter(
      (e) =>
        !twin.evidence.some((t) => t.episodeId === e.episodeId && t.start === e.start && t.part === e.part),
    );
    if (again.length === 0 || twin.evidence[0]?.episodeId === this.episode.id) return;
    this.mutations.push({ op: "fact.evidence", id: twin.id, evidence: again });
  }

  /** Puts a new entity into the batch the first time something needs it. */
  private use(entity: Entity): void {
    if (this.used.has(entity)) return;
    this.used.add(entity);
    if (this.names.created.includes(entity)) this.mutations.push({ op: "entity.put", entity });
  }

  addMentions(): void {
    for (const entity of new Set(this.names.byName.values())) {
      if (entity.isSelf || (this.names.created.includes(entity) && !this.used.has(entity))) continue;
      for (const span of this.spansOf(entity)) {
        this.mutations.push({ op: "mention.put", episodeId: this.episode.id, entityId: entity.id, ...span });
      }
    }
  }

  private spansOf(entity: Entity): { start: number; end: number }[] {
    const names = [entity.name, ...entity.aliases.map((a) => a.alias)]
      .map((n) => words(n))
      .filter((w) => w.length > 0);
    const longest = names.sort((a, b) => b.length - a.length);
    for (const name of longest) {
      const spans = findAllWords(this.episode.userMessage, name);
      if (spans.length > 0) return spans;
    }
    return [];
  }

  private isNamedInTurn(entity: Entity): boolean {
    return this.spansOf(entity).length > 0;
  }

  private occursInTurn(name: string): boolean {
    return findAllWords(this.episode.userMessage, words(name)).length > 0;
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

  finish(turn: TurnExtraction): void {
    this.mutations.push({
      op: "episode.patch",
      id: this.episode.id,
      set: {
        ...(turn.summary === null ? {} : { summary: turn.summary }),
        ...(turn.emotion === null ? {} : { emotion: fold(turn.emotion) }),
        ...(turn.valence === null ? {} : { valence: turn.valence }),
        ...(turn.importance === null ? {} : { importance: importanceOf(this.episode, turn.importance) }),
        ...(turn.place === null ? {} : { place: turn.place }),
        extraction: { state: "done", attempts: this.episode.extraction.attempts + 1, error: null },
        verification: { state: this.staged > 0 ? "pending" : "none", attempts: 0, error: null },
      },
    });
  }
}

/** What the user asked in words to be remembered stays important, whatever the extractor thinks of it. */
function importanceOf(episode: Episode, proposed: number): number {
  return episode.intent?.kind === "remember" ? Math.max(proposed, episode.importance) : proposed;
}
