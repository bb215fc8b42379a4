import { api } from "../../api/client.ts";
import { health } from "../../api/health.ts";
import { useQuery } from "../../ui/query.ts";
import { hrefTo } from "../../router.ts";
import { NO_MODEL, stateOf } from "../../ui/model-words.ts";
import { draft } from "./draft.ts";

const FIRST = [
  { title: "Tell it who you are", text: "My name is " },
  { title: "Tell it about somebody", text: "My sister is called " },
  { title: "Tell it what is coming", text: "Next week I " },
];
const LATER = [
  { title: "Ask what it knows", text: "What do you know about me?" },
  { title: "Ask about somebody", text: "What have I told you about " },
  { title: "Ask what is coming", text: "What happens next week?" },
];

/** What to begin with: other things while nothing was said yet. */
export function Starters() {
  const stats = useQuery((signal) => api<{ episodes: number }>("/memory/stats", { signal }), []);
  if (stats.loading && stats.data === null) return <div class="starters" />;
  const isNew = (stats.data?.episodes ?? 0) === 0;
  return (
    <div class="starters">
      <ModelLine />
      <h2>{isNew ? "Nothing is remembered yet" : "What is on your mind?"}</h2>
      <p class="muted">
        {isNew && "Say something about your life. "}
        {health.value?.model?.kind === "none"
          ? "Your words are kept as you say them, and quoted when you ask; "
          : "What you say is noted at once and checked when you are away; "}
        you can look at all of it, correct it, and make it forget.
      </p>
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
          You have talked elsewhere before?{" "}
          <a href={hrefTo("settings", "transfer")}>Bring those conversations here</a>.
        </p>
      )}
    </div>
  );
}

/** Who answers. */
function ModelLine() {
  const model = health.value?.model;
  if (model === undefined) return null;
  if (model.kind === "none") {
    return (
      <p class="note">
        {NO_MODEL} <a href={hrefTo("settings", "models")}>Connect one</a>
      </p>
    );
  }
  return (
    <p class="muted small">
      Model: <a href={hrefTo("settings", "models")}>{model.name}</a>
      {model.state !== "ready" && ` (${stateOf(model).word})`}
    </p>
  );
}
