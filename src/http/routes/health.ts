import type { FastifyPluginAsync } from "fastify";
import type { ModelState } from "../../ports/chat-model.ts";
import { authenticate } from "../auth.ts";
import type { RouteContext } from "../context.ts";

/** A probe of the model is reused this long, milliseconds. */
const MODEL_PROBE_MS = 2_000;
const PING_MS_MAX = 2_000;

/**
 * `/livez`: the process runs. `/readyz`: the store answers. `/health`: the whole state; a configured model server
 * that is down means degraded, a store that is away means down.
 */
export function healthRoutes(context: RouteContext): FastifyPluginAsync {
  const { engine } = context;
  const modelState = cachedModelState(context);

  const health = async () => {
    const [ping, model, queue] = await Promise.all([
      bounded(engine.store.system.ping()),
      modelState(),
      engine.queue.stats(),
    ]);
    const counts = ping ? await engine.store.system.counts().catch(() => null) : null;
    const info = engine.model.info();
    const status = counts === null ? "down" : model === "ready" ? "ok" : "degraded";
    return {
      status,
      store: { kind: engine.store.kind, state: counts === null ? "down" : "ok" },
      queue: { kind: engine.queue.kind, ...queue },
      model: {
        kind: info.kind,
        name: info.name,
        state: model,
        ...(info.kind === "rule" ? { note: RULE_NOTE } : {}),
      },
      embedder: { kind: "none", note: "lexical mode: memories are found by their words, not by vectors" },
      pending: { extraction: counts?.pendingExtraction ?? 0, verification: counts?.pendingVerification ?? 0 },
    };
  };

  return async (app) => {
    app.get("/livez", { schema: { hide: true }, logLevel: "silent" }, async () => ({ status: "ok" }));
    app.get("/readyz", { schema: { hide: true }, logLevel: "silent" }, async (_, reply) => {
      const store = await bounded(engine.store.system.ping());
      return reply.code(store ? 200 : 503).send({ status: store ? "ok" : "down", checks: { store } });
    });
    app.get("/health", { logLevel: "silent", schema: { tags: ["monitoring"] } }, async (request, reply) => {
      const state = await health();
      reply.code(state.status === "down" ? 503 : 200);
      return isKnownCaller(context, request) ? state : { status: state.status };
    });
  };
}

const RULE_NOTE = "built-in rule model, no language model; set LLAMA_CPP_URL to connect one";

function isKnownCaller(context: RouteContext, request: Parameters<typeof authenticate>[0]): boolean {
  try {
    authenticate(request, context.keys);
    return true;
  } catch {
    return false;
  }
}

async function bounded(work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_MS_MAX);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

function cachedModelState(context: RouteContext): () => Promise<ModelState> {
  let known: { at: number; state: Promise<ModelState> } | null = null;
  return () => {
    if (known === null || performance.now() - known.at > MODEL_PROBE_MS) {
      known = { at: performance.now(), state: context.engine.model.health().catch(() => "down" as const) };
    }
    return known.state;
  };
}
