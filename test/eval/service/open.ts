import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { createInProcessCoordination } from "../../../src/adapters/in-process-coordination/index.ts";
import { createInProcessQueue } from "../../../src/adapters/in-process-queue/index.ts";
import { createNotifier } from "../../../src/adapters/notify/index.ts";
import { createSqliteStore } from "../../../src/adapters/sqlite/index.ts";
import { countingStore } from "../../support/counting-store.ts";
import { hashKeyIn } from "../../../src/adapters/store-core/hash-key.ts";
import type { Instant } from "../../../src/domain/model/time.ts";
import type { ChatModel } from "../../../src/ports/chat-model.ts";
import { createEmbedMemories } from "../../../src/services/embedding/embed-memories.ts";
import type { Engine, EngineObserver } from "../../../src/services/engine-types.ts";
import { createEngine } from "../../../src/services/engine.ts";
import { drivenClock, type DrivenClock } from "./clock.ts";
import { createModelGate } from "../../../src/services/model/gate.ts";
import { configuredEmbedder } from "./configured-model.ts";
import { countingIds } from "./ids.ts";
import { shippedPrompts } from "./prompts.ts";
import { shippedSettings } from "./settings.ts";

/** The real service without its surfaces, on a store and a clock of its own. */
export interface EvalService {
  engine: Engine;
  clock: DrivenClock;
  /** Errors the service swallowed, as it does in production. */
  errors: unknown[];
  /** Reads of users' memories so far, but for settings, which a timer reads too: results are repeatable. */
  reads(): number;
  /** Waits until every memory of this user has its vector; does nothing without an embedder. */
  readonly embedded: (userId: string) => Promise<void>;
  /** Another service on a copy of the memory as it is now, with the same model if no other is given. */
  readonly copied: (other?: ChatModel) => Promise<EvalService>;
  close(): Promise<void>;
}

const WAITING_JOBS_MAX = 10_000;

/** Opens the service in a temporary folder that is removed again. One job at a time: results are repeatable. */
export async function openService(model: ChatModel, start: Instant): Promise<EvalService> {
  return serviceIn(await mkdtemp(join(tmpdir(), "engram-eval-")), model, start);
}

async function serviceIn(
  folder: string,
  model: ChatModel,
  start: Instant,
  hashKey = hashKeyIn(folder),
  copies = 0,
): Promise<EvalService> {
  const clock = drivenClock(start);
  const errors: unknown[] = [];
  const note = (_where: unknown, error: unknown): void => void errors.push(error);
  const stored = await createSqliteStore({ file: join(folder, "engram.db"), clock, hashKey });
  let reads = 0;
  const store = countingStore(stored, (name) => (reads += name === "settings" ? 0 : 1));
  const queue = createInProcessQueue({ concurrency: 1, waitingMax: WAITING_JOBS_MAX, onError: note });
  const embedder = configuredEmbedder();
  const engine = createEngine({
    store,
    queue,
    coordination: createInProcessCoordination("eval"),
    model,
    embedder,
    notifier: createNotifier([], { onError: note }),
    prompts: shippedPrompts(),
    clock,
    newId: countingIds(copies),
    settings: shippedSettings(),
    observer: silent(note),
  });
  const embedMemories = createEmbedMemories({ store, embedder: engine.embedder, gate: createModelGate() });
  const embedded = async (userId: string): Promise<void> => {
    await embedMemories.run(userId, new AbortController().signal);
  };
  const copied = async (otherModel = model): Promise<EvalService> => {
    const other = await mkdtemp(join(tmpdir(), "engram-eval-"));
    const source = new DatabaseSync(join(folder, "engram.db"), { readOnly: true });
    await backup(source, join(other, "engram.db"));
    source.close();
    return serviceIn(other, otherModel, clock.now(), hashKey, copies + 1);
  };
  const close = async (): Promise<void> => {
    await engine.stop();
    await store.close();
    await model.close();
    await embedder?.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { engine, clock, errors, reads: () => reads, embedded, copied, close };
}

function silent(error: EngineObserver["error"]): EngineObserver {
  const nothing = (): void => {};
  return {
    turn: nothing,
    extraction: nothing,
    validation: nothing,
    guarded: nothing,
    suspicious: nothing,
    modelCall: nothing,
    retrieval: nothing,
    recallMiss: error,
    error,
  };
}
