import type { Episode } from "../domain/episode.ts";
import { invalidField, invalidFields } from "../errors.ts";
import { plusMs, type Instant } from "../domain/time.ts";
import type { ForgetCounts, ForgetTarget } from "../domain/tombstone.ts";
import type { ChatModel, ReasoningEffort } from "../ports/chat-model.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Clock, NewId } from "../ports/clock.ts";
import type { Coordination } from "../ports/coordination.ts";
import type { JobQueue } from "../ports/job-queue.ts";
import type { MemoryStore, UserStore } from "../ports/memory-store.ts";
import type { WebSearch } from "../ports/web-search.ts";
import type { Reranker } from "../ports/reranker.ts";
import { createAudit, type Audit } from "./audit.ts";
import type { ChatEvent } from "./chat/events.ts";
import { runTurn } from "./chat/turn.ts";
import type { TurnDeps, TurnInput } from "./chat/turn-types.ts";
import { createEmbedMemories, type EmbedMemories } from "./embedding/embed-memories.ts";
import { createEmbedQuery } from "./embedding/query-vectors.ts";
import { createMemoryEvents, type MemoryEvents } from "./events.ts";
import { createForgetting, type Forgetting } from "./forgetting/forgetting.ts";
import { askAgain, askFailedAgain } from "./extraction/ask-again.ts";
import { createFailureStreaks, type FailureStreak } from "./extraction/failure-streak.ts";
import { createLivePass, type ExtractionOutcome, type LivePass } from "./extraction/live-pass.ts";
import { createHeard, recogniseIntents } from "./intents/index.ts";
import { createSharedLock, type KeyedLock } from "./locks.ts";
import { deduplicate } from "./maintenance/identity/deduplicate.ts";
import { adjustConfidence } from "./maintenance/confidence/adjust.ts";
import { consolidate, type ConsolidateDeps } from "./maintenance/consolidate/consolidate.ts";
import { reEmbed } from "./maintenance/embedding/re-embed.ts";
import { createModelBudget } from "./maintenance/budget.ts";
import { idleUsers, lookEveryMs } from "./maintenance/idle-clock.ts";
import { isQuiet } from "./maintenance/quiet-hours.ts";
import { applyRetention } from "./maintenance/retention.ts";
import {
  createMaintenanceRuns,
  type HandedRun,
  type MaintenanceJob,
  type MaintenanceRuns,
  type RunContext,
} from "./maintenance/runs.ts";
import { rebuildCommunities } from "./maintenance/communities/communities.ts";
import { consolidateTypes } from "./maintenance/types/consolidate-types.ts";
import { inferRelations } from "./maintenance/infer/infer-relations.ts";
import { prune, type PruneDeps } from "./maintenance/prune/prune.ts";
import { summarise } from "./maintenance/summaries/summarise.ts";
import { dropAlertsOf } from "./reports/alerts.ts";
import { createDailyCounters, type DailyCounters } from "./reports/daily-counters.ts";
import { createModelGate } from "./model/gate.ts";
import { meteredModel, type ModelCall } from "./model/metered.ts";
import type { PromptLibrary } from "./prompts/library.ts";
import { warmRecall } from "./retrieval/warm.ts";
import { recipeNamed, shippedRecipes, type RecipeSettings } from "./retrieval/recipes.ts";
import { search } from "./retrieval/search.ts";
import { createReviewDesk, type ReviewDesk } from "./review/index.ts";
import type { Lane, Recipe, SearchRequest, SearchResult } from "./retrieval/types.ts";
import { createIdlePass } from "./verification/idle-pass.ts";
import { createWebCheck } from "./verification/web/check.ts";

