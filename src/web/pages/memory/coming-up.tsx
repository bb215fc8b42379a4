import type { ComingUp as Ahead } from "#client";
import { Button } from "../../ui/controls.tsx";
import { markFact, StatusBadge } from "../../ui/facts.tsx";
import { ForgetButton } from "../../ui/forget.tsx";
import { daysAheadOf, whenOf, withinDay } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { toYou } from "../../../language/second-person.ts";
import { Show } from "../../ui/parts.tsx";
import { memoryHref } from "./as-of.tsx";
import { t } from "../../language/text.ts";

const DAYS = 366;

/** Plans, appointments and birthdays by day, then intentions without a date. */
export function ComingUp() {
  return (
    <Show
      of={useAnswer("GET /memory/coming-up", { query: { days: DAYS } }, () => true)}
      empty={{
        title: t("Nothing ahead"),
        says: t("Plans, appointments and birthdays that you mention appear here, by day."),
        begin: t("Mention a plan"),
      }}
    >
      {({ items }) => <Days items={items} />}
    </Show>
  );
}

function Days({ items }: { items: Ahead[] }) {
  return (
    <>
      {[...Map.groupBy(items, dayOf)].map(([day, some]) => (
        <section key={day} class="day">
          <h2>{day}</h2>
          <ul class="plain-list">
            {some.map((item) => (
              <Row key={item.factId} item={item} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function dayOf({ when, precision, daysUntil }: Ahead): string {
  if (when === null || daysUntil === null) return t("Some day");
  const isDay = precision === "day" || precision === "minute";
  const day = withinDay(when, precision);
  return isDay ? `${whenOf(day, "day")}, ${daysAheadOf(daysUntil)}` : whenOf(day, precision);
}

function Row({ item }: { item: Ahead }) {
  const { factId, text, status, when, precision, isYearly } = item;
  return (
    <li class="moment">
      {when !== null && precision === "minute" && (
        <time class="muted small" dateTime={when}>
          {whenOf(when, "time")}
        </time>
      )}
      <div class="row grow">
        <StatusBadge status={status} />
        <a class="grow turn-words lines" href={memoryHref("facts", factId)}>
          {toYou(text)}
        </a>
        {!isYearly && (
          <Button small onClick={() => markFact(factId, "retracted", t("Plan ended"))}>
            {t("End plan")}
          </Button>
        )}
        <ForgetButton target={{ factId }} name={toYou(text)} />
      </div>
    </li>
  );
}
