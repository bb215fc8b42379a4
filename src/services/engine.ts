import type { Episode } from "../domain/episode.ts";
import { invalidField, invalidFields } from "../errors.ts";
import { plusMs, type Instant } from "../domain/time.ts";
import type { ForgetTarget, ForgetOutcome } from "../domain/tombstone.ts";
import type { UserStore } from "../ports/memory-store.ts";
import { createAudit } from "./audit.ts";
import { runTask } from "./chat/task.ts";
import { runTurn } from "./chat/turn.ts";
import type { TurnDeps } from "./chat/turn-types.ts";
import { createEmbedMemories } from "./embedding/embed-memories.ts";
import { createEmbedQuery } from "./embedding/query-vectors.ts";
import { createMemoryEvents } from "./events.ts";
import { createForgetting } from "./forgetting/forgetting.ts";
import { askAgain, askFailedAgain, verifyFailedAgain } from "./extraction/ask-again.ts";
import { createFailureStreaks, type FailureStreaks } from "./extraction/failure-streak.ts";
import { createLivePass } from "./extraction/live-pass.ts";
import { createHeard, recogniseIntents } from "./intents/index.ts";
import { createSharedLock } from "./locks.ts";
import { deduplicate } from "./maintenance/identity/deduplicate.ts";
import { adjustConfidence } from "./maintenance/confidence/adjust.ts";
import { consolidate } from "./maintenance/consolidate/consolidate.ts";
import { reEmbed } from "./maintenance/embedding/re-embed.ts";
import { createModelBudget } from "./maintenance/budget.ts";
import { idleUsers, lookEveryMs } from "./maintenance/idle-clock.ts";
import { isQuiet } from "./maintenance/quiet-hours.ts";
import { applyRetention } from "./maintenance/retention.ts";
import { createMaintenanceRuns, type MaintenanceRuns, type RunContext } from "./maintenance/runs.ts";
import { rebuildCommunities } from "./maintenance/communities/communities.ts";
import { consolidateTypes } from "./maintenance/types/consolidate-types.ts";
import { inferRelations } from "./maintenance/infer/infer-relations.ts";
import { prune } from "./maintenance/prune/prune.ts";
import { summarise } from "./maintenance/summaries/summarise.ts";
import { dropAlertsOf } from "./reports/alerts.ts";
import { createDailyCounters } from "./reports/daily-counters.ts";
import { isAnotherModel } from "./model/changed-model.ts";
import { probeModel, type Probe } from "./model/probe.ts";
import { createModelGate } from "./model/gate.ts";
import { meteredModel } from "./model/metered.ts";
import { warmRecall } from "./retrieval/warm.ts";
import { recipeNamed, shippedRecipes } from "./retrieval/recipes.ts";
import { search } from "./retrieval/search.ts";
import { createReviewDesk } from "./review/index.ts";
import type { SearchRequest } from "./retrieval/types.ts";
import { createIdlePass } from "./verification/idle-pass.ts";
import { createWebCheck } from "./verification/web/check.ts";
import type { EngineDeps, Engine } from "./engine-types.ts";
import { endAbandonedTurns, drainExtraction, ABANDONED_LOOK_MS, CONVERSATION } from "./engine-recovery.ts";
import type { EngineJobs } from "./engine-jobs.ts";

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

