import { invalidField } from "../../errors.ts";
import type { ChatModel, Trust } from "../../ports/chat-model.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { FoundServer, ModelAddress, ModelServers, ServerReport } from "../../ports/model-servers.ts";
import { EXAM_VERSION, servedName, type ExamResult } from "../exam/examine.ts";
import { changeNote, readNote, type Notes } from "../notes.ts";
import { createSwitchedModel } from "./switched-model.ts";

/** Uses of a model: replies, reading and judging, and vectors. */
export type ModelRole = "chat" | "memory" | "embeddings";

/**
 * Why a model is used: set by the environment, chosen by the owner, found at a usual address, or the same as the
 * chat's. `none`: there is none.
 */
type ConnectionSource = "environment" | "chosen" | "found" | "chat" | "none";

interface Connection {
  source: ConnectionSource;
  /** Null if there is none, or if the environment names several servers. */
  at: ModelAddress | null;
}

interface Fixed<T> {
  at: ModelAddress | null;
  connect: () => T;
}

export interface ConnectionsDeps {
  servers: ModelServers;
  system: Notes;
  /** Connections fixed by the environment. */
  fixed: Partial<Record<"chat" | "memory", Fixed<ChatModel>>> & { embeddings?: Fixed<Embedder> };
  /** For every model, whatever its exam says; undefined leaves it to the exam. */
  trust: Trust | undefined;
}

export type ModelConnections = ReturnType<typeof createConnections>;

const CHOSEN = "models/chosen";
const EXAMS = "models/exams";
const TRUSTED = "models/trust";
/** Models whose exam results are kept. */
const EXAMS_MAX = 50;

type Chosen = Partial<Record<ModelRole, ModelAddress>>;

/**
 * The service's models. The environment takes precedence over the owner's choice, and that over discovery. A model that
 * was not examined, or that no server names, is trusted only to extract.
 */
