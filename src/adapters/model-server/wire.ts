/**
 * Model server responses, limited to the fields Engram uses: OpenAI's, and those that llama-server, Ollama, LM Studio, vLLM
 * and others add. Parsed leniently: a number out of range, or a field of another type, counts as absent. Only the requested
 * data (vectors, scores) must be valid.
 */
import { z } from "zod";

const TOKENS_MAX = 10_000_000;
const SLOTS_MAX = 1_024;
const NAME_CHARS_MAX = 300;
const PATH_CHARS_MAX = 1_000;
/** Of a message, limit of what is inspected. */
const MESSAGE_CHARS_MAX = 2_000;
/** Entries of a list that are read; OpenRouter lists 350 models. */
const MODELS_MAX = 1_024;
const TOOL_CALLS_MAX = 256;

const figure = (min: number, max: number) => z.number().min(min).max(max).optional().catch(undefined);
const count = z.int().min(0).max(TOKENS_MAX).optional().catch(undefined);
const context = z.int().min(16).max(TOKENS_MAX).optional().catch(undefined);
const text = z.string().optional().catch(undefined);
/** One line of visible characters: names are shown, logged and sent back. */
const IS_PRINTABLE = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u;
const name = z.string().max(NAME_CHARS_MAX).regex(IS_PRINTABLE);
const part = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);
const optionalName = part(name);
/** A list whose entries are parsed only if there are not too many. */
const shortList = <T extends z.ZodType>(entry: T, max: number) =>
  z.array(z.unknown()).max(max).pipe(z.array(entry));
