import type { Episode } from "../domain/model/episode.ts";
import type { ChatModel } from "../ports/chat-model.ts";
import type { ForgetTarget, ForgetOutcome } from "../domain/model/tombstone.ts";
import { createAudit } from "./audit.ts";
import { CONVERSATION, createBackground } from "./background.ts";
import { runTask } from "./chat/task.ts";
import { runTurn } from "./chat/turn.ts";
import type { TurnDeps } from "./chat/turn-types.ts";
import { createExams } from "./exam/exams.ts";
import { createEmbedMemories } from "./embedding/embed-memories.ts";
import { calibrated } from "./embedding/calibrated.ts";
import { createEmbedQuery, createEmbedStatement } from "./embedding/query-vectors.ts";
import { createMemoryEvents } from "./events.ts";
import { createForgetting } from "./forgetting/forgetting.ts";
import { createGraphIntelligence } from "./graph/insights.ts";
import {
  retryExtraction,
  retryFailedExtractions,
  retryFailedVerifications,
} from "./extraction/retry-failed.ts";
import { createFailureStreaks, type FailureStreaks } from "./extraction/failure-streak.ts";
import { createLivePass } from "./extraction/live-pass.ts";
import { createOffRecordBuffer, recogniseIntents } from "./intents/index.ts";
import { enqueueEmbed, registerEmbed } from "./jobs/embed.ts";
import { enqueueExtract, registerExtract } from "./jobs/extract.ts";
import { JOBS, type JobDeps } from "./jobs/registry.ts";
import { enqueueRun, registerRuns } from "./jobs/runs.ts";
import type { Kernel } from "./kernel.ts";
import { createSharedLock } from "./locks.ts";
import { createModelBudget } from "./maintenance/budget.ts";
import { createMaintenanceRuns, type MaintenanceJob, type MaintenanceRuns } from "./maintenance/runs.ts";
import { dropAlertsOf } from "./reports/alerts.ts";
import { resetRanking } from "./learning/learn.ts";
import { createReminders, dropReminders } from "./plans/reminders.ts";
import { createDailyCounters } from "./reports/daily-counters.ts";
import { readAhead, warmModel } from "./model/warm.ts";
import { createModelGate } from "./model/gate.ts";
import { isTrusted } from "./model/trust.ts";
import { meteredModel } from "./model/metered.ts";
import { warmRecall } from "./retrieval/warm.ts";
import { RECIPE_NAMES } from "./retrieval/recipes.ts";
import { clientSearch } from "./retrieval/client-search.ts";
import { createReviewDesk } from "./review/index.ts";
import { trainingChats } from "./review/training-chats.ts";
import { takeMemory } from "./transfer/take.ts";
import { createIdlePass } from "./verification/idle-pass.ts";
import { createWebCheck } from "./verification/web/check.ts";
import type { EngineDeps, Engine } from "./engine-types.ts";

/** Maximum statements of one turn included in an event. */
const STAGED_TOLD_MAX = 20;
/** Recalls run concurrently to warm up: opens a connection or reader thread for each lane, and for a second message. */
const WARM_AT_ONCE = 2;
/** Share of a reply's retrieval deadline after which it proceeds without the vector of its question. */
const QUERY_VECTOR_SHARE = 0.5;

