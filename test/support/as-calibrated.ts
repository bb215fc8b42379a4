import type { Embedder } from "../../src/ports/embedder.ts";
import type { CalibratedEmbedder, ModelCalibration } from "../../src/services/embedding/calibrated.ts";

/** Nearness and likeness are the cosine itself. */
const SCALE = { unrelated: 0, related: 1, spread: 0.25, apart: 0 };

const CALIBRATION: ModelCalibration = {
  model: "m",
  dimensions: 2,
  convention: "none",
  separation: 1,
  scales: [{ language: "en", separation: 1, ...SCALE }],
};

/** An embedder as if it were calibrated: its texts have no prefixes. Null: none is connected. */
export function asCalibrated(server: Embedder | null): CalibratedEmbedder {
  return {
    server: () => server,
    calibrate: async () => CALIBRATION,
    calibration: () => CALIBRATION,
    tag: async (signal) => server?.tag(signal) ?? null,
    embed: async (texts, _as, signal) => server?.embed(texts, signal) ?? [],
    embedAs: async (tag, texts, _as, signal) => (await server?.embedAs?.(tag, texts, signal)) ?? null,
    scaleOf: () => SCALE,
  };
}
