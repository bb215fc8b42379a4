import type { ChatModel } from "../../ports/chat-model.ts";
import type { SystemStore } from "../../ports/memory-store.ts";
import { readNote } from "../notes.ts";

const NAME = "model/served";

/**
 * Whether a different model answers than at the last check, across all processes and restarts. False while the model is
 * unknown, and the first time.
 */
export async function isAnotherModel(model: ChatModel, system: SystemStore): Promise<boolean> {
  if (model.info().kind === "none" || (await model.health()) !== "ready") return false;
  const served = model.info().learned?.served ?? null;
  if (served === null) return false;
  const { version, value } = await readNote(system, NAME);
  if (value === served) return false;
  return (await system.putNote({ name: NAME, version, value: served })) && value !== null;
}