export function createEngine(deps: EngineDeps): Engine {
  const { store, queue, coordination, clock, newId, settings, observer } = deps;
  const { limits } = settings;
  const isAlone = coordination.kind === "in-process";
  const failed = (where: string) => (error: unknown) => observer.error(where, error);
  const metered = (one: ChatModel): ChatModel => meteredModel(one, (call) => observer.modelCall(call));
  const model = metered(deps.model);
  const memoryModel = deps.connections ? metered(deps.connections.memory) : model;
  const gate = createModelGate({
    slots: settings.backgroundSlots,
    restMs: limits.modelRestMs,
    servers: settings.modelServers,
    coordination,
  });
  const audit = createAudit(store.system, clock, newId);
  const events = createMemoryEvents(coordination);
  const counters = createDailyCounters({ store, clock, onError: failed("daily counts") });
  const offRecordBuffer = createOffRecordBuffer();
  const embedder = calibrated(() => deps.connections?.embedder() ?? deps.embedder ?? null, {
    system: store.system,
    gate,
    onRefused: failed("embedder"),
  });
  const queryVectors = {
    deadlineMs: limits.retrievalDeadlineMs * QUERY_VECTOR_SHARE,
    onMiss: (error: unknown) => observer.recallMiss("embedder", error),
  };
  const crossEncoder = deps.reranker ?? null;

  /** A slow or unavailable store is left to the first message. */
  const warm = async (): Promise<void> => {
    const newUser = store.forUser(`warm ${newId()}`);
    await warmRecall({ clock }, newUser, WARM_AT_ONCE).catch(failed("warm-up"));
  };

  const embedSoon = (userId: string): void => {
    if (embedder.server() === null) return;
    enqueueEmbed(queue, userId).catch(failed("enqueue"));
  };

  const streaksOf = (of: "extraction" | "verification"): FailureStreaks =>
    createFailureStreaks({ of, system: store.system, clock, onError: failed(`${of} failures`) });
  const failures = { extraction: streaksOf("extraction"), verification: streaksOf("verification") };

  const kernel: Kernel = {
    ...deps,
    model: memoryModel,
    gate,
    graphLock: createSharedLock(coordination, "graph"),
    budget: createModelBudget({ store, clock, limits }),
    embedder,
    embedQuery: createEmbedQuery(embedder, queryVectors),
    embedStatement: createEmbedStatement(embedder, queryVectors),
    canVote: () => limits.voting && isTrusted(memoryModel),
  };
  const { graphLock, embedQuery } = kernel;
  const searchDeps = { clock, embedQuery, crossEncoder, observe: observer.retrieval.bind(observer) };
  const embedMemories = createEmbedMemories(kernel);
  const livePass = createLivePass({
    ...kernel,
    pausesMs: limits.extractionPausesMs,
    onAttempt: (succeeded) => failures.extraction.attempted(succeeded),
    onError: failed("extraction"),
    carryOut: (...asked) => forgetting.carryOut(...asked),
    vectorsWith: (...turn) => embedMemories.withBatch(...turn),
    onStaged: (userId, episodeId, facts) => {
      const items = facts.slice(0, STAGED_TOLD_MAX).map(({ id, text }) => ({ id, text }));
      events.emit(userId, { type: "staged", episodeId, facts: facts.length, items });
      embedSoon(userId);
    },
    count: (outcome, userId) => {
      observer.extraction(outcome);
      counters.add(userId, `extractions.${outcome}`);
    },
    onSuspicious: () => observer.suspicious(),
  });

  const reminders = createReminders({ ...kernel, onError: failed("reminders") });

  const exams = deps.connections && createExams({ ...kernel, record: deps.connections });
  const examineNew = async (signal: AbortSignal): Promise<void> => exams?.ensure(signal);

  const idlePass = createIdlePass({
    ...kernel,
    trustAssistant: settings.trustAssistant,
    onSuspicious: () => observer.suspicious(),
    web: createWebCheck({
      ...kernel,
      web: deps.webSearch,
      onAway: failed("web search"),
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

  const jobDeps: JobDeps = {
    ...kernel,
    ...searchDeps,
    examineNew,
    backups: settings.backups,
    audit,
    idlePass,
    runs: () => runs,
    embedMemories,
    flush: () => counters.flush(),
    onError: failed("report"),
  };

  const runs: MaintenanceRuns = createMaintenanceRuns({
    ...kernel,
    system: store.system,
    onError: (job, error) => observer.error(`job ${job}`, error),
    onProgress: (userId, { id: runId, job, state, dryRun, result }) =>
      events.emit(userId, { type: "run", runId, job, state, dryRun, counts: result }),
    jobs: Object.fromEntries(
      JOBS.map(({ name, run }): [string, MaintenanceJob] => [
        name,
        (userId, context) => run(jobDeps, store.forUser(userId), context),
      ]),
    ),
    shared: isAlone ? undefined : { coordination, handOver: (run) => enqueueRun(queue, run) },
  });

  const forgetting = createForgetting({
    ...kernel,
    graceHours: settings.forgetGraceHours,
    onError: failed("forgetting"),
    onHidden: (userId, counts) => events.emit(userId, { type: "put_away", ...counts }),
    onExtractable: (userId, conversationId) => enqueueExtract(queue, { userId, conversationId }),
    forget: (userId, target) => forget(userId, target),
  });

  const graph = createGraphIntelligence(events);
  const review = createReviewDesk({ ...kernel, runs, forgetting });

  const onTurn = (userId: string, episode: Episode): void => {
    events.emit(userId, { type: "turn", conversationId: episode.conversationId, episodeId: episode.id });
    embedSoon(userId);
    if (episode.extraction.state !== "pending") return;
    enqueueExtract(queue, { userId, conversationId: episode.conversationId }).catch(failed("enqueue"));
  };

  let guarded = 0;
  const turnDeps: TurnDeps = {
    ...kernel,
    model,
    conversationLock: createSharedLock(coordination, CONVERSATION, {
      waitMs: limits.conversationWaitMs,
      busy: "conversation_busy",
    }),
    recall: {
      ...searchDeps,
      deadlineMs: limits.retrievalDeadlineMs,
      onMiss: observer.recallMiss.bind(observer),
    },
    limits,
    intents: { clock, graphLock, forgetting, modelReadsIntents: () => isTrusted(memoryModel) },
    offRecordBuffer,
    notice: (user, language) => forgetting.notice(user, language),
    onTold: (user, notice) => forgetting.told(user, notice.reviews).catch(failed("forgetting")),
    dueLine: (...of) => reminders.line(...of),
    onTurn,
    readAhead: (request) => readAhead({ model, gate }, request),
    onGuarded: () => {
      guarded += 1;
      observer.guarded();
    },
    observe: ({ userId, usage, ...turn }) => {
      observer.turn(turn);
      counters.add(userId, `turns.${turn.outcome}`);
      counters.add(userId, "tokens.prompt", usage?.promptTokens ?? 0);
      counters.add(userId, "tokens.completion", usage?.completionTokens ?? 0);
    },
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
      await dropReminders(store.system, userId);
      await graphLock.run(userId, () => resetRanking(store.forUser(userId), clock.now()));
      await audit({ actor: userId, act: "forget_everything", userId, counts });
    }
    return done;
  };

  registerExtract(queue, livePass);
  registerRuns(queue, runs);
  registerEmbed(queue, embedMemories);

  const extractFailedAgain = async (userId: string): Promise<number> => {
    const again = await retryFailedExtractions(store.forUser(userId));
    const conversations = new Set(again.map(({ conversationId }) => conversationId));
    for (const conversationId of conversations)
      await enqueueExtract(queue, { userId, conversationId, isBulk: true });
    return again.length;
  };

  const stored: Engine["stored"] = async (userId, { conversationId, isBulk }) => {
    await enqueueExtract(queue, { userId, conversationId, isBulk });
    embedSoon(userId);
  };

  const probe = (signal: AbortSignal): Promise<void> =>
    gate.background("idle", signal, async (inner) => void (await model.probe?.(inner)));

  const background = createBackground({
    ...deps,
    ...kernel,
    examineNew,
    runs,
    forgetting,
    forget,
    probe,
    warm: (signal) => warmModel({ model, gate, prompts: deps.prompts }, signal),
    extractFailedAgain,
    embedMemories,
    reminders,
  });

  return {
    ...kernel,
    model,
    memoryModel,
    connections: deps.connections ?? null,
    exams: exams ?? null,
    audit,
    events,
    runs,
    counters,
    livePass,
    review,
    graph,
    forgetting,
    recipes: RECIPE_NAMES.filter((name) => name !== "cross_encoder" || crossEncoder !== null),
    nameLock: createSharedLock(coordination, "name"),
    chat(userId, input, signal) {
      runs.userIsBack(userId);
      return runTurn(turnDeps, userId, input, signal);
    },
    task: (input, signal) => runTask(turnDeps, input, signal),
    search: (userId, request) => clientSearch(searchDeps, store.forUser(userId), request),
    forget,
    trainingChats: (userId, limit) =>
      trainingChats(store.forUser(userId), deps.prompts.get("extract").text, limit),
    takeFile: (userId, path, options) =>
      takeMemory(store.forUser(userId), path, {
        ...options,
        signingKey: settings.backups.signingKey,
        staging: {
          clock,
          newId,
          graphLock,
          system: store.system,
          async onStored(of, conversationIds) {
            for (const conversationId of conversationIds) await stored(of, { conversationId, isBulk: true });
          },
        },
      }),
    stored,
    async extractAgain(userId, episodeId) {
      const { conversationId } = await retryExtraction(store.forUser(userId), episodeId);
      await enqueueExtract(queue, { userId, conversationId });
    },
    extractFailedAgain,
    verifyFailedAgain: (userId) => retryFailedVerifications(store.forUser(userId)),
    probe,
    guardedReplies: () => guarded,
    failuresInARow: async (of) => (await failures[of].current())?.failures ?? 0,
    async start() {
      // The patterns compile on first use, which must not delay a user's first message.
      recogniseIntents("hello");
      await warm();
      return background.start();
    },
    lookForIdleUsers: background.lookForIdleUsers,
    async stop() {
      background.stop();
      exams?.stop();
      graph.close();
      offRecordBuffer.clear();
      // Jobs handed to this process are returned to the queue before the rest is stopped.
      if (!isAlone) await queue.close();
      await runs.close();
      await queue.close();
      await reminders.settled();
      gate.close();
      await Promise.all([failures.extraction.settled(), failures.verification.settled()]);
      await counters.stop();
    },
  };
}
