import { join } from "node:path";
import { loadPrompts, type PromptLibrary } from "../../../src/services/prompts/library.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "prompts");

/** The prompts the service ships with. */
export function shippedPrompts(): PromptLibrary {
  return loadPrompts(FOLDER);
}
