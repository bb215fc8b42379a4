import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { routes } from "../route.ts";
import { TRUST_LEVELS, type ModelState } from "../../ports/chat-model.ts";
import { authenticate, isOwner } from "../auth.ts";
import type { RouteContext } from "../context.ts";
import { LearnedView } from "./models.ts";
import type { SystemStore } from "../../ports/memory-store.ts";
import { withDeadline } from "../../services/retrieval/deadline.ts";
import { learnedOf } from "../../services/model/learned.ts";
import { isAccepted } from "../../services/embedding/calibrated.ts";
import {
  CalibrationSummary,
  calibrationSummary,
  describeCalibration,
} from "../../services/embedding/describe-calibration.ts";
import type { Engine } from "../../services/engine-types.ts";

const note = z.string().optional();
/** All but `status` requires a key. */
const Health = z
  .object({ status: z.enum(["ok", "degraded", "down"]) })
  .extend(
    z
      .object({
        store: z.object({ kind: z.string(), state: z.string(), note }),
        spool: z.object({ waiting: z.int().describe("turns that wait for the store") }),
        queue: z.object({
          kind: z.string(),
          state: z.string(),
          waiting: z.int(),
          running: z.int(),
          dead: z.int(),
        }),
        model: LearnedView.extend({
          kind: z.string(),
          name: z.string(),
          state: z.string(),
          trust: z.enum(TRUST_LEVELS).optional(),
          guardedReplies: z.int().exactOptional(),
          note,
        }),
        embedder: z.object({
          kind: z.string(),
          state: z.string().exactOptional(),
          note,
          calibration: CalibrationSummary.exactOptional(),
        }),
        audio: z.object({ transcription: z.boolean(), speech: z.boolean() }),
        pending: z.object({ extraction: z.int(), verification: z.int(), purge: z.int() }),
        failed: z.object({
          extraction: z.int(),
          retrying: z.int(),
          verification: z.int(),
          inARow: z.int(),
          note,
        }),
      })
      .partial().shape,
  )
  .meta({ id: "Health" });

/** A probe of model or embedder is reused this long, milliseconds. */
const PROBE_MS = 2_000;
const PING_MS_MAX = 2_000;
/** A bad turn is tried twice at once; more consecutive failures than that mean something is wrong. */
const FAILURES_MAX = 3;
/** With less free space than this, the next turns may not be stored. */
const FREE_BYTES_MIN = 64 * 1024 * 1024;

/**
 * `/livez`: the process runs. `/readyz`: the store answers. `/health`: the whole state; degraded if a configured model server
 * is down, embeddings fail or were refused, the disk is nearly full, or consecutive extractions fail;
 * down if the store is unavailable. The CLI on the same machine needs no key.
 */
