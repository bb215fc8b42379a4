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
    watchSpool(waiting) {
      const help = "Turns of this process that wait for the store";
      gauge(registry, { name: "engram_spooled_turns", help, label: null }, waiting);
    },
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

/** Read once per scrape, however many gauges show parts of it. */
function oncePerScrape<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => (reading ??= read().finally(() => setImmediate(() => (reading = null))));
}

/** A number, or one for each value of a label; null: it is not known now, and left out. */
type Measured<Label> = Label extends string ? Record<string, number> | null : number | null;

function gauge<Label extends string | null>(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label: Label },
  measure: () => Measured<Label> | Promise<Measured<Label>>,
): void {
  new Gauge<string>({
    name,
    help,
    labelNames: label === null ? [] : [label],
    registers: [registry],
    async collect() {
      const measured = await measure();
      // Without labels, a reset would write a zero, which would be wrong.
      if (label === null) this.remove();
      else this.reset();
      if (typeof measured === "number") return this.set(measured);
      for (const [value, count] of Object.entries(measured ?? {})) this.set({ [label ?? ""]: value }, count);
    },
  });
}

/**
 * Counts survive restarts (F21). They are omitted while the store is down, when the other metrics matter most.
 */
function storeGauges(registry: Registry, store: MemoryStore): void {
  const counts = oncePerScrape(() => store.system.counts().catch(() => null));
  const pending = {
    name: "engram_pending",
    help: "Turns that wait; extraction_failed, verification_failed: set aside until they are asked for again",
    label: "stage",
  };
  gauge(registry, pending, async () => {
    const now = await counts();
    return (
      now && {
        extraction: now.pendingExtraction,
        extraction_failed: now.failedExtraction,
        verification: now.pendingVerification,
        verification_failed: now.failedVerification,
      }
    );
  });
  const facts = { name: "engram_facts", help: "Facts by status", label: "status" };
  gauge(registry, facts, async () => (await counts())?.facts ?? null);
  const entities = { name: "engram_entities", help: "Entities", label: null };
  gauge(registry, entities, async () => (await counts())?.entities ?? null);
}

/** Over all processes that share the queue. */
function queueGauges(registry: Registry, queue: JobQueue): void {
  const stats = oncePerScrape(() => queue.stats());
  const up = { name: "engram_queue_up", help: "1 while the queue answers, else 0", label: null };
  gauge(registry, up, async () => ((await stats()).state === "ok" ? 1 : 0));
  const jobs = {
    name: "engram_queue_jobs",
    help: "Background jobs by state; dead ones failed for good",
    label: "state",
  };
  gauge(registry, jobs, async () => {
    const { waiting, running, dead } = await stats();
    return { waiting, running, dead };
  });
}
