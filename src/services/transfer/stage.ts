import { languageOf } from "../../language/index.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { BranchPoint } from "../../domain/model/conversation.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import { emptyTurn, type EntityProposal, type FactProposal, SELF_NAME } from "../../domain/model/proposal.ts";
import type { Rejection } from "../../domain/model/rejection.ts";
import { type Instant, plusMs } from "../../domain/model/time.ts";
import { REDACTED } from "../../domain/model/tombstone.ts";
import type { UserSettings } from "../../domain/model/user.ts";
import type { Clock, NewId } from "../../ports/clock.ts";
import type { MemoryRecord, RecordOf } from "../../ports/memory-record.ts";
import type { SystemStore, UserStore } from "../../ports/memory-store.ts";
import { clip } from "../../language/text.ts";
import { planLiveExtraction } from "../extraction/plan.ts";
import { cleanExternalId, cleanText } from "../imports/clean-text.ts";
import type { KeyedLock } from "../locks.ts";
import { badFile } from "./format.ts";
import { KnownFacts } from "./known-facts.ts";
import type { Checked, Origin, Restored } from "./take.ts";

/** The parts of the engine that staging needs. */
export interface StageDeps {
  clock: Clock;
  newId: NewId;
  graphLock: KeyedLock;
  system: Pick<SystemStore, "putRun">;
  /** Turns were added: pending extraction and embedding may begin. */
  onStored: (userId: string, conversationIds: string[]) => Promise<void>;
}

export interface ToStage {
  checked: Checked;
  there: Origin;
  batches: AsyncIterable<MemoryRecord[]>;
  /** Stops between two turns; a second run resumes there. */
  signal: AbortSignal | undefined;
}

type Staged = Pick<Restored, "added" | "known" | "skipped" | "staged" | "refused" | "forgotten" | "runId">;

/** Maximum names, threads and statements held in memory until all turns are stored. */
const HELD_MAX = 300_000;
/** Statements about one turn: far above what a turn yields, and what is judged at once. */
const OF_ONE_TURN_MAX = 200;
/** Origin of a file's statements. */
const ORIGIN = "file";
/** Maximum confidence of a file's statement, like an extractor's; its claims about belief are ignored. */
const STATED_MAX = 0.8;
const TITLE_CHARS_MAX = 200;
/** Before any forgetting: all content forgotten so far is blocked, whatever date the file claims. */
const LONG_AGO = "1970-01-01T00:00:00.000Z";
/** Maximum plans for one turn, when each runs into a person created by another turn in between. */
const PLANS_MAX = 5;
/** Turns planned under one lock, so that what is known of a person is read once for all of them. */
const TURNS_PER_LOCK = 50;
const REFUSALS_PER_BATCH = 200;
const JOB = "import";

/**
 * Takes from an untrusted file only what a chat would bring: turns, in separate threads, and statements about them as
 * an extractor's proposals, whose evidence is located in the words of these turns. Everything that no words can verify
 * (statuses, confidence, times, aliases, merges, summaries, questions, decisions, the change log, settings, tombstones)
 * stays out. Turns already here have been read here: nothing is proposed about them.
 */
export async function stageMemory(deps: StageDeps, user: UserStore, file: ToStage): Promise<Staged> {
  const { counts, records } = file.checked.footer;
  const { fact = 0, entity = 0, conversation = 0 } = counts;
  if (fact + entity + conversation > HELD_MAX)
    throw badFile(
      `it is not signed here, and has more than ${HELD_MAX} statements, entities and conversations`,
    );
  const staging = new Staging(deps, user, file.there.forgottenAt);
  await adoptOrigin(user, file);
  await staging.begin();
  for await (const batch of file.batches) await staging.read(batch);
  await staging.propose(file.checked.footer.sha256, file.signal);
  return staging.end(records);
}

/** A user without data adopts the file's self entity, so that the same file is recognised again. */
async function adoptOrigin(user: UserStore, { checked, there }: ToStage): Promise<void> {
  const self = await user.self();
  const selfId = checked.user?.selfId ?? null;
  if (checked.user === null || selfId === null || selfId === self.id) return;
  const { salt: given } = checked.user;
  // Content forgotten here was hashed with the local salt.
  const salt = there.forgottenAt === null ? given : (there.user?.salt ?? given);
  await user.load([
    { kind: "user", settings: null, selfId, salt, lastMessageAt: null },
    { kind: "entity", entity: { ...self, id: selfId } },
  ]);
}

interface Named {
  name: string;
  isSelf: boolean;
}

interface Thread {
  id: string;
  title: string | null;
  branch: BranchPoint | null;
  exists: boolean;
  /** By the ordinals in the file. */
  ordinals: Map<number, number>;
}