export interface EngineSettings {
  conversationEffort: ReasoningEffort;
  extractionEffort: ReasoningEffort;
  extractionLayout: "shared" | "separate";
  extractionMinConfidence: number;
  replyMaxTokens: number;
  extractionMaxTokens: number;
  extractionRetryPausesMs: readonly number[];
  historyMaxTokens: number;
  conversationWaitMs: number;
  recallMaxTokens: number;
  recallMaxItems: number;
  retrievalDeadlineMs: number;
  recipe: RecipeSettings;
  idleAfterMinutes: number;
  minConfidence: number;
  voting: boolean;
  agreementMin: number;
  trustAssistant: boolean;
  verificationMaxTokens: number;
  idleMinutesMax: number;
  idleTokensMax: number;
  /** Between putting away what the user wants forgotten and erasing it. */
  forgetGraceHours: number;
  pruning: PruneDeps["pruning"];
  consolidation: ConsolidateDeps["consolidation"];
  backgroundSlots: number;
  /** Model servers a reply may come from. */
  modelServers: number;
  /** False: background work is left to other processes. */
  works: boolean;
}

/** Where the engine tells what happened; metrics and logs listen. Ids, counts and codes only. */
export interface EngineObserver {
  turn(turn: { outcome: Episode["state"] | "failed"; firstTokenSeconds: number | null }): void;
  extraction(outcome: ExtractionOutcome): void;
  validation(stage: string, outcome: string): void;
  /** A reasoning that hedges, contradicts itself or justifies nothing (COT-2). */
  suspicious(): void;
  modelCall(call: ModelCall): void;
  retrieval(lane: Lane | "total", seconds: number): void;
  recallMiss(reason: "deadline" | "error" | "embedder", error: unknown): void;
  error(where: string, error: unknown): void;
}

export interface EngineDeps {
  store: MemoryStore;
  queue: JobQueue;
  coordination: Coordination;
  model: ChatModel;
  /** None: lexical mode. */
  embedder?: Embedder | undefined;
  /** None: nothing is looked up on the web. */
  webSearch?: WebSearch | undefined;
  /** None: recipes that ask for a cross-encoder are refused. */
  reranker?: Reranker | undefined;
  prompts: PromptLibrary;
  clock: Clock;
  newId: NewId;
  settings: EngineSettings;
  observer: EngineObserver;
  /** Jobs beside those of the engine, by name. */
  moreJobs?: Record<string, MaintenanceJob> | undefined;
}

