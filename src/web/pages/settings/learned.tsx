import { api } from "../../api/client.ts";
import { Button } from "../../ui/controls.tsx";
import { momentOf, percentOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { Card, Show } from "../../ui/parts.tsx";
import { t } from "../../language/text.ts";

/** What each part of a score means to a person, if it counts more; and if it counts less. */
const MEANING: Record<string, [more: string, less: string]> = {
  recency: [t("recent memories first"), t("older memories first")],
  importance: [t("lasting and important things first"), t("everyday things first")],
  confidence: [t("what I am surest of first"), t("what I am less sure of, too")],
  stability: [t("what you mention often first"), t("what you rarely mention first")],
  turn: [t("your own words first"), t("statements first")],
  thing: [t("people and things first"), t("statements before people and things")],
  evidence: [t("close matches first"), t("loose matches, too")],
  vector: [t("similar meaning first"), t("other meanings, too")],
  text: [t("the same words first"), t("other words, too")],
  graph: [t("what is connected first"), t("what stands alone, too")],
};
/** Smaller weights change nothing that one would notice. */
const SHOWN_MIN = 0.1;
const SHOWN_MAX = 4;

/** What the search learned from this person's questions, and the way back. */
export function Learned() {
  return (
    <Card title={t("What I learned about your questions")}>
      <Show of={useAnswer("GET /memory/ranking")}>
        {({ ranking }) =>
          ranking === null || ranking.learnedAt === null ? (
            <p class="muted">
              {t(
                "Nothing yet. I learn at night from memories that helped, or did not: after about twenty questions I adapt their order.",
              )}
            </p>
          ) : (
            <>
              <ul>
                {strongest(ranking.weights).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <p class="muted small">
                {t("From {n} question, {moment}. | From {n} questions, {moment}.", {
                  n: ranking.questions,
                  moment: momentOf(ranking.learnedAt),
                })}{" "}
                {t("What helped you ranks at {now} instead of {before} (100%: always first).", {
                  now: percentOf(ranking.learned),
                  before: percentOf(ranking.shipped),
                })}
              </p>
              <div class="row">
                <Button onClick={() => api("DELETE /memory/ranking")} done={t("Back to the usual order")}>
                  {t("Forget what you learned")}
                </Button>
              </div>
            </>
          )
        }
      </Show>
    </Card>
  );
}

function strongest(weights: Record<string, number | undefined>): string[] {
  return Object.entries(weights)
    .flatMap(([name, weight = 0]) => (Math.abs(weight) < SHOWN_MIN ? [] : [{ name, weight }]))
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, SHOWN_MAX)
    .flatMap(({ name, weight }) => MEANING[name]?.[weight > 0 ? 0 : 1] ?? []);
}
