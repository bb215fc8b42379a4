import { createNotifier } from "../../src/adapters/notify/index.ts";
import { createWebhook } from "../../src/adapters/notify/webhook.ts";
import { toMs } from "../../src/domain/model/time.ts";
import type { TracePurpose } from "../../src/domain/model/trace.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/model/user.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import type { Notifier } from "../../src/ports/notifier.ts";
import { trace } from "../contracts/memory-store-traces.ts";
import { batch } from "../contracts/memory-store-story.ts";
import { startHookReceiver, type HookReceiver } from "./hook-receiver.ts";
import { openMemory, type TestMemory } from "./memory.ts";

/** A memory whose days are counted and reported, and a receiver of notices. */
export interface ReportBench {
  memory: TestMemory;
  ann: UserStore;
  hook: HookReceiver;
  /** What was told to any `onError`. */
  errors: unknown[];
  onError: (error: unknown) => void;
  setZone(timeZone: string, user?: UserStore): Promise<unknown>;
  setClock(instant: string): void;
  notifierTo(url: string | null): Notifier;
  /** Calls of the model about a turn of Ann's, the first ones thought suspiciously. */
  think(episodeId: string, at: string, purposes: TracePurpose[], suspicious: number): Promise<void>;
  close(): Promise<void>;
}

export async function openReportBench(): Promise<ReportBench> {
  const memory = await openMemory();
  const hook = await startHookReceiver();
  const errors: unknown[] = [];
  const ann = memory.store.forUser("ann");
  const bench: ReportBench = {
    memory,
    ann,
    hook,
    errors,
    onError: (error) => void errors.push(error),
    setZone: (timeZone, user = ann) => user.putSettings({ ...DEFAULT_SETTINGS, timeZone }),
    setClock: (instant) => void memory.clock.advance(toMs(instant) - toMs(memory.clock.now())),
    notifierTo: (url) =>
      createNotifier(url === null ? [] : [createWebhook({ url })], {
        onError: (channel, error) => errors.push([channel, error]),
        pausesMs: [],
      }),
    async think(episodeId, at, purposes, suspicious) {
      const made = purposes.map((purpose, n) =>
        trace(episodeId, {
          at,
          purpose,
          suspicion: n < suspicious ? 0.8 : 0.2,
          promptTokens: 0,
          completionTokens: 0,
        }),
      );
      await ann.apply(batch(made.map((one) => ({ op: "trace.put", trace: one }))));
    },
    async close() {
      await memory.close();
      await hook.close();
    },
  };
  await bench.setZone("UTC");
  return bench;
}
