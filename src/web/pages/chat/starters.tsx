import { api } from "../../api/client.ts";
import { health } from "../../api/health.ts";
import { useQuery } from "../../ui/query.ts";
import { hrefTo } from "../../router.ts";
import { NO_MODEL, stateOf } from "../../ui/model-words.ts";
import { draft } from "./draft.ts";
import { t } from "../../language/text.ts";

interface Starter {
  title: string;
  /** With a trailing space, the user is to complete it. */
  text: string;
}

const FIRST: Starter[] = [
  { title: t("Say who you are"), text: t("My name is ") },
  { title: t("Introduce somebody"), text: t("My sister is called ") },
  { title: t("Say where you live"), text: t("I live in ") },
];
const LATER: Starter[] = [
  { title: t("Ask what I know"), text: t("What do you know about me?") },
  { title: t("Ask about somebody"), text: t("What have I told you about ") },
  { title: t("Ask what is coming up"), text: t("What happens next week?") },
];

/** Suggestions to begin with; different ones if nothing was said yet. */
export function Starters() {
  const stats = useQuery((signal) => api("GET /memory/stats", { signal }), []);
  if (stats.loading && stats.data === null) return <div class="starters" />;
  const isNew = (stats.data?.episodes ?? 0) === 0;
  return (
    <div class="starters">
      <h2>
        {isNew ? t("I am Engram, an assistant with a memory you can check") : t("What is on your mind?")}
      </h2>
      {isNew && (
        <p class="muted">
          {t("Tell me about yourself.")}{" "}
          {health.value?.model?.kind === "none"
            ? t("I keep your words and quote them when you ask.")
            : t("I note facts right away and double-check them later.")}{" "}
          {t("You can see, correct or delete everything I remember.")}
        </p>
      )}
      <ModelLine />
      <div class="starter-list">
        {(isNew ? FIRST : LATER).map(({ title, text }) => (
          <button key={title} type="button" class="card starter" onClick={() => draft(text)}>
            <strong>{title}</strong>
            <span class="muted">{text.endsWith(" ") ? `${text}...` : text}</span>
          </button>
        ))}
      </div>
      {isNew && (
        <p class="small">
          {t("Coming from ChatGPT, Claude or another assistant?")}{" "}
          <a href={hrefTo("settings", "transfer")}>{t("Import your conversations")}</a>.
        </p>
      )}
    </div>
  );
}

/** The model that answers. */
function ModelLine() {
  const model = health.value?.model;
  if (model === undefined) return null;
  if (model.kind === "none") {
    return (
      <div class="note row">
        <p class="grow">{NO_MODEL}</p>
        <a class="button primary" href={hrefTo("settings", "models")}>
          {t("Connect a model")}
        </a>
      </div>
    );
  }
  return (
    <p class="muted small">
      {t("Model")}: <a href={hrefTo("settings", "models")}>{model.name}</a>
      {model.state !== "ready" && ` (${stateOf(model).word})`}
    </p>
  );
}
