import { z } from "zod";
import { EngramError } from "../../errors.ts";
import { MODEL_CLIENT } from "../../ports/chat-model.ts";
import { routes } from "../route.ts";
import { embeddingRoutes } from "./embeddings.ts";
import { sendSse } from "../sse.ts";
import { EventStream } from "../view-schemas.ts";
import { chunks, completion } from "./completion.ts";
import { isLegacy } from "./legacy-functions.ts";
import { CompletionBody, HISTORY_BYTES_MAX } from "./schema.ts";
import { turnOpener } from "./open-turn.ts";
import { responseRoutes } from "./responses.ts";
import { REQUEST_MODES } from "./to-turn.ts";

/** The fields that OpenAI clients read; the full format is in OpenAI's documentation. */
const CompletionResponse = {
  description: "A completion, or its chunks when `stream` is true",
  content: {
    "application/json": {
      schema: z
        .looseObject({
          id: z.string(),
          object: z.literal("chat.completion"),
          created: z.int(),
          model: z.string(),
          choices: z.array(
            z.looseObject({
              index: z.int(),
              message: z.looseObject({ role: z.string(), content: z.string().nullable() }),
              finish_reason: z.string(),
            }),
          ),
          usage: z.looseObject({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
        })
        .meta({ id: "OpenAiCompletion" }),
    },
    ...EventStream.content,
  },
};
const ModelCard = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.int(),
  owned_by: z.string(),
  context_length: z.int().exactOptional().describe("tokens, if the model server tells"),
});

/** `/v1`: any OpenAI-compatible client gets memory by changing its base URL. */
export const openAiRoutes = routes(async ({ read, write }, context, app) => {
  const { engine } = context;
  const open = turnOpener(context);
  /** Clients that find no context here shorten histories to one they guess, often of 8,192 tokens or less. */
  const modelCard = (id?: string) => {
    const { name, contextTokens } = engine.model.info();
    const length = contextTokens === null ? {} : { context_length: contextTokens };
    return { id: id ?? name, object: "model" as const, created: 0, owned_by: "engram", ...length };
  };
  // As its own model it would ask itself without end.
  app.addHook("onRequest", async ({ headers }) => {
    if (headers["user-agent"] === MODEL_CLIENT)
      throw new EngramError("not_found", "This is an Engram; it answers no other one");
  });
  write("POST /v1/chat/completions", {
    options: { bodyLimit: HISTORY_BYTES_MAX },
    summary: "OpenAI-compatible chat completions with memory",
    body: CompletionBody,
    response: { 200: CompletionResponse },
    async run(request, reply) {
      const { body } = request;
      const opened = {
        ...(await open(request, reply, body)),
        choices: body.n ?? 1,
        isLegacy: isLegacy(body),
      };
      if (!body.stream) return completion(opened);
      const usage = body.stream_options?.include_usage === true;
      return sendSse(reply, chunks(opened, { usage, model: engine.model.info().name }));
    },
  });

  read("GET /v1/models", {
    summary: "The model that answers, in a list",
    response: {
      200: z.object({ object: z.literal("list"), data: z.array(ModelCard) }),
    },
    run: async () => ({
      object: "list" as const,
      data: [modelCard()],
    }),
  });

  const modelNamed = (id: string) => {
    const { name } = engine.model.info();
    if (![name, ...REQUEST_MODES.map((mode) => `${name}:${mode}`)].includes(id))
      throw new EngramError("not_found", `The model does not exist; there is ${name}`);
    return modelCard(id);
  };

  read("GET /v1/models/:id", {
    summary: "The model that answers",
    params: z.object({ id: z.string() }),
    response: { 200: ModelCard },
    run: async ({ params }) => modelNamed(params.id),
  });
  // Names such as `qwen/qwen3`, as some clients leave them.
  read("GET /v1/models/*", {
    params: z.object({ "*": z.string() }),
    run: async ({ params }) => modelNamed(params["*"]),
  });

  app.options("/v1/*", { config: { right: "read" }, schema: { hide: true } }, (_, reply) =>
    reply.code(204).header("allow", "GET, HEAD, POST").send(),
  );
  await app.register(responseRoutes, context);
  await app.register(embeddingRoutes, context);
});
