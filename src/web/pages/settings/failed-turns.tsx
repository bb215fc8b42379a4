import type { Health } from "../../api/health.ts";
import { api } from "../../api/client.ts";
import { cut } from "../../../language/graphemes.ts";
import { hrefTo } from "../../router.ts";
import { momentOf, wordsOf } from "../../ui/format.ts";
import { usePages } from "../../ui/query.ts";
import { Card, More } from "../../ui/parts.tsx";
import { Button } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

const PER_PAGE = 20;
const WORDS_MAX = 140;

type Step = "extraction" | "verification";
const STEPS: Record<
  Step,
  { title: string; explains: string; route: `POST /memory/episodes/${"extract" | "verify"}` }
> = {
  extraction: {
    title: t("Messages I could not read"),
    explains: t("The model was asked several times and gave nothing usable. The turns themselves are kept."),
    route: "POST /memory/episodes/extract",
  },
  verification: {
    title: t("Messages I could not check"),
    explains: t("The model failed while it checked them. What was heard in them is kept, unchecked."),
    route: "POST /memory/episodes/verify",
  },
};

/** Turns whose extraction failed for good, until retried. */
export function FailedTurns({ health: { failed } }: { health: Health }) {
  if (!failed) return null;
  return (
    <>
      {failed.retrying > 0 && (
        <p class="note" role="status">
          {t(
            "{n} turn could not be read at the first try and is tried again by itself. | {n} turns could not be read at the first try and are tried again by themselves.",
            { n: failed.retrying },
          )}
        </p>
      )}
      {failed.extraction > 0 && <Failures key={`e${failed.extraction}`} step="extraction" />}
      {failed.verification > 0 && <Failures key={`v${failed.verification}`} step="verification" />}
    </>
  );
}

function Failures({ step }: { step: Step }) {
  const { title, explains, route } = STEPS[step];
  const turns = usePages("GET /memory/episodes", { query: { [step]: "failed" } }, PER_PAGE);
  return (
    <Card
      title={title}
      aside={
        <Button small onClick={() => api(route, { body: { state: "failed" } })} done={t("Trying again")}>
          {t("Try all again")}
        </Button>
      }
    >
      <p class="muted small">{explains}</p>
      <ul class="plain-list">
        {turns.data?.map((turn) => (
          <li key={turn.id} class="row">
            <a class="grow" dir="auto" href={hrefTo("chat", turn.conversationId, { at: turn.id })}>
              {cut(turn.userMessage, WORDS_MAX)}
            </a>
            <span class="muted small">
              {wordsOf((turn[step] as { error?: string | null }).error ?? "")} {momentOf(turn.occurredAt)}
            </span>
            {step === "extraction" && (
              <Button
                small
                onClick={() => api("POST /memory/episodes/{id}/extract", { path: { id: turn.id } })}
                done={t("Trying again")}
              >
                {t("Try again")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <More of={turns} label={t("Show more")} />
    </Card>
  );
}
