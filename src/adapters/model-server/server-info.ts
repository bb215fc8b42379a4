import type { z } from "zod";
import { EngramError, type PromptTooLong } from "../../errors.ts";
import { promptTokens, TEMPLATE_TOKENS } from "../../domain/model/prompt-tokens.ts";
import type {
  ModelChoice,
  ModelLearned,
  ModelMessage,
  ModelRequest,
  ModelState,
  ServedModel,
} from "../../ports/chat-model.ts";
import type { HttpAgents } from "./http-call.ts";
import { callAbout, callsTo, readAbout } from "./json-call.ts";
import { ServerFailed } from "./model-errors.ts";
import { OptionalFields } from "./optional-fields.ts";
import { UNKNOWN_TRAITS, type AnswerTraits } from "./read-chunks.ts";
import { chooseServed, isList, listModels } from "./server-models.ts";
import { Speeds, type Measure } from "./speeds.ts";
import { Health, ModelList, Props, Slots } from "./wire.ts";

/** A server that takes longer to answer a health check is not healthy. */
const HEALTH_TIMEOUT_MS = 2_000;
/** Of the one-token request that checks a server without any other health check. */
const ONE_TOKEN_TIMEOUT_MS = 10_000;
/** How long a server that answered counts as healthy if a check costs a request, and one that fails at every request as down. */
const WELL_MS = 60_000;
/** Until a server is asked again: it did not report its context, or may have another one since a restart. */
const ASK_AGAIN_MS = 60_000;

/** Of `/slots` before a request: a slower server picks the slot itself. */
const SLOTS_TIMEOUT_MS = 100;

/** Minimum tokens for an answer. */
export const ANSWER_TOKENS_MIN = 16;

export interface ServerInfoOptions {
  root: string;
  /** Empty: any of the served ones. */
  model: string;
  apiKey: string | undefined;
  agents: HttpAgents;
  /** True while an answer is being received. */
  isAnswering(): boolean;
  /** True while a request is in flight. */
  isAsked(): boolean;
}

/** Learnt over one connection; reset after an outage, since another server or model may be there. */
interface Connection {
  models: ServedModel[];
  choice: ModelChoice | null;
  isRouter: boolean;
  contextTokens: number | null;
  /** The model's longest answer; infinite until one was refused. */
  answerTokensMax: number;
  slots: number | null;
  /** Its unused slots have read what they should. */
  isWarm: boolean;
  served: string | null;
  /** By its template. */
  takesEffort: boolean | null;
  streams: boolean | null;
  keepsSchema: boolean | null;
  reusesPrompt: boolean | null;
  traits: AnswerTraits;
}

/** A server's readiness and capabilities: queried on first contact, and again after each outage. */
export class ServerInfo {
  name: string;
  refusesKey = false;
  readonly fields = new OptionalFields();
  readonly speeds = new Speeds();
  now: Connection = unknownConnection();
  readonly #options: ServerInfoOptions;
  readonly #call: ReturnType<typeof callsTo>;
  #learning: Promise<void> | null = null;
  #isKnown = false;
  #askedAt = 0;
  /** When its /props were read; infinite if it has none. */
  #propsAt = Number.POSITIVE_INFINITY;
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** It fails at every request, though it reports to be well. */
  #failsUntil = Number.NEGATIVE_INFINITY;
  #answersAsNamed = false;
  /** Its `/health`, if any, says nothing. */
  #isMute = false;

  constructor(options: ServerInfoOptions) {
    this.#options = options;
    this.#call = callsTo({ url: options.root, apiKey: options.apiKey }, options.agents);
    this.name = options.model;
  }

  async health(signal?: AbortSignal): Promise<ModelState> {
    const limit = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    const state = await this.#state(either, limit);
    signal?.throwIfAborted();
    if (state !== "ready") this.wentAway();
    else if (!this.#isKnown || this.#isDue()) {
      await this.#learn();
      // A server is there, even if it reports nothing about itself.
      this.#isKnown = true;
    } else if (performance.now() - this.#propsAt > ASK_AGAIN_MS && !this.#options.isAsked()) {
      const props = await this.#props(either);
      this.now = withProps(this.now, props);
    }
    return state;
  }