/** The parseable entries. */
const listOf = <T extends z.ZodType>(entry: T) =>
  z.array(z.unknown()).transform((all) =>
    all.slice(0, MODELS_MAX).flatMap((one) => {
      const read = entry.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  );

/** Some servers answer with the bare list. */
const asData = (list: unknown): unknown => (Array.isArray(list) ? { data: list } : list);

const textOf = (parts: { text?: string | undefined }[]) => parts.map((one) => one.text ?? "").join("");

/** JSON text; some servers send the object itself. */
const asJson = part(z.union([z.string(), z.looseObject({}).transform((value) => JSON.stringify(value))]));

/** gpt-oss may append its channel: "look_up<|channel|>commentary". */
const toolName = text.transform((name) => name?.replace(/<\|.*$/, ""));

/** Clients get its other fields unchanged. */
const ToolCall = z.looseObject({
  index: z.int().min(0).max(TOOL_CALLS_MAX).optional(),
  id: optionalName,
  type: optionalName,
  function: part(z.looseObject({ name: toolName, arguments: asJson })),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** Mistral sends the text of a model that reasons in parts. */
const TextPart = z.object({ text, thinking: part(listOf(z.object({ text }))) });

const Delta = z
  .object({
    content: part(z.union([z.string(), listOf(TextPart)])),
    /** OpenAI's, in place of the content. */
    refusal: text,
    /** llama-server, LM Studio, DeepSeek; `reasoning` is vLLM's and Ollama's name. */
    reasoning_content: text,
    reasoning: text,
    tool_calls: part(listOf(ToolCall)),
  })
  .transform(({ content, refusal, ...rest }) => {
    if (!Array.isArray(content)) return { content: content || refusal, ...rest };
    const thoughts = content.flatMap(({ thinking = [] }) => thinking);
    return { ...rest, content: textOf(content), reasoning: textOf(thoughts) };
  });
export type Delta = z.infer<typeof Delta>;

const MS_MAX = 86_400_000;
/** llama-server's: on the usage chunk, or on the finish chunk when usage was not asked for. */
const Timings = z.object({
  /** Prompt tokens found in the cache. */
  cache_n: count,
  /** Prompt tokens processed, without cache hits. */
  prompt_n: count,
  prompt_ms: figure(0, MS_MAX),
  predicted_n: count,
  predicted_ms: figure(0, MS_MAX),
});
export type Timings = z.infer<typeof Timings>;

const Usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: part(z.object({ cached_tokens: count })),
});
export type Usage = z.infer<typeof Usage>;

const message = z.string().transform((all) => all.slice(0, MESSAGE_CHARS_MAX));
const ErrorDetail = z.object({
  message: part(message),
  type: text,
  code: part(z.union([z.string(), z.number()])),
  /** llama-server's, with `exceed_context_size_error`. */
  n_prompt_tokens: count,
  n_ctx: context,
});
export type ErrorDetail = z.infer<typeof ErrorDetail>;

/** The error of a body or of an event inside a 200 stream; LM Studio and Ollama send a string instead. */
const error = z.union([message.transform((told): ErrorDetail => ({ message: told })), ErrorDetail]);
export const ErrorBody = z.object({ error });

/** Clients get its tokens unchanged. */
const Logprobs = z.object({ content: part(z.array(z.unknown())) });

/** A chunk of a stream (`delta`), or a whole answer (`message`). */
export const Chunk = z.object({
  model: optionalName,
  choices: part(
    listOf(
      z.object({
        index: count,
        delta: part(Delta),
        message: part(Delta),
        logprobs: part(Logprobs),
        finish_reason: text,
      }),
    ),
  ),
  usage: part(Usage),
  timings: part(Timings),
  error: part(error),
});

/** llama-server's GET /health */
export const Health = z.object({ status: z.string() });

/** GET /props of llama-server; a router's has no slots. */
export const Props = z.object({
  default_generation_settings: part(z.object({ n_ctx: context })),
  total_slots: z.int().min(1).max(SLOTS_MAX).optional().catch(undefined),
  model_alias: optionalName,
  model_path: part(z.string().max(PATH_CHARS_MAX).regex(IS_PRINTABLE)),
  chat_template: text,
});

/** GET /slots of llama-server */
export const Slots = shortList(
  z.object({
    id: z.int().min(0).max(SLOTS_MAX),
    is_processing: z.boolean(),
    /** Of its last request; absent if it had none since the server started. */
    id_task: z.number().optional(),
  }),
  SLOTS_MAX,
);

/** GET /v1/models, and LM Studio's /api/v0/models. Ollama's `data` is null while it has no model; Together's list is bare. */
export const ModelList = z.preprocess(
  asData,
  z.object({
    object: text,
    data: z.union([
      listOf(
        z.object({
          id: name,
          owned_by: text,
          /** llama-server's, for a loaded model; llama-swap's, for all. */
          meta: part(z.object({ n_ctx: context })),
          /** llama-server's router: `value` is loaded, loading, unloaded or failed; `args` start the model. */
          status: part(z.object({ value: text, args: part(z.array(z.string())) })),
          /** vLLM */
          max_model_len: context,
          context_length: context,
          /** LM Studio: llm, vlm or embeddings; loaded or not-loaded */
          type: text,
          state: text,
          loaded_context_length: context,
          /** Lemonade: what the model is for; whose model it is, if it runs elsewhere */
          labels: part(listOf(z.string())),
          /** Speaches */
          task: text,
          cloud_provider: text,
        }),
      ),
      z.null().transform(() => []),
    ]),
  }),
);
export type ListedModel = z.infer<typeof ModelList>["data"][number];

/** Ollama's GET /api/ps: the loaded models and their contexts. */
export const OllamaRunning = z.object({
  models: listOf(z.object({ name, context_length: context })),
});

/** Ollama's GET /api/tags; its cloud models have the host that they run on. */
export const OllamaTags = z.object({
  models: listOf(z.object({ name, remote_host: text })),
});

/** Ollama's POST /api/show */
export const OllamaModel = z.object({ capabilities: z.array(z.string()) });

const position = (length: number) => z.int().min(0).lt(length);

/** Texts per request of either kind; bounds the server's work and the response size. TEI takes no more. */
export const EMBEDDED_MAX = 32;
export const RERANKED_MAX = 32;

/** The largest current models have 8,192. */
const DIMENSIONS_MAX = 16_384;
const FLOAT_BYTES = 4;
const BASE64_CHARS_MAX = Math.ceil((DIMENSIONS_MAX * FLOAT_BYTES) / 3) * 4;

/** A vector as sent by llama-server: base64 of little-endian float32, or a list of numbers. */
const Vector = z.union([
  z.string().min(1).max(BASE64_CHARS_MAX),
  z.custom<number[]>(
    (list) =>
      Array.isArray(list) && list.length > 0 && list.length <= DIMENSIONS_MAX && list.every(Number.isFinite),
  ),
]);
export type Vector = z.infer<typeof Vector>;

/** A vector by itself in a list. */
const unnested = (rows: unknown): unknown =>
  Array.isArray(rows) && rows.length === 1 && Array.isArray(rows[0]) ? rows[0] : rows;

/** POST /v1/embeddings; without the version, llama-server answers with a bare list of lists of one vector. */
export const Embeddings = z.preprocess(
  asData,
  z.object({
    model: optionalName,
    data: shortList(
      z.object({
        embedding: z.preprocess(unnested, Vector),
        index: position(EMBEDDED_MAX).optional(),
      }),
      EMBEDDED_MAX,
    ),
  }),
);

const Ranked = z.object({ index: position(RERANKED_MAX), relevance_score: z.number() });
const RankedByTei = z
  .object({ index: position(RERANKED_MAX), score: z.number() })
  .transform(({ index, score }) => ({ index, relevance_score: score }));

/** POST /v1/rerank, and TEI's /rerank, a bare list. */
export const Ranking = z.union([
  z.object({ results: shortList(Ranked, RERANKED_MAX) }),
  shortList(RankedByTei, RERANKED_MAX).transform((results) => ({ results })),
]);
