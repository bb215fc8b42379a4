import { toYou } from "../../../language/second-person.ts";
import type { ComponentChildren } from "preact";
import type { Fact } from "#client";
import { hrefTo } from "../../router.ts";
import { dateOf, percentOf, sinceOf, agoOf } from "../../ui/format.ts";
import { Quotes } from "../../ui/quotes.tsx";
import { StatusBadge, FactList } from "../../ui/facts.tsx";
import { t } from "../../language/text.ts";
import { reasonOf, type ItemOf } from "./words.ts";

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
      <Quotes of={evidence} none={t("You added it by hand.")} />
      {act?.(fact)}
    </article>
  );
}

type Side = ItemOf<"merge">["entities"][number];

/** Two possible duplicates, each with its facts. */
export function MergeView({ item: { entities, reason } }: { item: ItemOf<"merge"> }) {
  return (
    <>
      <p class="muted">{reasonOf(reason)}</p>
      <div class="sides">
        {entities.map((entity) => (
          <EntitySide key={entity.id} entity={entity} />
        ))}
      </div>
    </>
  );
}

function EntitySide({
  entity: { id, name, type, isSelf, aliases, mentionCount, lastMentionedAt, facts },
}: {
  entity: Side;
}) {
  const others = aliases.map(({ alias }) => alias).filter((alias) => alias !== name);
  return (
    <article class="card stack">
      <div class="row">
        <a class="statement" href={hrefTo("memory", "entities", id)}>
          {isSelf ? t("You") : name}
        </a>
        <span class="badge">{type}</span>
      </div>
      <p class="muted small">
        {others.length > 0 &&
          `${t("also {names}", { names: others.join(", ") })}${mentionCount > 0 ? "; " : ""}`}
        {mentionCount > 0 &&
          t("mentioned once, last {ago} | mentioned {n} times, last {ago}", {
            n: mentionCount,
            ago: agoOf(lastMentionedAt),
          })}
      </p>
      {facts.length === 0 ? (
        <p class="muted small">{t("Nothing is known yet.")}</p>
      ) : (
        <FactList facts={facts} />
      )}
    </article>
  );
}
