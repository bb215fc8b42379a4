import { health } from "../../api/health.ts";
import { useAnswer } from "../../ui/query.ts";
import { hrefTo } from "../../router.ts";
import { NO_MODEL, stateOf } from "../../ui/model-words.tsx";
import { draft, isTemporary } from "./draft.ts";
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

/** What an empty conversation shows. */
export const Starters = () => (isTemporary.value ? <Temporary /> : <Offers />);

function Temporary() {
  return (
    <div class="starters">
      <h2>{t("A temporary chat")}</h2>
      <p class="muted">
        {t(
          "I look into no memory here, and nothing you say is stored or learned: only this page knows it. It is gone when you leave or reload the page.",
        )}
      </p>
    </div>
  );
}

/** Different ones if nothing was said yet. */
function Offers() {
  const stats = useAnswer("GET /memory/stats");
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
      {model.state !== "ready" && ` (${stateOf(model)})`}
    </p>
  );
}