  /** Resolves at once for a known server; else after it was queried, whatever the result. */
  async known(): Promise<void> {
    if (!this.#isKnown) await this.#learn();
  }

  /** The idle slots; null if the server does not report them, or not in time. */
  async idleSlots(): Promise<boolean[] | null> {
    const slots = await this.#slots(SLOTS_TIMEOUT_MS);
    if (slots === null) return null;
    const idle: boolean[] = [];
    for (const { id, is_processing } of slots) idle[id] = !is_processing;
    return idle;
  }

  /** Slots without any request since the server started; null if it does not report them. */
  async unusedSlots(): Promise<number[] | null> {
    const slots = await this.#slots(HEALTH_TIMEOUT_MS);
    if (slots === null) return null;
    return slots.flatMap(({ id, id_task, is_processing }) =>
      id_task === undefined && !is_processing ? [id] : [],
    );
  }

  async #slots(timeoutMs: number): Promise<z.infer<typeof Slots> | null> {
    const call = this.#call(`/slots${this.#query()}`, AbortSignal.timeout(timeoutMs));
    const slots = await readAbout(Slots, call);
    if (slots !== null && slots.length > 0) this.now.slots ??= slots.length;
    return slots;
  }

  /** After an outage the server may be another: everything is queried again. */
  wentAway(): void {
    this.#isKnown = false;
    this.#isMute = false;
    this.#answeredAt = Number.NEGATIVE_INFINITY;
    this.fields.forget();
  }