/** All use cases over one set of ports. Surfaces talk to this and to `store.forUser`. */
export interface Engine {
  readonly store: MemoryStore;
  readonly model: ChatModel;
  readonly embedder: Embedder | null;
  readonly queue: JobQueue;
  readonly coordination: Coordination;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly audit: Audit;
  readonly events: MemoryEvents;
  readonly runs: MaintenanceRuns;
  readonly counters: DailyCounters;
  readonly livePass: LivePass;
  /** The owner's decisions. */
  readonly review: ReviewDesk;
  readonly forgetting: Forgetting;
  /** For conversations by the name a client gave them: the second to name one finds what the first opened. */
  readonly nameLock: KeyedLock;
  chat(userId: string, input: TurnInput, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined>;
  search(
    userId: string,
    request: Omit<SearchRequest, "recipe"> & { recipe?: string | Recipe | undefined },
  ): Promise<SearchResult[]>;
  forget(userId: string, target: ForgetTarget): Promise<ForgetCounts>;
  /** An episode was stored outside a chat: its extraction may begin. */
  stored(userId: string, episode: Pick<Episode, "conversationId">): Promise<void>;
  /** A turn whose extraction failed, or waits for its next attempt, is tried at once. */
  extractAgain(userId: string, episodeId: string): Promise<void>;
  /** All turns whose extraction failed; returns how many. */
  extractFailedAgain(userId: string): Promise<number>;
  /** Extractions that failed one after another up to now; null when the newest one succeeded. */
  extractionFailures(): Promise<FailureStreak | null>;
  /** Closes turns a crash left open, takes waiting work up again, starts the idle clock. */
  start(): Promise<{ interrupted: number; waiting: number }>;
  /** Users whose idle pass is due now get it; what the idle clock calls. */
  lookForIdleUsers(): Promise<void>;
  stop(): Promise<void>;
}

/** Entities a search starts from or counts from have to be there. */
async function expectEntities(
  user: UserStore,
  { origins = [], center }: Pick<SearchRequest, "origins" | "center">,
): Promise<void> {
  const asked = [
    ...origins.map((id, at) => ({ field: `origins.${at}`, id })),
    ...(center === undefined ? [] : [{ field: "center", id: center }]),
  ];
  if (asked.length === 0) return;
  const found = await user.entitiesById(asked.map(({ id }) => id));
  const known = new Set(found.map(({ id }) => id));
  const unknown = asked.filter(({ id }) => !known.has(id));
  if (unknown.length > 0)
    throw invalidFields(unknown.map(({ field }) => ({ field, message: "is no entity of this user" })));
}

export interface EngineJobs {
  registerExtract(queue: JobQueue, livePass: LivePass): void;
  enqueueExtract(queue: JobQueue, payload: { userId: string; conversationId: string }): Promise<void>;
  recoverExtractions(queue: JobQueue, store: MemoryStore, now: Instant): Promise<number>;
  registerEmbed(queue: JobQueue, embedMemories: EmbedMemories): void;
  enqueueEmbed(queue: JobQueue, userId: string): Promise<void>;
  registerRuns(queue: JobQueue, runs: MaintenanceRuns): void;
  enqueueRun(queue: JobQueue, run: HandedRun): Promise<void>;
}

/** Part of a period in which no other process does the same: timers of processes do not tick together. */
const ONCE_SHARE = 0.8;
/** Between two sweeps for extractions whose job was lost. */
const SWEEP_MS = 60_000;
const RETENTION_MS = 3_600_000;
/** Between two looks for what has waited long enough to be erased. */
const ERASE_LOOK_MS = 10 * 60_000;
/** Before a pass that found the model away, or its budget spent, is begun again for the votes alone. */
const VOTES_AGAIN_MS = 15 * 60_000;
/** Recalls played at once at a start: a connection or a reader thread for each lane, and for a second message. */
const WARM_AT_ONCE = 2;
/** Share of a reply's retrieval deadline after which it goes without the vector of its question. */
const QUERY_VECTOR_SHARE = 0.5;

export function createEngine(deps: EngineDeps, jobs: EngineJobs): Engine {
  const { store, queue, coordination, clock, newId, settings, observer } = deps;
  const isAlone = coordination.kind === "in-process";
  const model = meteredModel(deps.model, (call) => observer.modelCall(call));
  const gate = createModelGate({
    slots: settings.backgroundSlots,
    servers: settings.modelServers,
    coordination,
  });
  const graphLock = createSharedLock(coordination, "graph");
  const audit = createAudit(store.system, clock, newId);
  const events = createMemoryEvents(coordination);
  const counters = createDailyCounters({
    store,
    clock,
    onError: (error) => observer.error("daily counts", error),
  });
  const heard = createHeard();
  const recipes = shippedRecipes(settings.recipe);
  const embedder = deps.embedder ?? null;
  const embedQuery = createEmbedQuery(embedder, {
    deadlineMs: settings.retrievalDeadlineMs * QUERY_VECTOR_SHARE,
    onMiss: (error) => observer.recallMiss("embedder", error),
  });
  const crossEncoder = deps.reranker ?? null;
  const searchDeps = { clock, embedQuery, crossEncoder, observe: observer.retrieval.bind(observer) };
  const timers: NodeJS.Timeout[] = [];

  /** A store that is slow or away is met again by the first message. */
  const warm = async (): Promise<void> => {
    const nobody = store.forUser(`warm ${newId()}`);
    await warmRecall({ clock }, nobody, recipeNamed(recipes, "default"), WARM_AT_ONCE).catch(
      (error: unknown) => observer.error("warm-up", error),
    );
  };

  const embedSoon = (userId: string): void => {
    if (embedder === null) return;
    jobs.enqueueEmbed(queue, userId).catch((error: unknown) => observer.error("enqueue", error));
  };

  const failureStreaks = createFailureStreaks({
    system: store.system,
    clock,
    onError: (error) => observer.error("extraction failures", error),
  });

  const embedMemories = embedder && createEmbedMemories({ store, embedder, gate });
  const livePass = createLivePass({
    store,
    model,
    gate,
    graphLock,
    prompts: deps.prompts,
    clock,
    newId,
    settings: {
      effort:
        settings.extractionLayout === "shared" ? settings.conversationEffort : settings.extractionEffort,
      layout: settings.extractionLayout,
      confidenceMin: settings.extractionMinConfidence,
      maxTokens: settings.extractionMaxTokens,
      historyTokensMax: settings.historyMaxTokens,
      retryPausesMs: settings.extractionRetryPausesMs,
    },
    onAttempt: (succeeded) => failureStreaks.attempted(succeeded),
    onError: (error) => observer.error("extraction", error),
    carryOut: (...asked) => forgetting.carryOut(...asked),
    vectorsWith: embedMemories ? (...turn) => embedMemories.withBatch(...turn) : undefined,
    onStaged: (userId, episodeId, facts) => {
      events.emit(userId, { type: "staged", episodeId, facts });
      embedSoon(userId);
    },
    count: (outcome, userId) => {
      observer.extraction(outcome);
      counters.add(userId, `extractions.${outcome}`);
    },
    onSuspicious: (userId) => {
      observer.suspicious();
      counters.add(userId, "suspicious");
    },
  });

  const budget = createModelBudget({
    store,
    clock,
    minutesMax: settings.idleMinutesMax,
    tokensMax: settings.idleTokensMax,
  });

  const idlePass = createIdlePass({
    store,
    gate,
    model,
    prompts: deps.prompts,
    clock,
    newId,
    graphLock,
    settings: {
      confidenceMin: settings.minConfidence,
      voting: settings.voting,
      agreementMin: settings.agreementMin,
      trustAssistant: settings.trustAssistant,
      maxTokens: settings.verificationMaxTokens,
    },
    budget,
    embedQuery,
    web: createWebCheck({
      web: deps.webSearch,
      model,
      gate,
      prompts: deps.prompts,
      clock,
      graphLock,
      maxTokens: settings.verificationMaxTokens,
      onAway: (error) => observer.error("web search", error),
    }),
    count: (stage, outcome, userId) => {
      observer.validation(stage, outcome);
      counters.add(userId, `validations.${stage}.${outcome}`);
    },
    onVoted: (userId, agreed) => counters.add(userId, agreed ? "ensemble.agreed" : "ensemble.disagreed"),
    onJudged: (userId, episodeId, { verified, rejected, deferred }) => {
      events.emit(userId, { type: "verified", episodeId, verified, rejected, deferred });
      counters.add(userId, "judged.verified", verified);
      counters.add(userId, "judged.rejected", rejected);
    },
  });

  const tidyDeps = {
    model,
    gate,
    prompts: deps.prompts,
    clock,
    newId,
    graphLock,
    maxTokens: settings.verificationMaxTokens,
    budget,
    confidenceMin: settings.minConfidence,
    consolidation: settings.consolidation,
    pruning: settings.pruning,
    audit,
    canVote: () => idlePass.canVote(),
  };

  const runs: MaintenanceRuns = createMaintenanceRuns({
    system: store.system,
    clock,
    newId,
    onError: (job, error) => observer.error(`job ${job}`, error),
    onProgress: (userId, { id: runId, job, state, dryRun, result }) =>
      events.emit(userId, { type: "run", runId, job, state, dryRun, counts: result }),
    jobs: {
      verify: async (userId, context) => {
        if (!context.dryRun) await drainExtraction(deps, userId, context.signal);
        const counts = await idlePass.run(userId, context);
        const learned = counts.verified > 0 || !context.automatic;
        if (!context.dryRun && learned) await tidyUp(userId, context);
        return { ...counts };
      },
      deduplicate: (userId, context) => deduplicate(tidyDeps, store.forUser(userId), context),
      "consolidate-types": (userId, context) => consolidateTypes(tidyDeps, store.forUser(userId), context),
      consolidate: (userId, context) => consolidate(tidyDeps, store.forUser(userId), context),
      "infer-relations": (userId, context) => inferRelations(tidyDeps, store.forUser(userId), context),
      prune: (userId, context) => prune(tidyDeps, store.forUser(userId), context),
      "adjust-confidence": (userId, context) => adjustConfidence(tidyDeps, store.forUser(userId), context),
      communities: (userId, context) => rebuildCommunities(tidyDeps, store.forUser(userId), context),
      summarise: (userId, context) => summarise(tidyDeps, store.forUser(userId), context),
      "re-embed": (_userId, context) => reEmbed({ store, embedder, embedMemories }, context),
      ...deps.moreJobs,
    },
    shared: isAlone ? undefined : { coordination, handOver: (run) => jobs.enqueueRun(queue, run) },
  });

  /** What was learned may name somebody twice. A run of its own, so that it can be read and undone by itself. */
  const tidyUp = async (userId: string, { automatic, signal }: RunContext): Promise<void> => {
    signal.throwIfAborted();
    await runs.finished(
      await runs.start(userId, "deduplicate", {
        dryRun: false,
        automatic,
        stopsForUser: automatic,
        here: true,
      }),
    );
  };

  const forgetting = createForgetting({
    store,
    model,
    gate,
    prompts: deps.prompts,
    embedQuery,
    maxTokens: settings.verificationMaxTokens,
    graceHours: settings.forgetGraceHours,
    onError: (error) => observer.error("forgetting", error),
    intents: { clock, newId, graphLock, forget: (userId, target) => forget(userId, target) },
  });

  const review = createReviewDesk({ store, clock, newId, graphLock, runs, forgetting });

  const onTurn = (userId: string, episode: Episode): void => {
    embedSoon(userId);
    if (episode.extraction.state !== "pending") return;
    jobs
      .enqueueExtract(queue, { userId, conversationId: episode.conversationId })
      .catch((error: unknown) => observer.error("enqueue", error));
  };

  const turnDeps: TurnDeps = {
    store,
    model,
    gate,
    prompts: deps.prompts,
    clock,
    newId,
    conversationLock: createSharedLock(coordination, CONVERSATION, {
      waitMs: settings.conversationWaitMs,
      busy: "conversation_busy",
    }),
    recall: {
      ...searchDeps,
      recipe: recipeNamed(recipes, "default"),
      deadlineMs: settings.retrievalDeadlineMs,
      tokensMax: settings.recallMaxTokens,
      itemsMax: settings.recallMaxItems,
      onMiss: observer.recallMiss.bind(observer),
    },
    settings: {
      effort: settings.conversationEffort,
      maxTokens: settings.replyMaxTokens,
      historyTokensMax: settings.historyMaxTokens,
    },
    intents: {
      clock,
      newId,
      graphLock,
      pending: forgetting,
      readsWishes: model.info().kind !== "rule",
      forget: (userId, target) => forget(userId, target),
    },
    heard,
    notice: (user, message) => forgetting.notice(user, message),
    onTold: (user, notice) =>
      forgetting.told(user, notice).catch((error: unknown) => observer.error("forgetting", error)),
    onTurn,
    observe: ({ userId, usage, ...turn }) => {
      observer.turn(turn);
      counters.add(userId, `turns.${turn.outcome}`);
      counters.add(userId, "tokens.prompt", usage?.promptTokens ?? 0);
      counters.add(userId, "tokens.completion", usage?.completionTokens ?? 0);
    },
  };

  /** Over all processes that work once in this time. */
  const every = (ms: number, where: string, work: () => Promise<unknown>): void => {
    if (!settings.works) return;
    const look = async (): Promise<void> => {
      if (await coordination.once(`every/${where}`, ms * ONCE_SHARE)) await work();
    };
    const timer = setInterval(() => void look().catch((error: unknown) => observer.error(where, error)), ms);
    timer.unref();
    timers.push(timer);
  };

  const votesNotBefore = new Map<string, Instant>();
  const lookForIdleUsers = async (): Promise<void> => {
    const idle = await idleUsers(store.system, clock, {
      afterMinutes: settings.idleAfterMinutes,
      canVote: idlePass.canVote(),
    });
    for (const { userId, waitsForVotesOnly } of idle) {
      const now = clock.now();
      if (waitsForVotesOnly && now < (votesNotBefore.get(userId) ?? "")) continue;
      if (isQuiet(await store.forUser(userId).settings(), now)) continue;
      if (waitsForVotesOnly && !(await coordination.once(`votes/${userId}`, VOTES_AGAIN_MS))) continue;
      votesNotBefore.set(userId, plusMs(now, VOTES_AGAIN_MS));
      await runs.start(userId, "verify", { dryRun: false, automatic: true, stopsForUser: true });
    }
  };

  const forget = async (userId: string, target: ForgetTarget): Promise<ForgetCounts> => {
    if ("everything" in target) counters.drop(userId);
    const counts = await graphLock.run(userId, () => store.forUser(userId).forget(target, clock.now()));
    const { facts, entities, episodes, redactions } = counts;
    if (facts + entities + episodes + redactions > 0) {
      events.emit(userId, { type: "forgotten", facts, entities, episodes, redactions });
    }
    if ("everything" in target) {
      await dropAlertsOf(store.system, userId);
      await audit({ actor: userId, act: "forget_everything", userId, counts: { ...counts } });
    }
    return counts;
  };

  jobs.registerExtract(queue, livePass);
  jobs.registerRuns(queue, runs);
  if (embedMemories) jobs.registerEmbed(queue, embedMemories);

  /** Memories whose job was lost, or that were there before the embedder was. */
  const recoverEmbedding = async (): Promise<void> => {
    const waiting = await embedMemories?.waiting(AbortSignal.timeout(SWEEP_MS)).catch(() => []);
    for (const userId of waiting ?? []) await jobs.enqueueEmbed(queue, userId);
  };

  /** Turns left open and runs left behind by processes that died; by one that is alone: all of them. */
  const recoverAbandoned = async (): Promise<number> => {
    if (isAlone) {
      await store.system.abortRuns(clock.now());
      return store.system.interruptOpenEpisodes();
    }
    if (!coordination.isSettled()) return 0;
    await runs.recover();
    const ended = await endAbandonedTurns(deps);
    for (const turn of ended) await jobs.enqueueExtract(queue, turn);
    return ended.length;
  };

  const sweep = (): Promise<unknown> => jobs.recoverExtractions(queue, store, clock.now());

  return {
    store,
    model,
    embedder,
    queue,
    coordination,
    clock,
    newId,
    audit,
    events,
    runs,
    counters,
    livePass,
    review,
    forgetting,
    nameLock: createSharedLock(coordination, "name"),
    chat(userId, input, signal) {
      runs.userIsBack(userId);
      return runTurn(turnDeps, userId, input, signal);
    },
    async search(userId, { recipe, ...request }) {
      const chosen = typeof recipe === "object" ? recipe : recipeNamed(recipes, recipe);
      if (chosen.rerank?.kind === "cross_encoder" && crossEncoder === null)
        throw invalidField("recipe", "needs a reranking server: set RERANK_URL");
      const user = store.forUser(userId);
      await expectEntities(user, request);
      return search(searchDeps, user, { ...request, recipe: chosen });
    },
    forget,
    async stored(userId, { conversationId }) {
      await jobs.enqueueExtract(queue, { userId, conversationId });
      embedSoon(userId);
    },
    async extractAgain(userId, episodeId) {
      const { conversationId } = await askAgain(store.forUser(userId), episodeId);
      await jobs.enqueueExtract(queue, { userId, conversationId });
    },
    async extractFailedAgain(userId) {
      const again = await askFailedAgain(store.forUser(userId));
      const conversations = new Set(again.map(({ conversationId }) => conversationId));
      for (const conversationId of conversations)
        await jobs.enqueueExtract(queue, { userId, conversationId });
      return again.length;
    },
    extractionFailures: () => failureStreaks.current(),
    async start() {
      // The patterns compile on first use; that must not fall into somebody's first message.
      recogniseIntents("hello");
      await warm();
      const interrupted = await recoverAbandoned();
      const waiting = await jobs.recoverExtractions(queue, store, clock.now());
      if (settings.works)
        queue.onReturn(() => void sweep().catch((error: unknown) => observer.error("sweep", error)));
      every(SWEEP_MS, "sweep", sweep);
      if (!isAlone) every(ABANDONED_LOOK_MS, "abandoned", recoverAbandoned);
      void recoverEmbedding().catch((error: unknown) => observer.error("embedding", error));
      every(SWEEP_MS, "embedding", recoverEmbedding);
      every(RETENTION_MS, "retention", () => applyRetention({ store, clock, forget }));
      every(ERASE_LOOK_MS, "forgetting", () => forgetting.eraseDue());
      every(lookEveryMs(settings.idleAfterMinutes), "idle clock", lookForIdleUsers);
      return { interrupted, waiting };
    },
    lookForIdleUsers,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      heard.clear();
      // What the queue handed to this process goes back to it before the rest is ended.
      if (!isAlone) await queue.close();
      await runs.close();
      await queue.close();
      gate.close();
      await failureStreaks.settled();
      await counters.stop();
    },
  };
}

