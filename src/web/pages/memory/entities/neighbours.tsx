import type { Fact } from "#client";
import { wordsOf } from "../../../ui/format.ts";
import { Section } from "../../../ui/parts.tsx";
import { memoryHref } from "../as-of.tsx";
import type { EntityDetail } from "../types.ts";
import { t } from "../../../language/text.ts";

const CURRENT = new Set(["verified", "staged", "disputed"]);

/** Each with the relations that join it, the most joined first. */
function neighboursOf(id: string, facts: Fact[]) {
  const joins = facts.flatMap(({ subject, object, predicate, status }) => {
    const other = subject?.id === id ? object : subject;
    return other && other.id !== id && CURRENT.has(status) ? { other, by: wordsOf(predicate) } : [];
  });
  return [...Map.groupBy(joins, ({ other }) => other.id).values()]
    .flatMap((some) =>
      some.slice(0, 1).map(({ other }) => ({ other, by: new Set(some.map(({ by }) => by)) })),
    )
    .toSorted((a, b) => b.by.size - a.by.size);
}

/** Entities connected by believed or possible facts. */
export function Neighbours({ of, facts }: { of: EntityDetail; facts: Fact[] }) {
  const neighbours = neighboursOf(of.id, facts);
  if (neighbours.length === 0) return null;
  return (
    <Section title={t("Connected to")}>
      <ul class="cards">
        {neighbours.map(({ other: { id, name, type, isSelf }, by }) => (
          <li key={id}>
            <a class="card tile" href={memoryHref("entities", id)}>
              <span class="clip">{isSelf ? t("You") : name}</span>
              <span class="muted small clip">
                {type} · {[...by].join(", ")}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
