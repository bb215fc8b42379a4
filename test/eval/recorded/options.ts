import { join } from "node:path";

/** Where a run finds its recordings and leaves what is missing in them. */
export interface RecordedOptions {
  folder: string;
  /** Questions without an answer go here. */
  unknownFile: string;
}

export const RECORDED_DEFAULTS: RecordedOptions = {
  folder: join(import.meta.dirname, "..", "data", "recorded"),
  unknownFile: "unknown-questions.jsonl",
};
