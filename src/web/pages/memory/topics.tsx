import { toYou } from "../../../language/second-person.ts";
import { FactList } from "../../ui/facts.tsx";
import { agoOf, momentOf } from "../../ui/format.ts";
import { More, Show, Section } from "../../ui/parts.tsx";
import { hrefTo } from "../../router.ts";
import { memoryHref } from "./as-of.tsx";
import { usePages, useAnswer } from "../../ui/query.ts";
import { t } from "../../language/text.ts";

const PER_PAGE = 50;

/** Topics: things that are known and talked of together. */
export function Communities() {
  const topics = usePages("GET /memory/communities", {}, PER_PAGE);
  return (
    <Show
      of={topics}
      empty={{
        title: t("No topics yet"),
        says: t(
          'Engram finds them by itself once a few things are joined. The job "communities" does it now.',
        ),
        children: (
          <a class="button" href={hrefTo("maintenance")}>
            {t("Go to maintenance")}
          </a>
        ),
      }}
    >
      {(items) => (
        <>
          <ul class="cards">
            {items.map(({ id, name, summary, members, memberCount, updatedAt }) => (
              <li key={id}>
                <a class="card tile" href={memoryHref("communities", id)}>
                  <strong>{name}</strong>
                  <span class="lines">{toYou(summary)}</span>
                  <span class="muted small">
                    {members.map((one) => one.name).join(", ")}
                    {memberCount > members.length &&
                      ` ${t("and {n} more", { n: memberCount - members.length })}`}{" "}
                    · {agoOf(updatedAt)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
          <More of={topics} label={t("More")} />
        </>
      )}
    </Show>
  );
}

export function CommunityPage({ id }: { id: string }) {
  return (
    <Show of={useAnswer("GET /memory/communities/{id}", { path: { id } })}>
      {({ name, summary, members, memberCount, facts, writtenBy, updatedAt }) => (
        <article class="stack wide">
          <header class="card stack">
            <h2>{name}</h2>
            <p>{summary === "" ? t("Nothing that is believed joins its members yet.") : toYou(summary)}</p>
            <p class="muted small">
              {writtenBy === "model"
                ? t("written by the model from the facts below")
                : t("written by code from the facts below")}
              , {momentOf(updatedAt)}
            </p>
          </header>
          <section class="stack" aria-label={t("Members")}>
            <h3>
              {t("{n} member | {n} members", { n: memberCount })}
              {memberCount > members.length && `, ${t("the {n} most central", { n: members.length })}`}
            </h3>
            <p class="row">
              {members.map((one) => (
                <a key={one.id} class="badge" href={memoryHref("entities", one.id)}>
                  {one.isSelf ? t("You") : one.name}
                </a>
              ))}
            </p>
          </section>
          <Section title={t("What it tells")}>
            <FactList facts={facts} />
          </Section>
        </article>
      )}
    </Show>
  );
}
