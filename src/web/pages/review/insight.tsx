import { hrefTo } from "../../router.ts";
import { dateOf, percentOf } from "../../ui/format.ts";
import { FactSide } from "./fact-side.tsx";
import { titleOf } from "./words.ts";
import type { ItemOf } from "./types.ts";
import { t } from "../../language/text.ts";

/** A pattern, change or risk with the facts and messages it was counted from. */
export function InsightView({ item }: { item: ItemOf<"insight"> }) {
  return (
    <>
      <p class="card statement">{titleOf(item)}</p>
      <p class="muted">
        {t("I counted this from what you told me, {share} sure. It is a hint and does not become a fact.", {
          share: percentOf(item.confidence),
        })}
      </p>
      <div class="sides">
        {item.facts.map((fact) => (
          <FactSide key={fact.id} fact={fact} />
        ))}
      </div>
      <ul class="plain-list">
        {item.turns.map(({ id, userMessage, occurredAt }) => (
          <li key={id} class="row">
            <time class="muted small" dateTime={occurredAt}>
              {dateOf(occurredAt)}
            </time>
            <a class="grow lines" href={hrefTo("memory", "episodes", id)}>
              {userMessage}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
