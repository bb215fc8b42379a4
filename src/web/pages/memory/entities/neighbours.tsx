import type { Fact } from "#client";
import { wordsOf } from "../../../ui/format.ts";
import { memoryHref } from "../links.ts";
import type { EntityDetail } from "../types.ts";
import { t } from "../../../language/text.ts";

const CURRENT = new Set(["verified", "staged", "disputed"]);

interface Neighbour {
  id: string;
  name: string;
  type: string;
  by: string[];
}

function neighboursOf(id: string, facts: Fact[]): Neighbour[] {
  const found = new Map<string, Neighbour>();
  for (const { subject, object, predicate, status } of facts) {
    const other = subject?.id === id ? object : subject;
    if (!other || other.id === id || !CURRENT.has(status)) continue;
    const known = found.get(other.id) ?? {
      id: other.id,
      name: other.isSelf ? t("You") : other.name,
      type: other.type,
      by: [],
    };
    found.set(other.id, { ...known, by: [...new Set([...known.by, wordsOf(predicate)])] });
  }
  return [...found.values()].toSorted((a, b) => b.by.length - a.by.length);
}

/** Entities connected by believed or possible facts. */
export function Neighbours({ of, facts }: { of: EntityDetail; facts: Fact[] }) {
  const neighbours = neighboursOf(of.id, facts);
  if (neighbours.length === 0) return null;
  return (
    <section class="stack" aria-label={t("Connected to")}>
      <h3>{t("Connected to")}</h3>
      <ul class="cards">
        {neighbours.map(({ id, name, type, by }) => (
          <li key={id}>
            <a class="card tile" href={memoryHref("entities", id)}>
              <span class="clip">{name}</span>
              <span class="muted small clip">
                {type} · {by.join(", ")}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