type FileEpisode = RecordOf<"episode">["episode"];
type FileConversation = RecordOf<"conversation">["conversation"];

class Staging {
  private readonly counts = { added: 0, known: 0, staged: 0, refused: 0, forgotten: 0 };
  private readonly runId: string;
  private readonly startedAt: string;
  /** By the id in the file. */
  private readonly told = new Map<string, FileConversation>();
  private readonly threads = new Map<string, Thread>();
  private readonly names = new Map<string, Named>();
  private readonly types = new Map<string, string>();
  /** Turns from files, with their speakers, and the statements about each. */
  private readonly turns = new Map<string, string | null>();
  private readonly proposals = new Map<string, FactProposal[]>();
  private readonly unproven: { proposal: FactProposal; detail: string }[] = [];
  private readonly conversations = new Set<string>();
  private settings: UserSettings | null = null;
  private readonly deps: StageDeps;
  private readonly user: UserStore;
  private readonly forgottenAt: Instant | null;

  constructor(deps: StageDeps, user: UserStore, forgottenAt: Instant | null) {
    this.deps = deps;
    this.user = user;
    this.forgottenAt = forgottenAt;
    this.runId = deps.newId();
    this.startedAt = deps.clock.now();
  }

  /** Counts as aborted until finished, so that it can be undone whatever happens. */
  async begin(): Promise<void> {
    this.settings = await this.user.settings();
    await this.note("aborted");
  }

  private note(state: "aborted" | "done"): Promise<void> {
    const finishedAt = this.deps.clock.now();
    return this.deps.system.putRun({
      id: this.runId,
      userId: this.user.userId,
      job: JOB,
      state,
      dryRun: false,
      startedAt: this.startedAt,
      finishedAt,
      result: { ...this.counts },
      error: null,
    });
  }

  async read(records: readonly MemoryRecord[]): Promise<void> {
    for (const record of records) {
      if (record.kind === "conversation") this.told.set(record.conversation.id, record.conversation);
      else if (record.kind === "episode") await this.addTurn(record.episode);
      else if (record.kind === "entity") {
        const { id, name, type, isSelf } = record.entity;
        this.names.set(id, { name, isSelf });
        if (!isSelf) this.types.set(name, type);
      }
    }
    await this.addFacts(records.flatMap((record) => (record.kind === "fact" ? [record.fact] : [])));
  }

  private async addTurn(told: FileEpisode): Promise<void> {
    // A summary has no speaker, and a replaced turn was not what was meant.
    if (told.source === "consolidated" || told.replacedBy !== null) return;
    const said = await this.admitted(told);
    if (said === null) {
      this.counts.forgotten += 1;
      return;
    }
    const now = this.deps.clock.now();
    const thread = await this.threadOf(told.conversationId);
    const opened = await this.user.openEpisode({
      id: told.id,
      conversationId: thread.id,
      createConversation: !thread.exists,
      ...(thread.exists
        ? {}
        : {
            conversation: { title: thread.title, externalId: ofFile(told.conversationId), ...thread.branch },
          }),
      ...said,
      speaker: told.speaker === null ? null : cleanText(told.speaker),
      source: told.source === "document" ? "document" : "import",
      state: "complete",
      memory: told.memory,
      mode: "chat",
      occurredAt: this.datedBefore(told.occurredAt),
      recordedAt: now,
      externalId: ofFile(told.id),
      extract: told.memory === "on" && ["pending", "failed"].includes(told.extraction.state),
    });
    if (opened.outcome === "forgotten") {
      this.counts.forgotten += 1;
      return;
    }
    const { episode } = opened;
    thread.ordinals.set(told.ordinal, episode.ordinal);
    if (episode.id === told.id && episode.externalId === ofFile(told.id)) {
      // Off-the-record turns support nothing.
      if (episode.memory === "on") this.turns.set(episode.id, episode.speaker);
      this.conversations.add(episode.conversationId);
    }
    if (opened.outcome === "existing") this.counts.known += 1;
    else {
      thread.exists = true;
      this.counts.added += 1;
    }
  }

  /** A file may claim any date after the forgetting: its content counts as said before it. */
  private datedBefore(at: Instant): Instant {
    const latest = this.forgottenAt === null ? this.deps.clock.now() : plusMs(this.forgottenAt, -1);
    return at < latest ? at : latest;
  }

