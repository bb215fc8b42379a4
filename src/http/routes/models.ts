import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { EngramError, invalidField } from "../../errors.ts";
import { TRUST_LEVELS } from "../../ports/chat-model.ts";
import type { ModelAddress } from "../../ports/model-servers.ts";
import { isAccepted } from "../../services/embedding/calibrated.ts";
import { describeCalibration } from "../../services/embedding/describe-calibration.ts";
import { learnedLines, learnedOf } from "../../services/model/learned.ts";
import type { ModelConnections, ModelRole } from "../../services/model/connections.ts";
import type { RouteContext } from "../context.ts";

const NAME_CHARS_MAX = 300;
const KEY_CHARS_MAX = 500;
/** Longest that trying a server takes, milliseconds: it may have to load the model. */
const TRY_MS_MAX = 120_000;

const Address = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
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

/** Which models answer, read and judge. They serve all users: changing them needs the right `admin`. */
export function modelRoutes({ engine }: RouteContext): FastifyPluginAsyncZod {
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
      ...(trust === undefined ? {} : { trust }),
      ...learnedOf(model),
      lines: learnedLines(learnedOf(model)).map(([ok, text]) => ({ ok, text })),
    };
  };

  const embeddingsState = async () => {
    const connection = connectionState("embeddings");
    const { embedder } = engine;
    const isThere = embedder?.isConnected() === true;
    const calibration = isThere ? embedder.calibration() : null;
    return {
      ...connection,
      kind: isThere ? "server" : "none",
      name: calibration?.model ?? connection.chosenModel ?? "",
      state: isThere ? await embedder.server.health().catch(() => "down" as const) : "ready",
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

  return async (app) => {
    app.get(
      "/models",
      {
        schema: {
          tags: ["models"],
          summary: "The models that are used, why, what they can do and how far they are trusted",
        },
      },
      state,
    );

    app.put(
      "/models",
      {
        schema: {
          tags: ["models"],
          summary: "Choose models; at once, and kept over restarts",
          body: Choice,
        },
      },
      async (request) => {
        const { chat, memory, embeddings, trust } = request.body;
        const connections = connectionsOf();
        for (const [role, at] of [
          ["chat", chat],
          ["memory", memory],
          ["embeddings", embeddings],
        ] as const)
          if (at !== undefined) await connections.choose(role, at && given(at));
        if (trust !== undefined) {
          // The owner's word is kept under the name that the server gives its model.
          await connections.memory.health();
          await connections.setTrust(trust);
        }
        return state();
      },
    );

    app.post(
      "/models/look",
      {
        schema: {
          tags: ["models"],
          summary: "Look for model servers at the usual addresses of this machine",
        },
      },
      async () => {
        await connectionsOf().find();
        return state();
      },
    );

    app.post(
      "/models/try",
      {
        schema: {
          tags: ["models"],
          summary: "Ask a server what it can do, by two short requests without content",
          body: Address,
        },
      },
      async (request) => {
        const signal = AbortSignal.timeout(TRY_MS_MAX);
        const { learned, ...report } = await connectionsOf().examine(given(request.body), signal);
        const known = { contextTokens: report.contextTokens, ...learned };
        return {
          ...report,
          learned: learned ?? null,
          lines: learnedLines(known).map(([ok, text]) => ({ ok, text })),
        };
      },
    );

    app.post(
      "/models/exam",
      {
        schema: {
          tags: ["models"],
          summary: "Examine the model of the memory; GET /models tells how far it is, and its marks",
        },
      },
      async (_, reply) => {
        const { exams, memoryModel } = engine;
        if (exams === null || memoryModel.info().kind === "none")
          throw invalidField("model", "no language model is connected", "conflict");
        if (exams.progress() !== null) throw new EngramError("conflict", "An exam is under way");
        exams.run().catch((error: unknown) => app.log.warn({ err: error }, "the exam did not end"));
        return reply.code(202).send(await state());
      },
    );
  };
}

/** Without user name and password, which may stand in an address. */
function addressOf({ url }: ModelAddress): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href.replace(/\/$/, "");
}

function given({ apiKey, ...at }: z.output<typeof Address>): ModelAddress {
  return apiKey === undefined ? at : { ...at, apiKey };
}
