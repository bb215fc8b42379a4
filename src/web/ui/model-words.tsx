import { t } from "../language/text.ts";
/** How the pages speak of models. */
export const NO_MODEL = t("No language model is connected yet: I only note what you say and quote it back.");
export const NO_EMBEDDER = t("Memories are found by their words, by people and things, and by time.");

interface Answering {
  kind: string;
  state?: string | undefined;
}

const WORDS: Record<string, string> = {
  ready: t("ready"),
  loading: t("loading"),
  failing: t("fails"),
  down: t("does not answer"),
};

/** The state of a model, in a word or two. */
export const stateOf = ({ kind, state = "down" }: Answering): string =>
  kind === "none" ? t("none") : (WORDS[state] ?? state);

/** The same, with how well that is. */
export function StateBadge({ of }: { of: Answering }) {
  const isWaiting = of.kind === "none" || of.state === "loading";
  const look = isWaiting ? "degraded" : of.state === "ready" ? "ok" : "down";
  return <span class={`badge ${look}`}>{stateOf(of)}</span>;
}

/** What the chat's model being away means; null while it is there, or there is none. */
export function troubleOfModel(model: Answering & { name: string }): string | null {
  if (model.kind === "none" || model.state === "ready") return null;
  return model.state === "loading"
    ? t("{model} is loading its weights. Your words are kept and read when it is ready.", {
        model: model.name,
      })
    : t("{model} does not answer. Your words are kept and read when it is back.", { model: model.name });
}
