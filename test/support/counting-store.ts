import type { MemoryStore, UserStore } from "../../src/ports/memory-store.ts";

/** What changes a user's memory; every other call reads. */
const WRITES =
  /^(?:apply|undo|undoRun|forget|load|recordFeedback|addCounts|redactForgotten|(?:open|complete|replace)Episode|(?:patch|put)\w+)$/;

/** The store, with each read of a user's memory shown to `onRead`. */
export function countingStore(store: MemoryStore, onRead: (name: string) => void): MemoryStore {
  const counted = (user: UserStore): UserStore =>
    new Proxy(user, {
      get(target, name: string) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          if (!WRITES.test(name)) onRead(name);
          return (member as (...given: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  return { ...store, forUser: (userId) => counted(store.forUser(userId)) };
}