  /** The part of a turn that may be stored; null if it contains forgotten content, however it is split. */
  private async admitted(
    told: FileEpisode,
  ): Promise<{ userMessage: string; assistantReply: string | null } | null> {
    const userMessage = cleanText(told.userMessage);
    const assistantReply = told.assistantReply === null ? null : cleanText(told.assistantReply);
    if (!(await this.holdsForgotten([userMessage, assistantReply ?? ""]))) {
      return { userMessage, assistantReply };
    }
    const message = await this.user.redactForgotten(userMessage, LONG_AGO);
    const reply = await this.user.redactForgotten(assistantReply ?? "", LONG_AGO);
    const isTogetherOnly = !message.redacted && !reply.redacted;
    if (isTogetherOnly || message.text === REDACTED) return null;
    return { userMessage: message.text, assistantReply: assistantReply === null ? null : reply.text };
  }

  private async holdsForgotten(texts: readonly string[]): Promise<boolean> {
    if (this.forgottenAt === null) return false;
    return (await this.user.redactForgotten(texts.join("\n"), LONG_AGO)).redacted;
  }

  /** A separate thread: a forged turn between two of the user's would change their meaning. */
  private async threadOf(id: string): Promise<Thread> {
    const known = this.threads.get(id);
    if (known) return known;
    const externalId = ofFile(id);
    const before = await this.user.conversationByExternalId(externalId);
    const isTaken = before === null && (await this.user.conversation(id)) !== null;
    const title = clip(cleanText(this.told.get(id)?.title ?? ""), TITLE_CHARS_MAX);
    const thread = {
      id: before?.id ?? (isTaken ? this.deps.newId() : id),
      title: title === "" || (await this.holdsForgotten([title])) ? null : title,
      branch: this.branchOf(this.told.get(id)),
      exists: before !== null,
      ordinals: new Map(),
    };
    this.threads.set(id, thread);
    return thread;
  }

  /** Of a thread of the file alone, for the same reason; turns left out do not count. */
  private branchOf({ branchOf, branchAt = 0 }: Partial<BranchPoint> = {}): BranchPoint | null {
    const thread = this.threads.get(branchOf ?? "");
    if (thread === undefined) return null;
    const shared = [...thread.ordinals].flatMap(([there, here]) => (there < branchAt ? here : []));
    return { branchOf: thread.id, branchAt: Math.max(-1, ...shared) + 1 };
  }

  private async addFacts(facts: Fact[]): Promise<void> {
    if (facts.length === 0) return;
    const known = new Set((await this.user.factsById(facts.map(({ id }) => id))).map(({ id }) => id));
    this.counts.known += known.size;
    for (const fact of facts) {
      // Archived facts are not statements.
      if (!known.has(fact.id) && fact.status !== "archived") await this.addFact(fact);
    }
  }

  private async addFact(fact: Fact): Promise<void> {
    const evidence = fact.evidence.map((one) => ({
      episodeId: one.episodeId,
      proposal: this.proposalOf(fact, one.quote, one.part === "assistant" ? "assistant" : one.assertedBy),
    }));
    const [first] = evidence;
    const stated = first?.proposal ?? this.proposalOf(fact, "", "user");
    if (stated === null) return;
    const { subject, object, text, quote } = stated;
    if (await this.holdsForgotten([subject, object, text, quote ?? ""])) {
      this.counts.forgotten += 1;
      return;
    }
    const here = evidence.filter(({ episodeId, proposal }) => this.maySay(episodeId, proposal));
    for (const { episodeId, proposal } of here) {
      if (proposal === null) continue;
      const others = this.proposals.get(episodeId) ?? [];
      if (others.length < OF_ONE_TURN_MAX) others.push(proposal);
      this.proposals.set(episodeId, others);
    }
    if (here.length === 0) {
      const detail =
        first === undefined
          ? "a file states it without any words"
          : "the file brought no turn of whom it is about, with the words it names";
      this.unproven.push({ proposal: stated, detail });
    }
  }

  /** To an extractor, "user" in another speaker's turn is that speaker; in a file it is the memory's owner. */
  private maySay(episodeId: string, proposal: FactProposal | null): boolean {
    const speaker = this.turns.get(episodeId);
    if (speaker === undefined) return false;
    return speaker === null || ![proposal?.subject, proposal?.object].includes(SELF_NAME);
  }

  /** As an extractor would propose it; null if it is about an entity missing from the file. */
  private proposalOf(fact: Fact, quote: string, assertedBy: string): FactProposal | null {
    const subject = this.nameOf(fact.subjectId);
    const object = fact.objectId === null ? fact.value : this.nameOf(fact.objectId);
    if (subject === null || object === null) return null;
    return {
      subject,
      predicate: fact.predicate,
      object,
      objectKind: fact.objectId === null ? "value" : "entity",
      polarity: fact.polarity,
      text: fact.text,
      quote,
      assertedBy,
      // Derived from the words of the turn.
      validAt: null,
      invalidAt: null,
      change: fact.change,
      confidence: Math.min(STATED_MAX, fact.base ?? fact.confidence),
      reasoning: null,
    };
  }

