import { api } from "../../api/client.ts";
import { health } from "../../api/health.ts";
import { useQuery } from "../../ui/query.ts";
import { hrefTo } from "../../router.ts";
import { NO_MODEL, stateOf } from "../../ui/model-words.ts";
import { draft } from "./draft.ts";

interface Starter {
  title: string;
  /** With a trailing space, the user is to complete it. */
  text: string;
}

const FIRST: Starter[] = [
  { title: "Say who you are", text: "My name is " },
  { title: "Introduce somebody", text: "My sister is called " },
  { title: "Say where you live", text: "I live in " },
];
const LATER: Starter[] = [
  { title: "Ask what I know", text: "What do you know about me?" },
  { title: "Ask about somebody", text: "What have I told you about " },
  { title: "Ask what is coming up", text: "What happens next week?" },
];

/** Suggestions to begin with; different ones if nothing was said yet. */
export function Starters() {
  const stats = useQuery((signal) => api("GET /memory/stats", { signal }), []);
  if (stats.loading && stats.data === null) return <div class="starters" />;
  const isNew = (stats.data?.episodes ?? 0) === 0;
  return (
    <div class="starters">
      <h2>{isNew ? "I am Engram, an assistant with a memory you can check" : "What is on your mind?"}</h2>
      {isNew && (
        <p class="muted">
          Tell me about yourself.{" "}
          {health.value?.model?.kind === "none"
            ? "I keep your words and quote them when you ask. "
            : "I note facts right away and double-check them later. "}
          You can see, correct or delete everything I remember.
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
          Coming from ChatGPT, Claude or another assistant?{" "}
          <a href={hrefTo("settings", "transfer")}>Import your conversations</a>.
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
          Connect a model
        </a>
      </div>
    );
  }
  return (
    <p class="muted small">
      Model: <a href={hrefTo("settings", "models")}>{model.name}</a>
      {model.state !== "ready" && ` (${stateOf(model).word})`}
    </p>
  );
}
