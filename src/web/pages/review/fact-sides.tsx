import { toYou } from "../../../language/second-person.ts";
import type { ComponentChildren } from "preact";
import type { Fact } from "#client";
import { hrefTo } from "../../router.ts";
import { dateOf, percentOf, sinceOf } from "../../ui/format.ts";
import { Quotes } from "../../ui/quotes.tsx";
import { StatusBadge } from "../../ui/status.tsx";
import { t } from "../../language/text.ts";

interface Props {
  facts: (Fact | null | undefined)[];
  /** What can be done about one of them. */
  act?: ((fact: Fact) => ComponentChildren) | undefined;
}

/** Statements next to each other, each with its evidence. */
export const FactSides = ({ facts, act }: Props) => (
  <div class="sides">{facts.map((fact) => fact && <FactSide key={fact.id} fact={fact} act={act} />)}</div>
);

function FactSide({ fact, act }: Pick<Props, "act"> & { fact: Fact }) {
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
      <Quotes of={evidence} />
      {act?.(fact)}
    </article>
  );
}
