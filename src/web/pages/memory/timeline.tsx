import { toYou } from "../../../language/second-person.ts";
import { FactList } from "../../ui/facts.tsx";
import { dateOf, timeOf } from "../../ui/format.ts";
import { More, Show } from "../../ui/parts.tsx";
import { asOfInstant, memoryHref } from "./as-of.tsx";
import { filterOf, TextFilter } from "../../ui/filters.tsx";
import { NOTHING_FOUND } from "./memory-table.tsx";
import { usePages } from "../../ui/query.ts";
import type { Moment } from "./types.ts";
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
      <Show
        of={pages}
        empty={
          from !== "" || end !== undefined
            ? NOTHING_FOUND
            : {
                title: t("No messages yet"),
                says: t("Every message appears here under its day, with what I learned from it."),
                begin: t("Start a conversation"),
              }
        }
      >
        {(items) => <Days items={items} />}
      </Show>
      <More of={pages} label={t("Older")} />
    </>
  );
}

function Days({ items }: { items: Moment[] }) {
  const days = Map.groupBy(items, ({ occurredAt }) => dateOf(occurredAt));
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
        <a class="turn-words lines" href={memoryHref("episodes", id)}>
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
