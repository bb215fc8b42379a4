import { z } from "zod";
import { EngramError } from "../../errors.ts";
import { clientSignal } from "../context.ts";
import { routes } from "../route.ts";
import { withoutNulls } from "../absent.ts";

/** Texts per request (OpenAI's limit), and characters per text. */
const INPUTS_MAX = 2048;
const INPUT_CHARS_MAX = 100_000;

const text = z.string().min(1).max(INPUT_CHARS_MAX);
const EmbeddingsBody = z.preprocess(
  withoutNulls,
  z.looseObject({
    input: z.union([text, z.array(text).min(1).max(INPUTS_MAX)], {
      error: `must be a text of up to ${INPUT_CHARS_MAX} characters, or up to ${INPUTS_MAX} of them; not tokens`,
    }),
    encoding_format: z.enum(["float", "base64"]).default("float"),
  }),
);

const Embeddings = z.object({
  object: z.literal("list"),
  model: z.string(),
  data: z.array(
    z.object({
      object: z.literal("embedding"),
      index: z.int(),
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int(), total_tokens: z.int() }),
});

/** `POST /v1/embeddings`: the configured embedder, so that a client needs only one base URL. */
export const embeddingRoutes = routes(({ write }, context) => {
  write("POST /v1/embeddings", {
    summary: "Vectors of texts, by the embedding model",
    body: EmbeddingsBody,
    response: { 200: Embeddings },
    async run({ body }, reply) {
      const embedder = context.engine.embedder.server();
      if (embedder === null)
        throw new EngramError("not_implemented", "No embedding model is connected (EMBEDDINGS_URL)");
      const signal = clientSignal(context, reply);
      const texts = typeof body.input === "string" ? [body.input] : body.input;
      const vectors = await embedder.embed(texts, signal);
      const tokens = texts.reduce((sum, one) => sum + Math.ceil(one.length / 4), 0);
      return {
        object: "list" as const,
        model: await embedder.tag(signal),
        data: vectors.map((vector, index) => ({
          object: "embedding" as const,
          index,
          embedding: body.encoding_format === "base64" ? base64(vector) : Array.from(vector),
        })),
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      };
    },
  });
});

/** Little-endian float32, as OpenAI sends it. */
function base64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
}
