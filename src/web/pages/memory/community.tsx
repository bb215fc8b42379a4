import { toYou } from "../../../language/second-person.ts";
import { FactList } from "../../ui/fact-list.tsx";
import { momentOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { Section } from "../../ui/section.tsx";
import { Show } from "../../ui/states.tsx";
import { NotAsOf } from "./as-of.tsx";
import { memoryHref } from "./links.ts";
import { t } from "../../language/text.ts";

export function CommunityPage({ id }: { id: string }) {
  const community = useAnswer("GET /memory/communities/{id}", { path: { id } });
  return (
    <Show of={community}>
      {({ name, summary, members, memberCount, facts, writtenBy, updatedAt }) => (
        <article class="stack wide">
          <NotAsOf>{t("A topic")}</NotAsOf>
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
