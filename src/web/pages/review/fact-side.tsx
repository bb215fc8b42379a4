import { toYou } from "../../../language/second-person.ts";
import type { ComponentChildren } from "preact";
import type { Fact } from "#client";
import { QuoteInTurn } from "../chat/evidence.tsx";
import { hrefTo } from "../../router.ts";
import { dateOf, percentOf, sinceOf } from "../../ui/format.ts";
import { StatusBadge } from "../../ui/status.tsx";
import { t } from "../../language/text.ts";

/** One statement with its evidence. */
export function FactSide({ fact, children }: { fact: Fact; children?: ComponentChildren }) {
  const { id, text, status, confidence, createdAt, evidence } = fact;
  return (
    <article class="card stack">
      <div class="row">
        <a class="grow statement" href={hrefTo("memory", "facts", id)}>
          {toYou(text)}
        </a>
        <StatusBadge status={status} />
      </div>
      <p class="muted small">
        {sinceOf(fact)}, {t("learned {day}", { day: dateOf(createdAt) })},{" "}
        {t("{share} certain", { share: percentOf(confidence) })}
      </p>
      {evidence.length === 0 && <p class="muted small">{t("You added it by hand.")}</p>}
      {evidence.map((quote) => (
        <QuoteInTurn key={`${quote.episodeId}.${quote.start}`} quote={quote} />
      ))}
      {children}
    </article>
  );
}