export function createConnections(deps: ConnectionsDeps) {
  const { servers, system, fixed } = deps;
  const chat = createSwitchedModel(servers.none());
  let memoryOwn: ReturnType<typeof createSwitchedModel> | null = null;
  let embedder: Embedder | null = null;
  const connections: Record<ModelRole, Connection> = {
    chat: { source: "none", at: null },
    memory: { source: "chat", at: null },
    embeddings: { source: "none", at: null },
  };
  let found: FoundServer[] = [];
  let exams: Record<string, ExamResult> = {};
  let trusts: Record<string, Trust> = {};

  const memoryModel = (): ChatModel => memoryOwn ?? chat;
  const examOf = (model: ChatModel): ExamResult | null => {
    const result = exams[servedName(model)];
    return result?.version === EXAM_VERSION ? result : null;
  };
  const trustOf = (model: ChatModel): Trust =>
    deps.trust ?? trusts[servedName(model)] ?? examOf(model)?.trust ?? "staged";

  const memory: ChatModel = {
    info() {
      const info = memoryModel().info();
      return info.kind === "none" ? info : { ...info, trust: trustOf(memoryModel()) };
    },
    health: (signal) => memoryModel().health(signal),
    stream: (request, signal) => memoryModel().stream(request, signal),
    probe: async (signal) => (await memoryModel().probe?.(signal)) ?? [],
    close: async () => {},
  };

  const connect = (role: "chat" | "memory", next: ChatModel | null, connection: Connection): void => {
    connections[role] = connection;
    if (role === "chat") return chat.use(next ?? servers.none());
    if (next === null) {
      void memoryOwn?.close();
      memoryOwn = null;
    } else if (memoryOwn === null) memoryOwn = createSwitchedModel(next);
    else memoryOwn.use(next);
  };

  /** True if it is connected now, whether it answers or not. */
  const connectKnown = (role: "chat" | "memory", chosen: Chosen): boolean => {
    const known = fixed[role];
    const at = known?.at ?? chosen[role] ?? null;
    if (known === undefined && at === null) return false;
    const source = known === undefined ? "chosen" : "environment";
    if (!isSame(connections[role], { source, at }))
      connect(role, known?.connect() ?? servers.connect(at as ModelAddress), { source, at });
    return true;
  };

  const connectEmbedder = (next: () => Embedder, connection: Connection): void => {
    if (isSame(connections.embeddings, connection)) return;
    const before = embedder;
    embedder = connection.source === "none" ? null : next();
    connections.embeddings = connection;
    void before?.close().catch(() => undefined);
  };

  /** The one set by the environment or the owner, else the only embedding model available. */
  const connectEmbeddings = ({ embeddings: chosen }: Chosen): void => {
    const known = fixed.embeddings;
    if (known !== undefined) return connectEmbedder(known.connect, { source: "environment", at: known.at });
    const offered = found.flatMap(({ url, models }) =>
      models.flatMap(({ name, kind }) => (kind === "embedding" ? { url, model: name } : [])),
    );
    const [only, ...others] = offered;
    const at = chosen ?? (only !== undefined && others.length === 0 ? only : null);
    const source = chosen !== undefined ? "chosen" : at === null ? "none" : "found";
    // A model not seen for a while is kept: it may be loading.
    if (source === "none" && connections.embeddings.source === "found") return;
    connectEmbedder(() => servers.connectEmbedder(at as ModelAddress), { source, at });
  };

  const connectFound = async (signal?: AbortSignal): Promise<void> => {
    const { source } = connections.chat;
    if (source === "found" && (await chat.health(signal)) !== "down") return;
    const first = found.find(
      ({ models, state }) => state === "loading" || models.some(({ kind }) => kind !== "embedding"),
    );
    if (first !== undefined) {
      const at = { url: first.url, model: "" };
      if (!isSame(connections.chat, { source: "found", at }))
        connect("chat", servers.connect(at), { source: "found", at });
    } else if (source === "chosen") connect("chat", null, { source: "none", at: null });
  };

  const look = async (signal?: AbortSignal, alwaysFinds = false): Promise<void> => {
    for (const role of ["chat", "memory"] as const) connectKnown(role, {});
    if (fixed.embeddings !== undefined) connectEmbeddings({});
    const [chosen, kept, owned] = await Promise.all(
      [CHOSEN, EXAMS, TRUSTED].map(async (name) => (await readNote(system, name)).value),
    );
    exams = (kept ?? {}) as typeof exams;
    trusts = (owned ?? {}) as typeof trusts;
    const choice = (chosen ?? {}) as Chosen;
    if (!connectKnown("memory", choice) && connections.memory.source !== "chat")
      connect("memory", null, { source: "chat", at: null });
    const isKnown = connectKnown("chat", choice);
    const isAllKnown = isKnown && (fixed.embeddings ?? choice.embeddings) !== undefined;
    if (alwaysFinds || !isAllKnown) found = await servers.find(signal);
    if (!isKnown) await connectFound(signal);
    connectEmbeddings(choice);
  };

  return {
    /** Answers messages. */
    chat: chat as ChatModel,
    /** Extracts, votes and rules; its `info().trust` limits what it may do. */
    memory,
    /** Makes vectors; null without one. */
    embedder: () => embedder,
    connection: (role: ModelRole): Connection => connections[role],
    /** Servers at the usual addresses, as last seen. */
    found: (): readonly FoundServer[] => found,
    /** Like `look`, but probes the usual addresses even if everything is connected. */
    find: (signal?: AbortSignal) => look(signal, true),
    /** A server's capabilities. Rejects as `ChatModel.stream` does. */
    examine: (at: ModelAddress, signal: AbortSignal): Promise<ServerReport> => servers.examine(at, signal),
    /**
     * Connects the models set by the environment, chosen by the owner or found on this machine; while running, again for
     * whatever is not connected. Rejects with the store's errors; models fixed by the environment are then connected
     * anyway.
     */
    look: (signal?: AbortSignal) => look(signal),
    /** Errors: `invalid_request` for a role fixed by the environment. Null leaves it to discovery. */
    async choose(role: ModelRole, at: ModelAddress | null): Promise<void> {
      if (fixed[role] !== undefined)
        throw invalidField(role, "the environment fixes it; it cannot be chosen here");
      await changeNote<Chosen>(system, CHOSEN, (value) => {
        const { [role]: _, ...rest } = value ?? {};
        return at === null ? rest : { ...rest, [role]: at };
      });
      await look();
    },
    /** The owner's decision about the memory model; null leaves it to its exam. */
    async setTrust(trust: Trust | null): Promise<void> {
      const name = servedName(memoryModel());
      trusts =
        (await changeNote<typeof trusts>(system, TRUSTED, (value) => {
          const { [name]: _, ...rest } = value ?? {};
          return trust === null ? rest : { ...rest, [name]: trust };
        })) ?? {};
    },
    /** The trust set by the environment or the owner for the memory model; null: its exam decides. */
    decidedTrust: (): Trust | null => deps.trust ?? trusts[servedName(memoryModel())] ?? null,
    /** Exam result of the memory model; null if it was not examined. */
    exam: () => examOf(memoryModel()),
    async keepExam(result: ExamResult): Promise<void> {
      exams =
        (await changeNote<typeof exams>(system, EXAMS, (value) => {
          const others = Object.entries(value ?? {}).filter(([name]) => name !== result.model);
          return Object.fromEntries([...others.slice(1 - EXAMS_MAX), [result.model, result]]);
        })) ?? {};
    },
    async close(): Promise<void> {
      await Promise.all([chat.close(), memoryOwn?.close(), embedder?.close()]);
    },
  };
}

function isSame(one: Connection, other: Connection): boolean {
  return (
    one.source === other.source &&
    one.at?.url === other.at?.url &&
    one.at?.model === other.at?.model &&
    one.at?.apiKey === other.at?.apiKey
  );
}
