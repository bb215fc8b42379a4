import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { LOCAL_USER } from "../../domain/model/user.ts";
import { EngramError, invalidField } from "../../errors.ts";
import { TRUST_LEVELS } from "../../ports/chat-model.ts";
import type { ModelAddress } from "../../ports/model-servers.ts";
import { isAccepted } from "../../services/embedding/calibrated.ts";
import { describeCalibration } from "../../services/embedding/describe-calibration.ts";
import { ExamResult } from "../../services/exam/examine.ts";
import { learnedLines, learnedOf } from "../../services/model/learned.ts";
import type { ModelConnections, ModelRole } from "../../services/model/connections.ts";
import { routes } from "../route.ts";

const NAME_CHARS_MAX = 300;
const KEY_CHARS_MAX = 500;
/** Longest trial of a server, milliseconds: it may have to load the model. */
const TRY_MS_MAX = 120_000;

const Address = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: "must begin with http:// or https://" })
    .max(NAME_CHARS_MAX)
    .describe("of a server that speaks OpenAI's API, with or without `/v1`"),
  model: z.string().trim().max(NAME_CHARS_MAX).default("").describe("empty: the one it serves"),
  apiKey: z
    .string()
    .min(1)
    .max(KEY_CHARS_MAX)
    .optional()
    .describe("sent to that server alone; never shown again"),
});

const Choice = z.strictObject({
  chat: Address.nullable().optional().describe("answers messages; `null` leaves it to the search"),
  memory: Address.nullable().optional().describe("reads and judges; `null`: the chat's model does"),
  embeddings: Address.nullable().optional().describe("makes vectors; `null` leaves it to the search"),
  trust: z
    .enum(TRUST_LEVELS)
    .nullable()
    .optional()
    .describe(
      "how far the model of the memory is trusted, whatever its exam says; `null` leaves it to the exam",
    ),
});

const tokens = z.number().nullable();
const maybe = z.boolean().nullable();
const lines = z.array(z.object({ ok: z.boolean(), text: z.string() }));
const Served = z
  .object({
    name: z.string(),
    kind: z.enum(["chat", "embedding", "unknown"]),
    contextTokens: tokens,
    isLoaded: maybe,
  })
  .meta({ id: "ServedModel" });
/** What was learnt from a server's answers. */
const Learned = z.object({
  served: z.string().nullable(),
  models: z.array(Served),
  choice: z.enum(["configured", "unlisted", "instead", "only", "loaded", "first"]).nullable(),
  refusesKey: z.boolean(),
  takesEffort: maybe,
  slots: tokens,
  streams: maybe,
  tellsUsage: maybe,
  thought: z.enum(["field", "tags"]).nullable(),
  keepsSchema: maybe,
  reusesPrompt: maybe,
  tokensPerEstimate: z.number(),
  promptSpeed: tokens,
  generationSpeed: tokens,
});
/** The known values. */
export const LearnedView = Learned.partial().extend({ contextTokens: tokens.optional() });

const state = z.enum(["ready", "loading", "down"]);
const Connection = z.object({
  source: z.enum(["environment", "chosen", "found", "chat", "none"]),
  url: z.string().nullable(),
  chosenModel: z.string().nullable(),
  hasKey: z.boolean(),
  kind: z.enum(["none", "server"]),
  name: z.string(),
  state: state.or(z.literal("failing")),
  lines,
});
const Role = Connection.extend({ ...LearnedView.shape, trust: z.enum(TRUST_LEVELS).optional() });
const Models = z
  .object({
    chat: Role,
    memory: Role,
    embeddings: Connection,
    found: z.array(z.object({ url: z.string(), models: z.array(Served), state })).readonly(),
    exam: z.object({
      result: ExamResult.nullable(),
      running: z.object({ asked: z.int(), of: z.int() }).nullable(),
      decidedTrust: z.enum(TRUST_LEVELS).nullable(),
    }),
  })
  .meta({ id: "Models" });

const Tried = z
  .object({ state, model: z.string(), contextTokens: tokens, learned: Learned.nullable(), lines })
  .meta({ id: "TriedModel" });

/**
 * The models that answer, extract and judge. They serve all users and are sent what all say: changing them needs the right
 * `admin`, and is up to who set the service up.
 */
