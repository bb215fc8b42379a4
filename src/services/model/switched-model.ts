import type { ChatModel, ModelEvent } from "../../ports/chat-model.ts";

/** A model that can be replaced while the service runs. */
export interface SwitchedModel extends ChatModel {
  /** From the next request on; the previous one is closed when its answers are complete. */
  use(next: ChatModel): void;
}

export function createSwitchedModel(first: ChatModel): SwitchedModel {
  let current = first;
  const answering = new Map<ChatModel, number>();
  const retired = new Set<ChatModel>();
  const closeIfOver = (model: ChatModel): void => {
    if (retired.has(model) && (answering.get(model) ?? 0) === 0) {
      retired.delete(model);
      void model.close().catch(() => undefined);
    }
  };
  /** The current model, kept open until `[Symbol.dispose]`. */
  const taken = (): { model: ChatModel } & Disposable => {
    const model = current;
    answering.set(model, (answering.get(model) ?? 0) + 1);
    return {
      model,
      [Symbol.dispose]() {
        answering.set(model, (answering.get(model) ?? 1) - 1);
        closeIfOver(model);
      },
    };
  };
  const counted = async <T>(work: (model: ChatModel) => Promise<T>): Promise<T> => {
    using held = taken();
    return await work(held.model);
  };
  async function* stream(...asked: Parameters<ChatModel["stream"]>): AsyncGenerator<ModelEvent> {
    using held = taken();
    yield* held.model.stream(...asked);
  }
  return {
    info: () => current.info(),
    health: (signal) => counted((model) => model.health(signal)),
    stream,
    warm: (request, signal) => counted(async (model) => (await model.warm?.(request, signal)) ?? []),
    probe: (signal) => counted(async (model) => (await model.probe?.(signal)) ?? []),
    async close() {
      await Promise.all([current, ...retired].map((model) => model.close()));
    },
    use(next) {
      retired.add(current);
      const before = current;
      current = next;
      closeIfOver(before);
    },
  };
}
