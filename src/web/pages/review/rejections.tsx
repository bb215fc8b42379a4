import { useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import type { Rejection } from "#client";
import { hrefTo } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { filterOf, SelectFilter } from "../../ui/filters.tsx";
import { momentOf, wordsOf } from "../../ui/format.ts";
import { usePages } from "../../ui/pages.ts";
import { useQuery } from "../../ui/query.ts";
import { Empty, Failed, Show } from "../../ui/states.tsx";
import { attempt, notify } from "../../ui/toast.tsx";
import { QuoteInTurn } from "../chat/evidence.tsx";
import { undoRun } from "./decide.ts";
import { REFUSED } from "./reasons.ts";
import { Button } from "../../ui/button.tsx";
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
  if (pages.error !== null) return <Failed error={pages.error} retry={pages.reload} />;
  return (
    <>
      <div class="filters">
        <SelectFilter name="reason" label={t("Reason")}>
          <option value="">{t("any")}</option>
          {Object.entries(REFUSED).map(([name, told]) => (
            <option key={name} value={name}>
              {told}
            </option>
          ))}
        </SelectFilter>
      </div>
      {pages.data?.length === 0 && (
        <Empty title={t("Nothing was rejected")}>
          <p>
            {t(
              "Suggestions that your words don't support, or that you rejected, appear here with the reason.",
            )}
          </p>
        </Empty>
      )}
      <ul class="plain-list">
        {pages.data?.map((one) => (
          <li key={one.id} class="card row">
            <span class="badge">{REFUSED[one.reason]}</span>
            <button type="button" class="link grow left" onClick={() => setOpen(one)}>
              {proposedText(one)}
            </button>
            {one.overruledAt && <span class="badge verified">{t("accepted after all")}</span>}
            <span class="muted small">{momentOf(one.at)}</span>
          </li>
        ))}
      </ul>
      {pages.hasMore && <Button onClick={pages.more}>{t("Older")}</Button>}
      {open && <Refusal rejection={open} onClose={() => setOpen(null)} changed={pages.reload} />}
    </>
  );
}

interface RefusalProps {
  rejection: Rejection;
  onClose: () => void;
  changed: () => void;
}

/** Why one was rejected: its words, the model's reasoning, and a way to overrule it. */
function Refusal({ rejection, onClose, changed }: RefusalProps) {
  const { id, reason, stage, detail, reasoning, overruledFactId } = rejection;
  const story = useQuery((signal) => api("GET /memory/rejections/{id}", { path: { id }, signal }), [id]);
  const overrule = async (): Promise<void> => {
    const done = await attempt(async () => {
      const { runId } = await api("POST /memory/rejections/{id}/accept", { path: { id } });
      const undo = { label: t("Undo"), run: () => void undoRun(runId ?? "", changed) };
      notify(t("Remembered"), runId === null ? undefined : undo);
    });
    if (!done) return;
    onClose();
    changed();
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
      <Show of={story}>
        {({ evidence }) => (
          <>
            {evidence.length === 0 && <p class="muted">{t("It named no words it was based on.")}</p>}
            {evidence.map((quote) => (
              <QuoteInTurn key={`${quote.episodeId}.${quote.start}`} quote={quote} />
            ))}
          </>
        )}
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
          <Button primary onClick={() => overrule()}>
            {t("It is true after all")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
