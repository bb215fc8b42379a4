import { toYou } from "../../../language/second-person.ts";
import { FactList } from "../../ui/fact-list.tsx";
import { dateOf, timeOf } from "../../ui/format.ts";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { hrefTo } from "../../router.ts";
import { asOfInstant } from "./as-of.tsx";
import { memoryHref } from "./links.ts";
import { filterOf, TextFilter } from "../../ui/filters.tsx";
import { NothingFound } from "./memory-table.tsx";
import { usePages, type Pages } from "../../ui/pages.ts";
import type { Moment } from "./types.ts";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";

const PER_PAGE = 50;

/** Messages by day, with the facts learned from them. */
export function Timeline() {
  const [from, to] = [filterOf("from"), filterOf("to")];
  const at = asOfInstant();
  const end = [to, at ?? ""].filter((one) => one !== "").toSorted()[0];
  const pages = usePages("GET /memory/timeline", { query: { from, to: end } }, PER_PAGE);
  return (
    <>
      <div class="filters" role="search">
        <TextFilter name="from" label={t("From")} type="date" />
        <TextFilter name="to" label={t("Before")} type="date" />
      </div>
      <Days pages={pages} isFiltered={from !== "" || end !== undefined} />
    </>
  );
}

function Days({ pages, isFiltered }: { pages: Pages<Moment>; isFiltered: boolean }) {
  const { data, error, reload, hasMore, more, loading } = pages;
  if (error !== null) return <Failed error={error} retry={reload} />;
  if (data === null) return <Loading />;
  if (data.length === 0) return isFiltered ? <NothingFound /> : <Nothing />;
  const days = Map.groupBy(data, ({ occurredAt }) => dateOf(occurredAt));
  return (
    <>
      {[...days].map(([day, moments]) => (
        <section key={day} class="day">
          <h2>{day}</h2>
          <ol class="plain-list">
            {moments.map((moment) => (
              <Said key={moment.id} moment={moment} />
            ))}
          </ol>
        </section>
      ))}
      {hasMore && (
        <Button disabled={loading} onClick={more}>
          {loading ? t("Loading ...") : t("Older")}
        </Button>
      )}
    </>
  );
}

function Said({ moment }: { moment: Moment }) {
  const { id, occurredAt, userMessage, speaker, summary, sourceCount, facts } = moment;
  return (
    <li class="moment">
      <time class="muted small" dateTime={occurredAt}>
        {timeOf(occurredAt)}
      </time>
      <div class="stack grow tight">
        <a class="turn-words" href={memoryHref("episodes", id)}>
          {speaker !== null && <span class="muted">{speaker}: </span>}
          {sourceCount > 1 ? toYou(summary ?? userMessage) : userMessage}
        </a>
        {sourceCount > 1 && (
          <span class="muted small">
            {t("summary of {n} message | summary of {n} messages", { n: sourceCount })}
          </span>
        )}
        {facts.length > 0 && <FactList facts={facts} />}
      </div>
    </li>
  );
}

const Nothing = () => (
  <Empty title={t("No messages yet")}>
    <p>{t("Every message appears here under its day, with what I learned from it.")}</p>
    <a class="button primary" href={hrefTo()}>
      {t("Start a conversation")}
    </a>
  </Empty>
);
