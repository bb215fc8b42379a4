import { api } from "../../api/client.ts";
import { useQuery } from "../../ui/query.ts";
import { hrefTo } from "../../router.ts";
import { draft } from "./composer.tsx";

const FIRST = [
  { title: "Tell it who you are", text: "My name is " },
  { title: "Tell it about somebody", text: "My sister is called " },
  { title: "Tell it what is coming", text: "Next week I " },
];
const LATER = [
  { title: "Ask what it knows", text: "What do you know about me?" },
  { title: "Ask about somebody", text: "What have I told you about " },
  { title: "Ask what is coming", text: "What have I planned?" },
];

/** What to begin with: other things while nothing is remembered yet. */
export function Starters() {
  const stats = useQuery((signal) => api<{ facts: Record<string, number> }>("/memory/stats", { signal }), []);
  const known = Object.values(stats.data?.facts ?? {}).reduce((sum, count) => sum + count, 0);
  if (stats.loading && stats.data === null) return <div class="starters" />;
  return (
    <div class="starters">
      <h2>{known === 0 ? "Nothing is remembered yet" : "What is on your mind?"}</h2>
      <p class="muted">
        {known === 0
          ? "Say something about your life. It is noted at once and checked when you are away; you can look at all of it, correct it, and make it forget."
          : "What you say is noted at once and checked when you are away."}
      </p>
      <div class="starter-list">
        {(known === 0 ? FIRST : LATER).map(({ title, text }) => (
          <button key={title} type="button" class="card starter" onClick={() => draft(text)}>
            <strong>{title}</strong>
            <span class="muted">{text}...</span>
          </button>
        ))}
      </div>
      {known === 0 && (
        <p class="small">
          You have talked elsewhere before?{" "}
          <a href={hrefTo("settings", "transfer")}>Bring those conversations here</a>.
        </p>
      )}
    </div>
  );
}
