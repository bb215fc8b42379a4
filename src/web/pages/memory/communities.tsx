import { toYou } from "../../../language/second-person.ts";
import { agoOf } from "../../ui/format.ts";
import { Empty, More, Show } from "../../ui/states.tsx";
import { hrefTo } from "../../router.ts";
import { NotAsOf } from "./as-of.tsx";
import { memoryHref } from "./links.ts";
import { usePages } from "../../ui/pages.ts";
import { t } from "../../language/text.ts";

const PER_PAGE = 50;

/** Topics: things that are known and talked of together. */
export function Communities() {
  const topics = usePages("GET /memory/communities", {}, PER_PAGE);
  return (
    <Show
      of={topics}
      empty={
        <Empty
          title={t("No topics yet")}
          says={t(
            'Engram finds them by itself once a few things are joined. The job "communities" does it now.',
          )}
        >
          <a class="button" href={hrefTo("maintenance")}>
            {t("Go to maintenance")}
          </a>
        </Empty>
      }
    >
      {(items) => (
        <>
          <NotAsOf>{t("Topics")}</NotAsOf>
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
