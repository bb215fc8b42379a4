import { readConfig } from "../../src/composition/config.ts";
import { engineSettings } from "../../src/composition/engine-settings.ts";
import { hashKeyFrom } from "../../src/adapters/store-core/hash-key.ts";

/** The pauses between attempts that a setting gives, milliseconds; undefined: as shipped. */
export function pausesMsOf(setting: string | undefined): readonly number[] {
  const env = setting === undefined ? {} : { EXTRACTION_RETRY_MINUTES: setting };
  return engineSettings(readConfig(env), hashKeyFrom("a test")).extractionRetryPausesMs;
}