  private nameOf(id: string): string | null {
    const named = this.names.get(id);
    if (named === undefined) return null;
    return named.isSelf ? SELF_NAME : named.name;
  }

  async propose(sha256: string, signal: AbortSignal | undefined): Promise<void> {
    const turns = [...this.proposals];
    for (let at = 0; at < turns.length; at += TURNS_PER_LOCK)
      await this.deps.graphLock.run(this.user.userId, async () => {
        const known = new KnownFacts(this.user);
        for (const [episodeId, facts] of turns.slice(at, at + TURNS_PER_LOCK)) {
          signal?.throwIfAborted();
          for (let plans = 0; plans < PLANS_MAX; plans++)
            if (await this.proposeTurn(episodeId, facts, known)) break;
        }
      });
    if (this.forgottenAt !== null) {
      this.counts.refused += this.unproven.length;
      return;
    }
    for (let at = 0; at < this.unproven.length; at += REFUSALS_PER_BATCH)
      await this.refuse(this.unproven.slice(at, at + REFUSALS_PER_BATCH), `${sha256}:${at}`);
  }

  /** False if the memory changed under the plan and a new one is needed. */
  private async proposeTurn(episodeId: string, facts: FactProposal[], known: KnownFacts): Promise<boolean> {
    const episode = await this.user.episode(episodeId);
    if (episode === null || !isUnread(episode)) return true;
    const { clock, newId } = this.deps;
    const { timeZone, language } = this.settings ?? (await this.user.settings());
    const plan = await planLiveExtraction(
      {
        user: this.user,
        newId,
        now: clock.now(),
        timeZone,
        language: languageOf(language),
        origin: ORIGIN,
        factsAbout: (_user, ids) => known.about(ids),
        reasoning: null,
      },
      episode,
      { ...emptyTurn(1), entities: this.entitiesIn(facts), facts },
      [],
    );
    const { applied, blocked } = await this.user.apply({
      ...plan,
      mutations: this.forgottenAt === null ? plan.mutations : plan.mutations.filter(isNoRejection),
      actor: "import",
      reason: "unchecked_file",
      runId: this.runId,
      expect: { ...plan.expect, episodeId, extraction: episode.extraction.state },
    });
    if (!applied) return false;
    await known.applied(plan.mutations);
    this.count(plan.mutations, new Set(blocked));
    return true;
  }

  private count(mutations: readonly Mutation[], blocked: ReadonlySet<string>): void {
    for (const one of mutations) {
      if (one.op === "rejection.put") this.counts.refused += 1;
      if (one.op !== "fact.put") continue;
      if (blocked.has(one.fact.id)) this.counts.forgotten += 1;
      else {
        this.counts.staged += 1;
        this.counts.added += 1;
      }
    }
  }

  /** With their types, and no aliases. */
  private entitiesIn(facts: readonly FactProposal[]): EntityProposal[] {
    const named = [...new Set(facts.flatMap(({ subject, object }) => [subject, object]))];
    return named.flatMap((name) => {
      const type = this.types.get(name);
      return type === undefined ? [] : [{ name, type, aliases: [], summary: null }];
    });
  }

  /** Nothing in this memory supports them, but their owner can still confirm them. */
  private async refuse(unproven: typeof this.unproven, part: string): Promise<void> {
    const at = this.deps.clock.now();
    const mutations = unproven.map(({ proposal, detail }): Mutation => {
      const rejection: Rejection = {
        id: this.deps.newId(),
        episodeId: null,
        factId: null,
        stage: "grounding",
        reason: "no_evidence",
        detail,
        proposal,
        reasoning: null,
        at,
      };
      return { op: "rejection.put", rejection };
    });
    const { applied } = await this.user.apply({
      actor: "import",
      reason: "unchecked_file",
      runId: this.runId,
      once: `file:${part}`,
      mutations,
    });
    if (applied) this.counts.refused += unproven.length;
    else this.counts.known += unproven.length;
  }

  async end(records: number): Promise<Staged> {
    await this.note("done");
    await this.deps.onStored(this.user.userId, [...this.conversations]);
    const { added, known, refused, forgotten } = this.counts;
    const skipped = Math.max(0, records - added - known - refused - forgotten);
    return { ...this.counts, skipped, runId: this.runId };
  }
}

/** A separate id namespace for turns from a file: no chat, and no other import, produces such ids. */
function ofFile(id: string): string {
  return cleanExternalId(`engram-file:${id}`);
}

function isUnread({ extraction }: Episode): boolean {
  return extraction.state === "none" || extraction.state === "pending";
}

/** A rejection can be read, so it is stored only if nothing was forgotten here: it might repeat it. */
function isNoRejection({ op }: Mutation): boolean {
  return op !== "rejection.put";
}
