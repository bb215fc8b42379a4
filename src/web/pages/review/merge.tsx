import { FactList } from "../../ui/fact-list.tsx";
import { hrefTo } from "../../router.ts";
import { agoOf } from "../../ui/format.ts";
import { reasonOf, type ItemOf } from "./words.ts";
import { t } from "../../language/text.ts";

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