/** Part of a period in which no other process does the same: timers of processes do not tick together. */
const ONCE_SHARE = 0.8;
/** Between two sweeps for extractions whose job was lost. */
const SWEEP_MS = 60_000;
/** Statements of one turn that are told in an event. */
const STAGED_TOLD_MAX = 20;
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
    await warmRecall({ clock }, nobody, recipeNamed(recipes, settings.recallRecipe), WARM_AT_ONCE).catch(
      (error: unknown) => observer.error("warm-up", error),
    );
  };

  const embedSoon = (userId: string): void => {
    if (embedder === null) return;
    jobs.enqueueEmbed(queue, userId).catch((error: unknown) => observer.error("enqueue", error));
  };

  const streaksOf = (of: "extraction" | "verification"): FailureStreaks =>
    createFailureStreaks({
      of,
      system: store.system,
      clock,
      onError: (error) => observer.error(`${of} failures`, error),
    });
  const failures = { extraction: streaksOf("extraction"), verification: streaksOf("verification") };

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
    onAttempt: (succeeded) => failures.extraction.attempted(succeeded),
    onError: (error) => observer.error("extraction", error),
    carryOut: (...asked) => forgetting.carryOut(...asked),
    vectorsWith: embedMemories ? (...turn) => embedMemories.withBatch(...turn) : undefined,
    onStaged: (userId, episodeId, facts) => {
      const items = facts.slice(0, STAGED_TOLD_MAX).map(({ id, text }) => ({ id, text }));
      events.emit(userId, { type: "staged", episodeId, facts: facts.length, items });
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
    onAsked: (failure) => {
      failures.verification.attempted(failure === null);
      if (failure !== null) observer.error("verification", failure);
    },
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
    const part = await runs.start(userId, "deduplicate", {
      dryRun: false,
      automatic,
      stopsForUser: automatic,
      here: true,
    });
    const cancelPart = (): void => void runs.cancel(userId, part);
    signal.addEventListener("abort", cancelPart, { once: true });
    await runs.finished(part);
    signal.removeEventListener("abort", cancelPart);
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
      recipe: recipeNamed(recipes, settings.recallRecipe),
      recipes,
      deadlineMs: settings.retrievalDeadlineMs,
      tokensMax: settings.recallMaxTokens,
      itemsMax: settings.recallMaxItems,
      onMiss: observer.recallMiss.bind(observer),
    },
    settings: {
      effort: settings.conversationEffort,
      maxTokens: settings.replyMaxTokens,
      historyTokensMax: settings.historyMaxTokens,
      recallMaxMs: settings.recallMaxMs,
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

  const forget = async (userId: string, target: ForgetTarget): Promise<ForgetOutcome> => {
    if ("everything" in target) counters.drop(userId);
    const done = await graphLock.run(userId, () => store.forUser(userId).forget(target, clock.now()));
    const { purged: _, similar: __, ...counts } = done;
    const { facts, entities, episodes, redactions } = counts;
    if (facts + entities + episodes + redactions > 0) {
      events.emit(userId, { type: "forgotten", facts, entities, episodes, redactions });
    }
    if ("everything" in target) {
      await dropAlertsOf(store.system, userId);
      await audit({ actor: userId, act: "forget_everything", userId, counts });
    }
    return done;
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

  const extractFailedAgain = async (userId: string): Promise<number> => {
    const again = await askFailedAgain(store.forUser(userId));
    const conversations = new Set(again.map(({ conversationId }) => conversationId));
    for (const conversationId of conversations) await jobs.enqueueExtract(queue, { userId, conversationId });
    return again.length;
  };

  let lastProbe: Probe | null = null;
  const probe = async (signal: AbortSignal): Promise<Probe | null> => {
    lastProbe = await probeModel({ model, gate, system: store.system }, signal);
    return lastProbe;
  };

  /** What one model failed at another may read. */
  const tryAnotherModel = async (): Promise<void> => {
    if (!(await isAnotherModel(model, store.system))) return;
    for (const userId of await store.system.users()) {
      await extractFailedAgain(userId);
      await verifyFailedAgain(store.forUser(userId));
    }
  };

  const sweep = async (): Promise<void> => {
    await tryAnotherModel();
    void probe(AbortSignal.timeout(SWEEP_MS)).catch(() => undefined);
    await jobs.recoverExtractions(queue, store, clock.now());
  };

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
    recipes: [...recipes.keys()].filter((name) => name !== "cross_encoder" || crossEncoder !== null),
    nameLock: createSharedLock(coordination, "name"),
    chat(userId, input, signal) {
      runs.userIsBack(userId);
      return runTurn(turnDeps, userId, input, signal);
    },
    task: (input, signal) => runTask(turnDeps, input, signal),
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
    extractFailedAgain,
    verifyFailedAgain: (userId) => verifyFailedAgain(store.forUser(userId)),
    probe,
    probed: () => lastProbe,
    failuresInARow: async (of) => (await failures[of].current())?.failures ?? 0,
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
      await Promise.all([failures.extraction.settled(), failures.verification.settled()]);
      await counters.stop();
    },
  };
}
