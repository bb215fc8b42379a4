import { api } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { momentOf, percentOf } from "../../ui/format.ts";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { attempt, notify } from "../../ui/toast.tsx";

/** What each part of a score means to a person, if it counts more; and if it counts less. */
const MEANING: Record<string, [more: string, less: string]> = {
  recency: ["recent memories first", "older memories first"],
  importance: ["lasting and important things first", "everyday things first"],
  confidence: ["what I am surest of first", "what I am less sure of, too"],
  stability: ["what you mention often first", "what you rarely mention first"],
  turn: ["your own words first", "statements first"],
  thing: ["people and things first", "statements before people and things"],
  evidence: ["close matches first", "loose matches, too"],
  vector: ["similar meaning first", "other meanings, too"],
  text: ["the same words first", "other words, too"],
  graph: ["what is connected first", "what stands alone, too"],
};
/** Smaller weights change nothing that one would notice. */
const SHOWN_MIN = 0.1;
const SHOWN_MAX = 4;

/** What the search learned from this person's questions, and the way back. */
export function Learned() {
  const query = useQuery((signal) => api("GET /memory/ranking", { signal }), []);
  const reset = async (): Promise<void> => {
    if (!(await attempt(() => api("DELETE /memory/ranking")))) return;
    notify("Back to the usual order");
    query.reload();
  };
  return (
    <section class="card stack" aria-labelledby="learned">
      <h2 id="learned">What I learned about your questions</h2>
      <Show of={query}>
        {({ ranking }) =>
          ranking === null || ranking.learnedAt === null ? (
            <p class="muted">
              Nothing yet. I learn at night from memories that helped, or did not: after about twenty
              questions I adapt their order.
            </p>
          ) : (
            <>
              <ul>
                {strongest(ranking.weights).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <p class="muted small">
                From {ranking.questions} questions, {momentOf(ranking.learnedAt)}. What helped you ranks at{" "}
                {percentOf(ranking.learned)} instead of {percentOf(ranking.shipped)} (100%: always first).
              </p>
              <div class="row">
                <Button onClick={() => void reset()}>Forget what you learned</Button>
              </div>
            </>
          )
        }
      </Show>
    </section>
  );
}

function strongest(weights: Record<string, number | undefined>): string[] {
  return Object.entries(weights)
    .flatMap(([name, weight = 0]) => (Math.abs(weight) < SHOWN_MIN ? [] : [{ name, weight }]))
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, SHOWN_MAX)
    .flatMap(({ name, weight }) => MEANING[name]?.[weight > 0 ? 0 : 1] ?? []);
}