  /** @param by the answer's name for its model */
  answered(by: string): void {
    this.#answeredAt = performance.now();
    this.#failsUntil = Number.NEGATIVE_INFINITY;
    this.refusesKey = false;
    const other = this.now.models.find(({ name }) => name === by);
    // One model of a folder is loaded, whichever is asked for.
    if (other !== undefined && by !== this.name && this.#options.model === "") {
      this.name = by;
      this.now = { ...this.now, choice: "loaded", served: by, contextTokens: other.contextTokens };
    }
    // Another model was loaded at the same address. Gateways answer under names of their own from the beginning.
    if (this.#answersAsNamed && by !== this.name) this.wentAway();
    this.#answersAsNamed = by === this.name;
    // Some load a model on the first request, and report its context only then.
    if (this.now.models.some(({ isLoaded }) => isLoaded === false)) this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  /** A failure that a request of one token has as well says nothing about the request: the server is away. */
  async asAway(failure: EngramError): Promise<EngramError> {
    if (!(failure instanceof ServerFailed)) return failure;
    const { answered: status, cause } = failure;
    if ((await this.#oneToken().catch(() => null)) !== status) return failure;
    this.#failsUntil = performance.now() + WELL_MS;
    const message = `The model server fails at every request, with status ${status}; its log says why`;
    return new EngramError("model_unavailable", message, { cause });
  }

  /** A request ended. */
  async left(): Promise<void> {
    if (this.#isKnown && this.#isDue()) await this.#learn();
  }

  /** A refusal states both numbers, even from a server without `/props`. */
  learnLimit({ promptTokens, contextTokens }: PromptTooLong, measure: Measure): void {
    if (contextTokens !== undefined) this.now.contextTokens = contextTokens;
    if (promptTokens !== undefined) measure.counted(promptTokens);
  }

  /** Learns the model's longest answer, the largest of these numbers below what was asked for; false if there is none. */
  limitAnswers(numbers: readonly number[], { messages, maxTokens }: ModelRequest): boolean {
    const asked = Math.min(maxTokens, this.answerTokensMax(messages));
    const most = Math.max(0, ...numbers.filter((one) => one < asked));
    if (most < ANSWER_TOKENS_MIN) return false;
    this.now.answerTokensMax = most;
    return true;
  }

  /** Tokens left in the context for an answer: some servers refuse a request for more. */
  answerTokensMax(messages: readonly ModelMessage[]): number {
    const { contextTokens, answerTokensMax } = this.now;
    if (contextTokens === null) return answerTokensMax;
    const prompt = TEMPLATE_TOKENS + promptTokens(messages);
    const left = Math.floor(contextTokens - prompt * this.speeds.learned().tokensPerEstimate);
    return Math.min(answerTokensMax, Math.max(ANSWER_TOKENS_MIN, left));
  }

  learned(): ModelLearned {
    const { contextTokens: _, answerTokensMax: __, isRouter: ___, isWarm: ____, traits, ...told } = this.now;
    return {
      ...told,
      refusesKey: this.refusesKey,
      takesEffort: this.fields.refuses("effort") ? false : told.takesEffort,
      keepsSchema: this.fields.refuses("json_object") ? false : told.keepsSchema,
      tellsUsage: traits.tellsUsage,
      thought: traits.thought,
      ...this.speeds.learned(),
    };
  }

  /** `/health` blocks once queued requests hold all HTTP threads: a server that is answering is not down. */
  async #state(signal: AbortSignal, limit: AbortSignal): Promise<ModelState> {
    try {
      const state = (await this.#told(signal)) ?? (await this.#tried());
      return performance.now() < this.#failsUntil ? "down" : state;
    } catch {
      return limit.aborted && this.#options.isAnswering() ? "ready" : "down";
    }
  }

  /** By `/health`, else by the list of models; null if the server has neither. */
  async #told(signal: AbortSignal): Promise<ModelState | null> {
    const health = this.#isMute ? null : await this.#health(signal);
    if (health !== null) {
      const { status, body } = health;
      if (status === 503) return "loading";
      if (status === 200 && Health.safeParse(body).success) return "ready";
      if (status >= 500 && status !== 501) return "down";
    }
    this.#isMute = true;
    // llama-cpp-python aborts its answer if it gets another request.
    if (this.#options.isAsked()) return "ready";
    const { status, body } = await callAbout(this.#call("/v1/models", signal));
    this.refusesKey = status === 401 || status === 403;
    if (this.refusesKey) return "down";
    if (status === 503) return "loading";
    const list = status === 200 ? ModelList.safeParse(body).data : undefined;
    return list !== undefined && isList(list) ? "ready" : null;
  }

  /** Null if the answer takes long: LiteLLM's proxy asks all its models first. */
  async #health(signal: AbortSignal): Promise<{ status: number; body: unknown } | null> {
    const soon = AbortSignal.timeout(HEALTH_TIMEOUT_MS / 2);
    try {
      return await callAbout(this.#call("/health", AbortSignal.any([signal, soon])));
    } catch (error) {
      if (!soon.aborted) throw error;
      return null;
    }
  }

  async #tried(): Promise<ModelState> {
    if (performance.now() - this.#answeredAt < WELL_MS) return "ready";
    const status = await this.#oneToken();
    if (status === 503) return "loading";
    if (status !== 200) return "down";
    this.#answeredAt = performance.now();
    return "ready";
  }

  async #oneToken(): Promise<number> {
    const messages = [{ role: "user", content: "Hi" }];
    const body = { model: this.name || UNNAMED, messages, max_tokens: 1 };
    const signal = AbortSignal.timeout(ONE_TOKEN_TIMEOUT_MS);
    return (await callAbout(this.#call("/v1/chat/completions", signal, body))).status;
  }

  #isDue(): boolean {
    const isLongAgo = performance.now() - this.#askedAt > ASK_AGAIN_MS;
    return this.now.contextTokens === null && isLongAgo && !this.#options.isAsked();
  }

  #learn(): Promise<void> {
    return (this.#learning ??= this.#ask().finally(() => (this.#learning = null)));
  }

  async #ask(): Promise<void> {
    this.#askedAt = performance.now();
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const found = await listModels((path, body) => this.#call(path, signal, body));
    const before = this.#isKnown ? this.now : unknownConnection();
    if (found !== null) {
      const { name, choice } = chooseServed(found.models, this.#options.model, this.name);
      this.name = name;
      this.now = { ...before, models: found.models, choice, isRouter: found.isRouter };
    }
    const props = await this.#props(signal);
    if (found === null && props === null) return;
    const base = found === null ? before : this.now;
    const listed = this.now.models.find(({ name }) => name === this.name)?.contextTokens;
    const told = { contextTokens: listed ?? before.contextTokens, served: this.name || null };
    this.now = withProps({ ...base, ...told }, props);
    this.#isKnown = true;
  }

  /** llama-server's, which are read again now and then. */
  async #props(signal: AbortSignal): Promise<Props | null> {
    const props = await readAbout(Props, this.#call(`/props${this.#query()}`, signal));
    if (props !== null || Number.isFinite(this.#propsAt)) this.#propsAt = performance.now();
    return props;
  }

  /** A router is queried about the model in use, without loading it. */
  #query(): string {
    return this.now.isRouter ? `?model=${encodeURIComponent(this.name)}&autoload=false` : "";
  }
}

/** Sent if neither the configuration nor the server gave a name; servers with one model ignore it. */
export const UNNAMED = "default";

type Props = z.infer<typeof Props>;

function withProps(now: Connection, props: Props | null): Connection {
  return {
    ...now,
    contextTokens: props?.default_generation_settings?.n_ctx ?? now.contextTokens,
    slots: props?.total_slots ?? now.slots,
    takesEffort: props?.chat_template?.includes("reasoning_effort") ?? now.takesEffort,
    served: servedName(props) ?? now.served,
  };
}

function servedName(props: Props | null): string | null {
  return [props?.model_alias, props?.model_path].filter(Boolean).join(" ") || null;
}

function unknownConnection(): Connection {
  return {
    models: [],
    choice: null,
    isRouter: false,
    contextTokens: null,
    answerTokensMax: Number.POSITIVE_INFINITY,
    slots: null,
    isWarm: false,
    served: null,
    takesEffort: null,
    streams: null,
    keepsSchema: null,
    reusesPrompt: null,
    traits: { ...UNKNOWN_TRAITS },
  };
}
