import type { ChatModel } from "../../ports/chat-model.ts";

/** A model that cannot verify, close or erase anything on its own. */
export function isDoubted(model: ChatModel): boolean {
  return (model.info().trust ?? "full") !== "full";
}

/** Whether there is a model whose votes and rulings count. */
export function isTrusted(model: ChatModel): boolean {
  return model.info().kind === "server" && !isDoubted(model);
}