export const modelRoutes = routes(({ read, admin }, { engine, keys }, app) => {
  const isOwners = async ({ userId }: FastifyRequest): Promise<void> => {
    const first = keys.first();
    if (first === undefined || userId === first.userId || userId === LOCAL_USER) return;
    const told = `The models serve everybody: only ${LOCAL_USER} and the user of the first key choose them`;
    throw new EngramError("forbidden", told);
  };

  const connectionsOf = (): ModelConnections => {
    if (engine.connections === null) throw new EngramError("not_found", "The models are fixed");
    return engine.connections;
  };

  const connectionState = (role: ModelRole) => {
    const { source, at } = connectionsOf().connection(role);
    return {
      source,
      url: at === null ? null : addressOf(at),
      chosenModel: at?.model || null,
      hasKey: at?.apiKey !== undefined,
    };
  };

  const roleState = async (role: "chat" | "memory") => {
    const model = role === "chat" ? engine.model : engine.memoryModel;
    const connection = connectionState(role);
    const health = await model.health().catch(() => "down" as const);
    const { kind, name, trust } = model.info();
    return {
      ...connection,
      kind,
      name,
      state: health,
      trust,
      ...learnedOf(model),
      lines: learnedLines(learnedOf(model)).map(([ok, text]) => ({ ok, text })),
    };
  };

  const embeddingsState = async () => {
    const connection = connectionState("embeddings");
    const server = engine.embedder.server();
    const calibration = engine.embedder.calibration();
    return {
      ...connection,
      kind: server === null ? ("none" as const) : ("server" as const),
      name: calibration?.model ?? connection.chosenModel ?? "",
      state: (await server?.health().catch(() => "down" as const)) ?? "ready",
      lines:
        calibration === null ? [] : [{ ok: isAccepted(calibration), text: describeCalibration(calibration) }],
    };
  };

  const state = async () => {
    const connections = connectionsOf();
    const [chat, memory, embeddings] = await Promise.all([
      roleState("chat"),
      roleState("memory"),
      embeddingsState(),
    ]);
    return {
      chat,
      memory,
      embeddings,
      found: connections.found(),
      exam: {
        result: connections.exam(),
        running: engine.exams?.progress() ?? null,
        decidedTrust: connections.decidedTrust(),
      },
    };
  };

  read("GET /models", {
    summary: "The models that are used, why, what they can do and how far they are trusted",
    response: {
      200: Models,
    },
    run: state,
  });

  admin("PUT /models", {
    options: { preHandler: isOwners },
    summary: "Choose models; at once, and kept over restarts",
    body: Choice,
    response: { 200: Models },
    async run({ body }) {
      const { chat, memory, embeddings, trust } = body;
      const connections = connectionsOf();
      for (const [role, at] of [
        ["chat", chat],
        ["memory", memory],
        ["embeddings", embeddings],
      ] as const)
        if (at !== undefined) await connections.choose(role, at && given(at));
      if (trust !== undefined) {
        // The owner's decision is stored under the server's name for its model.
        await connections.memory.health();
        await connections.setTrust(trust);
      }
      return state();
    },
  });

  admin("POST /models/look", {
    summary: "Look for model servers at the usual addresses of this machine",
    response: { 200: Models },
    async run() {
      await connectionsOf().find();
      return state();
    },
  });

  admin("POST /models/try", {
    options: { preHandler: isOwners },
    summary: "Ask a server what it can do, by two short requests without content",
    body: Address,
    response: { 200: Tried },
    async run({ body }) {
      const signal = AbortSignal.timeout(TRY_MS_MAX);
      const { learned, ...report } = await connectionsOf().examine(given(body), signal);
      const known = { contextTokens: report.contextTokens, ...learned };
      return {
        ...report,
        learned: learned ?? null,
        lines: learnedLines(known).map(([ok, text]) => ({ ok, text })),
      };
    },
  });

  admin("POST /models/exam", {
    summary: "Examine the model of the memory; GET /models tells how far it is, and its marks",
    response: {
      202: Models,
    },
    async run() {
      const { exams, memoryModel } = engine;
      if (exams === null || memoryModel.info().kind === "none")
        throw invalidField("model", "no language model is connected", "conflict");
      if (exams.progress() !== null) throw new EngramError("conflict", "An exam is under way");
      exams.run().catch((error: unknown) => app.log.warn({ err: error }, "the exam did not end"));
      return state();
    },
  });
});

/** Without user name and password, which an address may contain. */
function addressOf({ url }: ModelAddress): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href.replace(/\/$/, "");
}

function given({ apiKey, ...at }: z.output<typeof Address>): ModelAddress {
  return apiKey === undefined ? at : { ...at, apiKey };
}
