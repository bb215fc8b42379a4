import type { ModelState } from "../../ports/chat-model.ts";
import type { HttpAgents } from "./http-call.ts";
import { callJson, callStatus, type JsonCall } from "./json-call.ts";
import type { PromptTooLong } from "../../errors.ts";
import { Speeds, type Measure } from "./speeds.ts";
import type { LlamaModels, LlamaProps, LlamaSlot } from "./wire.ts";

/** A server that takes longer to say that it is well is not. */
const HEALTH_TIMEOUT_MS = 2_000;

/** Of `/slots` before a request: a server that takes longer is left to choose. */
const SLOTS_TIMEOUT_MS = 100;

export interface ServerInfoOptions {
  root: string;
  /** Empty: the server's own name is used once known. */
  model: string;
  apiKey: string | undefined;
  agents: HttpAgents;
  /** True while an answer is being received. */
  isAnswering(): boolean;
}

/**
 * Health, name and context size. The latter two are asked for when the server is first seen ready, and again after
 * every outage: it may have come back with another model.
 */
export class ServerInfo {
  name: string;
  contextTokens: number | null = null;
  slots: number | null = null;
  served: string | null = null;
  takesEffort: boolean | null = null;
  readonly speeds = new Speeds();
  readonly #options: ServerInfoOptions;
  #known = false;

  constructor(options: ServerInfoOptions) {
    this.#options = options;
    this.name = options.model;
  }

  async health(signal?: AbortSignal): Promise<ModelState> {
    const limit = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    const state = await this.#state(either, limit);
    signal?.throwIfAborted();
    if (state !== "ready") this.#known = false;
    else if (!this.#known) await this.#learn(either);
    return state;
  }

  /** Which slots are idle; null where the server does not say, or not at once. */
  async idleSlots(): Promise<boolean[] | null> {
    const slots = await this.#slots(SLOTS_TIMEOUT_MS);
    if (slots === null) return null;
    const idle: boolean[] = [];
    for (const { id, is_processing } of slots) if (id !== undefined) idle[id] = is_processing === false;
    return idle;
  }

  /** Slots that had no request since the server started. */
  async unusedSlots(): Promise<number[]> {
    const slots = (await this.#slots(HEALTH_TIMEOUT_MS)) ?? [];
    return slots.flatMap(({ id, id_task, is_processing }) =>
      id !== undefined && id_task === undefined && is_processing === false ? [id] : [],
    );
  }

  async #slots(timeoutMs: number): Promise<LlamaSlot[] | null> {
    const call = this.#call("/slots", AbortSignal.timeout(timeoutMs));
    const slots = await callJson<LlamaSlot[]>(call).catch(() => null);
    if (!Array.isArray(slots)) return null;
    this.slots ??= slots.length;
    return slots;
  }

  /** Whoever comes back may be another: what is known is asked for again. */
  wentAway(): void {
    this.#known = false;
  }

  /** A refusal tells both numbers exactly, also those of a server without `/props`. */
  learnLimit({ promptTokens, contextTokens }: PromptTooLong, measure: Measure): void {
    if (contextTokens !== undefined) this.contextTokens = contextTokens;
    if (promptTokens !== undefined) measure.counted(promptTokens);
  }

  /** `/health` blocks once queued requests hold all HTTP threads: a server that is answering is not down. */
  async #state(signal: AbortSignal, limit: AbortSignal): Promise<ModelState> {
    try {
      const status = await callStatus(this.#call("/health", signal));
      if (status === 200) return "ready";
      return status === 503 ? "loading" : "down";
    } catch {
      return limit.aborted && this.#options.isAnswering() ? "ready" : "down";
    }
  }

  /** Best effort: a server without `/props` still answers. */
  async #learn(signal: AbortSignal): Promise<void> {
    const props = callJson<LlamaProps>(this.#call("/props", signal)).catch(() => null);
    const models = callJson<LlamaModels>(this.#call("/v1/models", signal)).catch(() => null);
    const told = await props;
    const contextTokens = told?.default_generation_settings?.n_ctx;
    this.slots = told?.total_slots ?? this.slots;
    this.takesEffort = told?.chat_template?.includes("reasoning_effort") ?? this.takesEffort;
    this.served = [told?.model_alias, told?.model_path].filter(Boolean).join(" ") || this.served;
    const name = (await models)?.data?.[0]?.id;
    if (contextTokens !== undefined) this.contextTokens = contextTokens;
    if (this.#options.model === "" && name !== undefined) this.name = name;
    this.#known = contextTokens !== undefined;
  }

  #call(path: string, signal: AbortSignal): JsonCall {
    const { agents, root, apiKey } = this.#options;
    return { agents, url: `${root}${path}`, apiKey, signal };
  }
}
