import type { ModelChoice, ServedModel } from "../../ports/chat-model.ts";
import { callAbout, readAbout, type JsonCall } from "./json-call.ts";
import { ModelList, OllamaModel, OllamaRunning, OllamaTags, type ListedModel } from "./wire.ts";

/** Makes a call to one server. */
export type CallTo = (path: string, body?: unknown) => JsonCall;

export interface ListedModels {
  models: ServedModel[];
  /** Several models at one address: queries about one of them name it. */
  isRouter: boolean;
  /** The server is an Engram. */
  isEngram: boolean;
}

/** Models that are queried individually. */
const ASKED_MAX = 16;

/** A server's models, from `/v1/models` and its other endpoints; null if that is not a list of models. */
export async function listModels(call: CallTo): Promise<ListedModels | null> {
  const list = await readAbout(ModelList, call("/v1/models"));
  if (list === null || !isList(list)) return null;
  const isRouter = list.data.some(({ status }) => status !== undefined);
  const isEngram = list.data.some(({ owned_by }) => owned_by === "engram");
  const data = list.data.filter(isOfText);
  const models = data.map(toServed);
  return { models: isEngram ? models : await detailed(call, data, models), isRouter, isEngram };
}

/** Lemonade's labels of models that neither chat nor make embeddings, and tasks of Speaches. */
const OTHERS =
  /^(?:reranking|transcription|audio|image|tts|audio-generation|classifi.*|3d)$|speech|speaker|voice/;

function isOfText({ labels = [], task = "" }: ListedModel): boolean {
  return labels.includes("chat") || ![...labels, task].some((label) => OTHERS.test(label));
}

export function isList(list: { object?: string | undefined; data: unknown[] }): boolean {
  return list.object === "list" || list.data.length > 0;
}

function toServed(listed: ListedModel): ServedModel {
  const { id, meta, status, type, state, owned_by: owner, labels = [], cloud_provider: cloud } = listed;
  // llama-swap gives a `meta` to models that it would have to load first.
  const isLlamaServer = meta !== undefined && owner === "llamacpp";
  return {
    name: id,
    kind: kindOf(type ?? labels.find((label) => /^embeddings?$/.test(label)), status?.args ?? []),
    contextTokens:
      listed.loaded_context_length ?? meta?.n_ctx ?? listed.max_model_len ?? listed.context_length ?? null,
    isLoaded: loadedBy(status?.value ?? state) ?? (isLlamaServer ? true : null),
    ...(cloud ? { isRemote: true } : {}),
  };
}

function kindOf(type: string | undefined, args: string[]): ServedModel["kind"] {
  if (args.some((one) => one === "--embedding" || one === "--embeddings") || type?.startsWith("embedding"))
    return "embedding";
  return type === "llm" || type === "vlm" ? "chat" : "unknown";
}

/** Loaded, and woken by a request (`--sleep-idle-seconds`). */
const SLEEPING = "sleeping";

function loadedBy(state: string | undefined): boolean | null {
  return state === undefined ? null : state === "loaded" || state === SLEEPING;
}

/** Details missing from the list are queried at the endpoints of other servers. */
async function detailed(call: CallTo, list: ListedModel[], models: ServedModel[]): Promise<ServedModel[]> {
  if (models.every(({ kind }) => kind !== "unknown")) return models;
  if (list.some(({ meta, status }) => meta !== undefined || status !== undefined))
    return firstAsked(models, async (model, at) =>
      list[at]?.status?.value === SLEEPING ? model : byEmbeddings(call, model),
    );
  const more = await readAbout(ModelList, call("/api/v0/models"));
  if (more !== null && isList(more)) {
    const told = more.data.map(toServed);
    return models.map((model) => told.find(({ name }) => name === model.name) ?? model);
  }
  const running = await readAbout(OllamaRunning, call("/api/ps"));
  if (running === null) return models;
  const tags = (await readAbout(OllamaTags, call("/api/tags")))?.models ?? [];
  const remote = new Set(tags.flatMap(({ name, remote_host }) => (remote_host ? name : [])));
  const marked = models.map((model) => (remote.has(model.name) ? { ...model, isRemote: true } : model));
  return firstAsked(marked, (model) => byCapabilities(call, model, running.models));
}

async function firstAsked(
  models: ServedModel[],
  ask: (model: ServedModel, at: number) => Promise<ServedModel>,
): Promise<ServedModel[]> {
  return [...(await Promise.all(models.slice(0, ASKED_MAX).map(ask))), ...models.slice(ASKED_MAX)];
}

/** llama-server serves either embeddings (an empty request is 400) or chat (501). Only a loaded model is queried. */
async function byEmbeddings(call: CallTo, model: ServedModel): Promise<ServedModel> {
  if (model.kind !== "unknown" || model.isLoaded !== true) return model;
  const answer = await callAbout(call("/v1/embeddings", { model: model.name })).catch(() => null);
  if (answer?.status === 501) return { ...model, kind: "chat" };
  return answer?.status === 400 ? { ...model, kind: "embedding" } : model;
}

async function byCapabilities(
  call: CallTo,
  model: ServedModel,
  running: { name: string; context_length?: number | undefined }[],
): Promise<ServedModel> {
  const loaded = running.find(({ name }) => name === model.name);
  const told = await readAbout(OllamaModel, call("/api/show", { model: model.name }));
  const isChat = told?.capabilities.includes("completion");
  return {
    ...model,
    kind: told === null ? "unknown" : isChat === true ? "chat" : "embedding",
    contextTokens: loaded?.context_length ?? null,
    isLoaded: loaded !== undefined,
  };
}

/** The name of the model that makes embeddings, of several by its kind, else by its name; empty if none is listed. */
export async function embeddingModel(call: CallTo): Promise<string> {
  const listed = (await listModels(call))?.models ?? [];
  const models = listed.filter(({ isRemote }) => isRemote !== true);
  const own =
    models.find(({ kind }) => kind === "embedding") ?? models.find(({ name }) => /embed/i.test(name));
  return (own ?? models[0])?.name ?? "";
}

/** A model whose name says that it does not chat comes last; otherwise by name, since lists come in any order. */
const IS_NO_CHAT = /embed|rerank/i;

/**
 * Picks the model to use. The previous one (`current`) stays while it is served.
 * @param configured empty: any
 */
export function chooseServed(
  models: readonly ServedModel[],
  configured: string,
  current: string,
): { name: string; choice: ModelChoice | null } {
  const able = models.filter(({ kind, isRemote }) => kind !== "embedding" && isRemote !== true);
  const [only] = able;
  if (configured !== "") {
    const same = models.find(({ name }) => name === configured || name === `${configured}:latest`);
    if (same !== undefined) return { name: same.name, choice: "configured" };
    if (only !== undefined && able.length === 1) return { name: only.name, choice: "instead" };
    return { name: configured, choice: "unlisted" };
  }
  const ordered = able.toSorted(
    (a, b) => Number(IS_NO_CHAT.test(a.name)) - Number(IS_NO_CHAT.test(b.name)) || (a.name < b.name ? -1 : 1),
  );
  const [first] = ordered;
  if (first === undefined) return { name: "", choice: null };
  if (able.length === 1) return { name: first.name, choice: "only" };
  const loaded = ordered.filter(({ isLoaded }) => isLoaded === true);
  const chosen = ordered.find(({ name }) => name === current) ?? loaded[0] ?? first;
  return { name: chosen.name, choice: loaded.includes(chosen) ? "loaded" : "first" };
}