/** A turn open for longer whose conversation nobody holds belongs to a process that died, milliseconds. */
const ABANDONED_AFTER_MS = 20_000;
const ABANDONED_LOOK_MS = 10_000;
/** Abandoned turns ended in one look. */
const ABANDONED_MAX = 1_000;
const CONVERSATION = "conversation";

type OpenTurn = Awaited<ReturnType<MemoryStore["system"]["openEpisodes"]>>[number];

/** Who answers a turn holds the lease of its conversation all the while. */
async function endAbandonedTurns({ store, coordination, clock }: EngineDeps): Promise<OpenTurn[]> {
  const before = plusMs(clock.now(), -ABANDONED_AFTER_MS);
  const ended: OpenTurn[] = [];
  for (const turn of await store.system.openEpisodes(before, ABANDONED_MAX)) {
    const { userId, conversationId, episodeId } = turn;
    const lease = await coordination.acquire(`${CONVERSATION}/${userId}/${conversationId}`, 0);
    if (lease === null) continue;
    if (coordination.isSettled()) {
      const nothing = { assistantReply: null, recalled: [], model: null };
      await store.forUser(userId).completeEpisode(episodeId, { state: "interrupted", ...nothing });
      ended.push(turn);
    }
    lease.release();
  }
  return ended;
}

/** How often a manual pass looks whether the live pass is through. */
const DRAIN_LOOK_MS = 50;
/** Looks in a row with nothing running after which the live pass is taken to wait for the model. */
const DRAIN_QUIET_LOOKS = 10;
/** Longest a manual pass waits for the live pass: a slow model must not hold it for ever. */
const DRAIN_MS_MAX = 10 * 60_000;

/** A pass asked for by hand covers what was just said: the user's live pass ends first, unless the model is away. */
async function drainExtraction(
  { store, queue, clock }: EngineDeps,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  const user = store.forUser(userId);
  const until = performance.now() + DRAIN_MS_MAX;
  let quiet = 0;
  while (performance.now() < until && quiet < DRAIN_QUIET_LOOKS) {
    signal.throwIfAborted();
    const pending = await user.episodes({
      extraction: "pending",
      due: clock.now(),
      states: ["complete", "interrupted"],
      order: "oldest",
      limit: 1,
    });
    if (pending.length === 0) return;
    quiet = (await queue.stats()).running === 0 ? quiet + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, DRAIN_LOOK_MS));
  }
}
