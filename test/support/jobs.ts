import type { ChatModel, ModelRequest } from "../../src/ports/chat-model.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import type { RunContext } from "../../src/services/maintenance/runs.ts";
import type { PromptLibrary } from "../../src/services/prompts/library.ts";

/** What a job is given beside a store, so that it runs alone. */

export const prompts: PromptLibrary = {
  get: (name) => ({ name, version: 1, text: name, ownText: "", origin: name }),
};
export const unspent = { isSpent: async () => false };

/** Answers each request by what `say` makes of it; `asked` keeps what it was asked. */
export function scriptedModel(say: (request: string) => string): ChatModel & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    info: () => ({ kind: "server", name: "scripted", contextTokens: null }),
    health: async () => "ready",
    close: async () => undefined,
    async *stream(request: ModelRequest) {
      const content = request.messages.at(-1)?.content ?? "";
      asked.push(content);
      yield { type: "delta", text: say(content) } as const;
      yield { type: "finish", reason: "stop", usage: null, model: "scripted" } as const;
    },
  };
}

let made = 0;

export function jobContext(more: Partial<RunContext> = {}): RunContext {
  made += 1;
  const { signal } = new AbortController();
  const spend = async (): Promise<void> => undefined;
  return { userId: "ann", runId: `run${made}`, dryRun: false, automatic: false, signal, spend, ...more };
}

/** Undoes a whole run. */
export async function undoAll(user: UserStore, runId: string): Promise<number> {
  let count = 0;
  for (let before: number | undefined; ;) {
    const step = await user.undoRun(runId, { limit: 50, before });
    count += step.undone.length;
    if (step.next === null) return count;
    before = step.next;
  }
}
