import type { ChatModel } from "../../ports/chat-model.ts";
import type { SystemStore } from "../../ports/memory-store.ts";

const NAME = "model/served";

/**
 * Whether a different model answers than at the last check, across all processes and restarts. False while the model is
 * unknown, and the first time.
 */
export async function isAnotherModel(model: ChatModel, system: SystemStore): Promise<boolean> {
  if (model.info().kind === "none" || (await model.health()) !== "ready") return false;
  const served = model.info().learned?.served ?? null;
  if (served === null) return false;
  const note = (await system.notes(NAME)).find(({ name }) => name === NAME);
  if (note?.value === served) return false;
  const isKept = await system.putNote({ name: NAME, version: note?.version ?? 0, value: served });
  return isKept && note !== undefined;
}