export const healthRoutes = routes(({ open }, context) => {
  const { engine } = context;
  const modelState = cached(() => engine.model.health().catch((): ModelState => "down"));
  const embedderState = cached(() => embedderHealth(engine));

  const health = async () => {
    const [ping, model, embedder, queue, free] = await Promise.all([
      answers(engine.store.system),
      modelState(),
      embedderState(),
      engine.queue.stats(),
      context.freeBytes(),
    ]);
    const counts = ping ? await engine.store.system.counts().catch(() => null) : null;
    const inARow = (of: "extraction" | "verification"): Promise<number> =>
      ping ? engine.failuresInARow(of).catch(() => 0) : Promise.resolve(0);
    const [extractionsInARow, verificationsInARow] = await Promise.all([
      inARow("extraction"),
      inARow("verification"),
    ]);
    const info = engine.model.info();
    const { trust } = engine.memoryModel.info();
    const { failedExtraction = 0, retryingExtraction = 0, failedVerification = 0 } = counts ?? {};
    const notes = [
      extractionsInARow >= FAILURES_MAX && failedExtraction + retryingExtraction > 0 ? EXTRACTION_NOTE : [],
      verificationsInARow >= FAILURES_MAX ? VERIFICATION_NOTE : [],
    ].flat();
    const isFull = free !== null && free < FREE_BYTES_MIN;
    const allAnswer =
      model === "ready" && ["ready", undefined].includes(embedder.state) && queue.state === "ok";
    const well = allAnswer && notes.length === 0 && !isFull;
    const status: z.output<typeof Health>["status"] = counts === null ? "down" : well ? "ok" : "degraded";
    return {
      status,
      store: {
        kind: engine.store.kind,
        state: counts === null ? "down" : "ok",
        note: isFull ? DISK_NOTE : undefined,
      },
      spool: context.waitingTurns === null ? undefined : { waiting: context.waitingTurns() },
      queue: { kind: engine.queue.kind, ...queue },
      model: {
        kind: info.kind,
        name: info.name,
        state: model,
        ...learnedOf(engine.model),
        trust,
        ...(info.kind === "none" ? { note: NO_MODEL_NOTE } : guardedNote(engine.guardedReplies())),
      },
      embedder,
      audio: { transcription: context.audio.transcription !== null, speech: context.audio.speech !== null },
      pending: {
        extraction: counts?.pendingExtraction ?? 0,
        verification: counts?.pendingVerification ?? 0,
        purge: counts?.pendingPurges ?? 0,
      },
      failed: {
        extraction: failedExtraction,
        retrying: retryingExtraction,
        verification: failedVerification,
        inARow: extractionsInARow,
        note: notes.length > 0 ? notes.join("; ") : undefined,
      },
    };
  };

  open("GET /livez", {
    options: { logLevel: "silent" },
    run: async () => ({ status: "ok" }),
  });
  open("GET /readyz", {
    options: { logLevel: "silent" },
    async run(_, reply) {
      const store = await answers(engine.store.system);
      return reply.code(store ? 200 : 503).send({ status: store ? "ok" : "down", checks: { store } });
    },
  });
  open("GET /health", {
    options: { logLevel: "silent" },
    summary: "The state of the service and its parts; without a key its status alone",
    response: { 200: Health, 503: Health },
    async run(request, reply) {
      const state = await health();
      reply.code(state.status === "down" ? 503 : 200);
      return isKnownCaller(context, request) ? state : { status: state.status };
    },
  });
});

const EXTRACTION_NOTE =
  "the newest extractions failed; GET /memory/episodes?extraction=retrying and ?extraction=failed say why";
const VERIFICATION_NOTE =
  "the model failed at the newest verifications; the log and GET /memory/episodes?verification=failed say why";

const DISK_NOTE = "less than 64 MB are free where DATA_DIR lies: what is said may not be kept";

function guardedNote(guardedReplies: number): { guardedReplies?: number; note?: string } {
  if (guardedReplies === 0) return {};
  const note =
    "replies that were Engram's own data were held back and asked for again; a larger model does this less";
  return { guardedReplies, note };
}

const NO_MODEL_NOTE =
  "no language model is connected: Engram quotes what you told it; connect one in Settings > Models, or set LLAMA_CPP_URL";

function isKnownCaller({ adminToken, keys }: RouteContext, request: FastifyRequest): boolean {
  if (isOwner(request, adminToken)) return true;
  try {
    authenticate(request, keys);
    return true;
  } catch {
    return false;
  }
}

function answers(store: SystemStore): Promise<boolean> {
  return withDeadline(store.ping(), PING_MS_MAX).then(
    () => true,
    () => false,
  );
}

const LEXICAL = {
  kind: "none",
  note: "lexical mode: memories are found by their words, not by vectors",
} as const;

const EMBEDDER_NOTES = {
  failing: "it brings no vectors; memories are found by their words alone until it does; the log says why",
  down: "memories are found by their words alone until it answers",
};

const NOT_CALIBRATED =
  "it is calibrated in the background; memories are found by their words alone until it is";

async function embedderHealth({
  embedder,
}: Engine): Promise<NonNullable<z.output<typeof Health>["embedder"]>> {
  const state = await embedder.server()?.health();
  if (state === undefined) return LEXICAL;
  const calibration = embedder.calibration();
  if (state !== "ready") return { kind: "server", state, note: EMBEDDER_NOTES[state] };
  if (calibration === null) return { kind: "server", state, note: NOT_CALIBRATED };
  const note = describeCalibration(calibration);
  return {
    kind: "server",
    state: isAccepted(calibration) ? state : "refused",
    note,
    calibration: calibrationSummary(calibration),
  };
}

function cached<T>(probe: () => Promise<T>): () => Promise<T> {
  let known: { at: number; state: Promise<T> } | null = null;
  return () => {
    if (known === null || performance.now() - known.at > PROBE_MS) {
      known = { at: performance.now(), state: probe() };
    }
    return known.state;
  };
}
