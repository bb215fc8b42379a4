import { EngramError } from "../../errors.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { CalibratedEmbedder } from "./calibrated.ts";

const away = (): Promise<never> =>
  Promise.reject(new EngramError("model_unavailable", "No embedding model is connected"));

const NO_SERVER: Embedder = { tag: away, embed: away, health: async () => "down", close: async () => {} };

/** The current embedder, which may come, go and change while the service runs. Without one nothing is embedded. */
export function switchedEmbedder(
  serverOfNow: () => Embedder | null,
  calibratedOf: (server: Embedder) => CalibratedEmbedder,
): CalibratedEmbedder {
  let last: { server: Embedder; embedder: CalibratedEmbedder } | null = null;
  const now = (): CalibratedEmbedder | null => {
    const server = serverOfNow();
    if (server === null) return null;
    if (last?.server !== server) last = { server, embedder: calibratedOf(server) };
    return last.embedder;
  };
  return {
    get server() {
      return now()?.server ?? NO_SERVER;
    },
    isConnected: () => now() !== null,
    calibrate: async (signal) => now()?.calibrate(signal) ?? null,
    calibration: () => now()?.calibration() ?? null,
    tag: async (signal) => now()?.tag(signal) ?? null,
    embed: (...asked) => now()?.embed(...asked) ?? away(),
    embedAs: async (...asked) => now()?.embedAs(...asked) ?? null,
    scaleOf: (tag, text) => now()?.scaleOf(tag, text) ?? null,
  };
}
