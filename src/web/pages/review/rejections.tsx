import { useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import type { Rejection } from "#client";
import { hrefTo } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { filterOf, SelectFilter } from "../../ui/filters.tsx";
import { momentOf, wordsOf } from "../../ui/format.ts";
import { usePages, useAnswer } from "../../ui/query.ts";
import { More, Show } from "../../ui/parts.tsx";
import { Quotes } from "../../ui/quotes.tsx";
import { tellDecided } from "./decide.ts";
import { REFUSED } from "./reasons.ts";
import { Button } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

const PER_PAGE = 50;

/** The statement of a proposal, as far as there was one. */
function proposedText({ proposal }: Pick<Rejection, "proposal">): string {
  const { text, subject, predicate, object } = (proposal ?? {}) as Record<string, unknown>;
  if (typeof text === "string" && text !== "") return text;
  const parts = [subject, predicate, object].filter((part) => typeof part === "string");
  return parts.length > 0 ? parts.join(" ") : t("Something that could not be read");
}

/** Proposals that did not become memory. Nothing is refused for good. */
export function Rejections() {
  const reason = filterOf("reason");
  const pages = usePages("GET /memory/rejections", { query: { reason } }, PER_PAGE);
  const [open, setOpen] = useState<Rejection | null>(null);
  return (
    <>
      <div class="filters">
        <SelectFilter name="reason" label={t("Reason")} options={{ "": t("any"), ...REFUSED }} />
      </div>
      <Show
        of={pages}
        empty={{
          title: t("Nothing was rejected"),
          says: t(
            "Suggestions that your words don't support, or that you rejected, appear here with the reason.",
          ),
        }}
      >
        {(items) => (
          <ul class="plain-list">
            {items.map((one) => (
              <li key={one.id} class="card row">
                <span class="badge">{REFUSED[one.reason]}</span>
                <Button link class="grow left" onClick={() => setOpen(one)}>
                  {proposedText(one)}
                </Button>
                {one.overruledAt && <span class="badge verified">{t("accepted after all")}</span>}
                <span class="muted small">{momentOf(one.at)}</span>
              </li>
            ))}
          </ul>
        )}
      </Show>
      <More of={pages} label={t("Older")} />
      {open && <Refusal rejection={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Why one was rejected: its words, the model's reasoning, and a way to overrule it. */
function Refusal({ rejection, onClose }: { rejection: Rejection; onClose: () => void }) {
  const { id, reason, stage, detail, reasoning, overruledFactId } = rejection;
  const overrule = async (): Promise<void> => {
    const { runId } = await api("POST /memory/rejections/{id}/accept", { path: { id } });
    tellDecided(t("Remembered"), runId);
    onClose();
  };
  return (
    <Dialog title={t("Why it was rejected")} drawer onClose={onClose}>
      <p class="statement" dir="auto">
        {proposedText(rejection)}
      </p>
      <p>
        {REFUSED[reason]} <span class="muted small">{t("at {stage}", { stage: wordsOf(stage) })}</span>
      </p>
      {detail !== "" && <p class="muted">{detail}</p>}
      <Show of={useAnswer("GET /memory/rejections/{id}", { path: { id } })}>
        {({ evidence }) => <Quotes of={evidence} none={t("It named no words it was based on.")} />}
      </Show>
      {reasoning !== null && (
        <details>
          <summary>{t("Thought")}</summary>
          <p class="thinking">{reasoning}</p>
        </details>
      )}
      <div class="row">
        {overruledFactId ? (
          <a class="button small" href={hrefTo("memory", "facts", overruledFactId)} onClick={onClose}>
            {t("The fact it became")}
          </a>
        ) : (
          <Button primary onClick={overrule}>
            {t("It is true after all")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
