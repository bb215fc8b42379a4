import { readConfig } from "../../../src/composition/config.ts";
import { engineSettings } from "../../../src/composition/engine-settings.ts";
import { hashKeyFrom } from "../../../src/adapters/store-core/hash-key.ts";
import type { EngineSettings } from "../../../src/services/engine-types.ts";

/** A slow machine must not cost a turn its memory: the deadline is for people who wait. */
const NO_DEADLINE_MS = 60_000;

/** The settings the service starts with when nothing is configured; nobody writes again while a pass runs. */
export function shippedSettings(): EngineSettings {
  const limits = { retrievalDeadlineMs: NO_DEADLINE_MS, modelRestMs: 0 };
  return engineSettings(readConfig({}), hashKeyFrom("an evaluation"), limits);
}
