import type { Fact } from "#client";
import { toYou } from "../../../../language/second-person.ts";
import { DialogButton } from "../../../ui/dialog.tsx";
import { ForgetButton } from "../../../ui/forget.tsx";
import { agoOf, dateOf, wordsOf } from "../../../ui/format.ts";
import { useAnswer, usePages } from "../../../ui/query.ts";
import { More, Pairs, Section, Show } from "../../../ui/parts.tsx";
import { StatusBadge } from "../../../ui/facts.tsx";
import { useTitle, goTo } from "../../../router.ts";
import { Changes } from "../changes.tsx";
import { LinkedMemories } from "../linked.tsx";
import type { EntityDetail } from "../types.ts";
import { asOfInstant, momentAsked, memoryHref } from "../as-of.tsx";
import { Portrait } from "../portrait/portrait.tsx";
import { CorrectEntityDialog } from "./correct.tsx";
import { History } from "./history.tsx";
import { MergeDialog } from "./merge.tsx";
import { t } from "../../../language/text.ts";

export function EntityPage({ id }: { id: string }) {
  const entity = useAnswer("GET /memory/entities/{id}", { path: { id } });
  const facts = usePages("GET /memory/facts", { query: { entity: id, ...momentAsked() } });
  useTitle(entity.data === null ? null : entity.data.isSelf ? t("You") : entity.data.name);
  return (
    <Show of={entity}>
      {(one) => (
        <article class="stack wide">
          {one.id !== id && <p class="note small">{t("What you opened was merged into this one.")}</p>}
          <Head entity={one} />
          {one.type === "procedure" && <HowTo id={one.id} />}
          {asOfInstant() === undefined && <Portrait entity={one.id} />}
          <Show of={facts}>
            {(items) => (
              <>
                <History facts={items} />
                <More of={facts} label={t("Older")} />
                <Neighbours of={one} facts={items} />
              </>
            )}
          </Show>
          <LinkedMemories id={one.id} />
          <Changes targetId={one.id} />
        </article>
      )}
    </Show>
  );
}

function Head({ entity }: { entity: EntityDetail }) {
  const { id, name, type, status, isSelf, aliases, summary, facts } = entity;
  const others = aliases.filter(({ alias }) => alias !== name);
  return (
    <header class="card stack">
      <div class="row">
        <h2>{isSelf ? t("You") : name}</h2>
        <span class="badge">{type}</span>
        <StatusBadge status={status} />
        <span class="grow" />
        <a class="button small" href={memoryHref("graph", { entity: id })}>
          {t("Show in graph")}
        </a>
        {!isSelf && (
          <>
            <DialogButton small dialog={(close) => <CorrectEntityDialog entity={entity} onClose={close} />}>
              {t("Correct ...")}
            </DialogButton>
            <DialogButton small dialog={(close) => <MergeDialog entity={entity} onClose={close} />}>
              {t("Merge with ...")}
            </DialogButton>
            <ForgetButton
              target={{ entityId: id }}
              name={name}
              preview={facts.map(({ text }) => text)}
              onDone={() => goTo("memory", "entities")}
            />
          </>
        )}
      </div>
      {type === "procedure" && summary !== null && <p>{toYou(summary)}</p>}
      <Pairs
        of={[
          others.length > 0 && [
            t("Also called"),
            others.map(({ alias, kind }) => (
              <span key={alias} class="badge" title={kind}>
                {alias}
              </span>
            )),
          ],
          entity.mentionCount > 0 && [
            t("Mentioned"),
            t("once, last {ago} | {n} times, last {ago}", {
              n: entity.mentionCount,
              ago: agoOf(entity.lastMentionedAt),
            }),
          ],
          [t("In memory since"), dateOf(entity.createdAt)],
          ...Object.entries(type === "procedure" ? {} : entity.properties).map(
            ([key, value]) => [key, String(value)] as const,
          ),
          ...entity.externalKeys.map((key) => [key.system, key.id] as const),
        ]}
      />
    </header>
  );
}

/** The steps of a how-to, and how often they worked. */
function HowTo({ id }: { id: string }) {
  return (
    <Show of={useAnswer("GET /memory/procedures/{id}", { path: { id } })}>
      {({ steps, worked, partly, failed, lastUsedAt }) => (
        <Section title={t("Steps")}>
          <ol dir="auto">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p class="muted small">
            {lastUsedAt === null
              ? t("Not tried yet.")
              : t("Worked {worked} of {tries} times, partly {partly}; last used {ago}.", {
                  worked,
                  tries: worked + partly + failed,
                  partly,
                  ago: agoOf(lastUsedAt),
                })}
          </p>
        </Section>
      )}
    </Show>
  );
}

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
function Neighbours({ of, facts }: { of: EntityDetail; facts: Fact[] }) {
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
