import { Counter, Gauge, Histogram, Registry } from "@prometheus-io/client";
import type { EngineObserver } from "../services/engine-types.ts";
import type { JobQueue } from "../ports/job-queue.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import type { Logger } from "./logger.ts";

/** Buckets for first tokens on a slow box, seconds. */
const FIRST_TOKEN_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];
const RETRIEVAL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

export interface Metrics {
  registry: Registry;
  observer: EngineObserver;
  /** Reads the queue on each scrape. */
  watch(queue: JobQueue): void;
  /** An alert was sent. */
  alert(kind: string): void;
  /** Reads on each scrape how many turns wait for the store. */
  watchSpool(waiting: () => number): void;
}

/** One registry per app. Dashboards depend on the names: extend, do not rename. */
export function createMetrics(store: MemoryStore, logger: Logger): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []): Counter<L> =>
    new Counter({ name, help, labelNames, registers });

  const turns = counter("engram_turns_total", "Turns by outcome", ["outcome"]);
  const extractions = counter("engram_extractions_total", "Live extractions by outcome", ["outcome"]);
  const validations = counter("engram_validations_total", "Proposals judged, by stage and outcome", [
    "stage",
    "outcome",
  ]);
  const requests = counter("engram_llm_requests_total", "Model requests", ["purpose", "outcome"]);
  const tokens = counter("engram_llm_tokens_total", "Model tokens", ["purpose", "kind"]);
  const misses = counter("engram_recall_misses_total", "Replies that went without recall", ["reason"]);
  const guarded = counter(
    "engram_replies_guarded_total",
    "Replies that were the service's own text and were held back",
  );
  const suspicious = counter(
    "engram_suspicious_reasoning_total",
    "Extractions and votes whose reasoning looked suspicious",
  );
  const alerts = counter("engram_alerts_total", "Alerts by kind", ["kind"]);
  const firstToken = new Histogram({
    name: "engram_first_token_seconds",
    help: "From the start of a turn to its first token",
    buckets: FIRST_TOKEN_BUCKETS,
    registers,
  });
  const retrieval = new Histogram({
    name: "engram_retrieval_seconds",
    help: "Retrieval by lane",
    labelNames: ["lane"],
    buckets: RETRIEVAL_BUCKETS,
    registers,
  });
  storeGauges(registry, store);

  return {
    registry,
    watch: (queue) => queueGauges(registry, queue),
    alert: (kind) => alerts.inc({ kind }),
    watchSpool: (waiting) => spoolGauge(registry, waiting),
    observer: {
      turn({ outcome, firstTokenSeconds }) {
        turns.inc({ outcome });
        if (firstTokenSeconds !== null) firstToken.observe(firstTokenSeconds);
      },
      extraction: (outcome) => extractions.inc({ outcome }),
      validation: (stage, outcome) => validations.inc({ stage, outcome }),
      guarded: () => guarded.inc(),
      suspicious: () => suspicious.inc(),
      modelCall({ purpose, outcome, promptTokens, cachedTokens, completionTokens }) {
        requests.inc({ purpose, outcome });
        tokens.inc({ purpose, kind: "prompt" }, promptTokens);
        tokens.inc({ purpose, kind: "cached" }, cachedTokens);
        tokens.inc({ purpose, kind: "completion" }, completionTokens);
      },
      retrieval: (lane, seconds) => retrieval.observe({ lane }, seconds),
      recallMiss(reason, error) {
        misses.inc({ reason });
        logger.warn({ reason, err: error }, "a reply went without recall");
      },
      error: (where, err) => logger.error({ where, err }, "background work failed"),
    },
  };
}

/**
 * Read from the store on each scrape, once for all three: counts survive restarts (F21). They are omitted while the
 * store is down, when the other metrics matter most.
 */
function storeGauges(registry: Registry, store: MemoryStore): void {
  const registers = [registry];
  type Counts = Awaited<ReturnType<MemoryStore["system"]["counts"]>>;
  let reading: Promise<Counts | null> | null = null;
  const counts = (): Promise<Counts | null> => {
    reading ??= store.system
      .counts()
      .catch(() => null)
      .finally(() => setImmediate(() => (reading = null)));
    return reading;
  };
  new Gauge({
    name: "engram_pending",
    help: "Turns that wait; extraction_failed, verification_failed: set aside until they are asked for again",
    labelNames: ["stage"],
    registers,
    async collect() {
      const now = await counts();
      this.reset();
      if (now === null) return;
      this.set({ stage: "extraction" }, now.pendingExtraction);
      this.set({ stage: "extraction_failed" }, now.failedExtraction);
      this.set({ stage: "verification" }, now.pendingVerification);
      this.set({ stage: "verification_failed" }, now.failedVerification);
    },
  });
  new Gauge({
    name: "engram_facts",
    help: "Facts by status",
    labelNames: ["status"],
    registers,
    async collect() {
      const now = await counts();
      this.reset();
      for (const [status, count] of Object.entries(now?.facts ?? {})) this.set({ status }, count);
    },
  });
  new Gauge({
    name: "engram_entities",
    help: "Entities",
    registers,
    async collect() {
      const now = await counts();
      // Without labels, a reset would write a zero, which would be wrong.
      if (now === null) this.remove();
      else this.set(now.entities);
    },
  });
}

function spoolGauge(registry: Registry, waiting: () => number): void {
  new Gauge({
    name: "engram_spooled_turns",
    help: "Turns of this process that wait for the store",
    registers: [registry],
    collect() {
      this.set(waiting());
    },
  });
}

/** Over all processes that share the queue; read once per scrape. */
function queueGauges(registry: Registry, queue: JobQueue): void {
  const registers = [registry];
  let reading: ReturnType<JobQueue["stats"]> | null = null;
  const stats = (): ReturnType<JobQueue["stats"]> => {
    reading ??= queue.stats().finally(() => setImmediate(() => (reading = null)));
    return reading;
  };
  new Gauge({
    name: "engram_queue_up",
    help: "1 while the queue answers, else 0",
    registers,
    async collect() {
      this.set((await stats()).state === "ok" ? 1 : 0);
    },
  });
  new Gauge({
    name: "engram_queue_jobs",
    help: "Background jobs by state; dead ones failed for good",
    labelNames: ["state"],
    registers,
    async collect() {
      const { waiting, running, dead } = await stats();
      this.set({ state: "waiting" }, waiting);
      this.set({ state: "running" }, running);
      this.set({ state: "dead" }, dead);
    },
  });
}
