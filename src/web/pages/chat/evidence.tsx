import { toYou } from "../../../language/second-person.ts";
import { useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import type { Recalled } from "#client";
import { graphemeEnd, graphemeStart } from "../../../language/graphemes.ts";
import { hrefTo } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { momentOf } from "../../ui/format.ts";
import { attempt } from "../../ui/toast.tsx";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status.tsx";
import { markFact, NOT_SO } from "../../ui/facts.ts";
import { Score } from "../../ui/score.tsx";
import { ForgetDialog } from "../../ui/forget.tsx";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";

type Quote = Recalled["evidence"][number];

/** Why the model got this memory: its evidence, the source, and the parts of its score. */
export function EvidenceDrawer({
  recalled,
  turnId,
  onClose,
}: {
  recalled: Recalled;
  turnId: string | null;
  onClose: () => void;
}) {
  const { kind, id, text, status, score, evidence, components = {} } = recalled;
  const [isForgetting, setForgetting] = useState(false);
  if (status === "gone")
    return (
      <Dialog title={t("Why I recalled this")} drawer onClose={onClose}>
        <p class="muted">{t("I have forgotten it, or it is no longer a memory.")}</p>
      </Dialog>
    );
  return (
    <Dialog title={t("Why I recalled this")} drawer onClose={onClose}>
      <p dir="auto">{toYou(text)}</p>
      <p class="row">
        <StatusBadge status={status} />
        <span class="muted small">{t("score {score}", { score: score.toFixed(2) })}</span>
      </p>
      <h3>{t("Based on")}</h3>
      {evidence.length === 0 && (
        <p class="muted">{kind === "fact" ? t("You added it by hand.") : t("The message itself.")}</p>
      )}
      {evidence.map((quote) => (
        <QuoteInTurn key={`${quote.episodeId}.${quote.start}`} quote={quote} />
      ))}
      <Helped id={id} turnId={turnId} />
      {Object.keys(components).length > 0 && (
        <>
          <h3>{t("Score")}</h3>
          <Score components={components} />
        </>
      )}
      <div class="row">
        <a class="button small" href={memoryLinkOf(recalled)} onClick={onClose}>
          {t("Open in memory")}
        </a>
        {kind === "fact" && (
          <>
            <Button small onClick={() => markFact(id, "corrected", NOT_SO, onClose, () => undefined)}>
              {t("Not true")}
            </Button>
            <Button danger small onClick={() => setForgetting(true)}>
              {t("Forget ...")}
            </Button>
          </>
        )}
      </div>
      {isForgetting && (
        <ForgetDialog
          target={{ factId: id }}
          name={toYou(text)}
          onClose={() => setForgetting(false)}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

/** Whether it helped: the ranking learns from it. */
function Helped({ id, turnId }: { id: string; turnId: string | null }) {
  const [said, setSaid] = useState<boolean | null>(null);
  const say = async (helpful: boolean): Promise<void> => {
    const body = { id, helpful, ...(turnId !== null && { turnId }) };
    if (await attempt(() => api("POST /memory/feedback", { body }))) setSaid(helpful);
  };
  return (
    <div class="row" role="group" aria-label={t("Did this help?")}>
      <span class="muted small">{said === null ? t("Did this help?") : t("Noted. I will rank by it.")}</span>
      <Button small aria-pressed={said === true} onClick={() => say(true)}>
        {t("It helped")}
      </Button>
      <Button small aria-pressed={said === false} onClick={() => say(false)}>
        {t("It did not")}
      </Button>
    </div>
  );
}

function memoryLinkOf({ kind, id }: Recalled): string {
  if (kind === "fact") return hrefTo("memory", "facts", id);
  if (kind === "entity") return hrefTo("memory", "entities", id);
  return kind === "episode" ? hrefTo("memory", "episodes", id) : hrefTo("memory", "communities", id);
}

/** The quote, highlighted in its turn. */
export function QuoteInTurn({ quote }: { quote: Quote }) {
  const episode = useQuery(
    (signal) => api("GET /memory/episodes/{id}", { path: { id: quote.episodeId }, signal }),
    [quote.episodeId],
  );
  return (
    <Show of={episode}>
      {({ id, userMessage, assistantReply, conversationId, speaker }) => {
        const isReply = quote.assertedBy === "assistant";
        const words = (isReply ? assistantReply : userMessage) ?? "";
        const holds = words.slice(quote.start, quote.end) === quote.quote;
        return (
          <figure class="quote">
            <blockquote class="evidence" dir="auto">
              {holds ? (
                <Around text={words} start={quote.start} end={quote.end} />
              ) : (
                <mark>{quote.quote}</mark>
              )}
            </blockquote>
            <figcaption class="muted small">
              {isReply ? "Engram" : (speaker ?? t("you"))}, {momentOf(quote.occurredAt)} ·{" "}
              <a href={hrefTo("chat", conversationId, { at: id })}>{t("open conversation")}</a>
            </figcaption>
          </figure>
        );
      }}
    </Show>
  );
}

const AROUND = 240;

function Around({ text, ...quote }: { text: string; start: number; end: number }) {
  const [start, end] = [graphemeStart(text, quote.start), graphemeEnd(text, quote.end)];
  const from = graphemeStart(text, Math.max(0, start - AROUND));
  const to = graphemeEnd(text, Math.min(text.length, end + AROUND));
  return (
    <>
      {from > 0 && "... "}
      {text.slice(from, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end, to)}
      {to < text.length && " ..."}
    </>
  );
}
