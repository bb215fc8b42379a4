import type { ComponentType } from "preact";
import { useAnswer } from "../../ui/query.ts";
import { hrefTo } from "../../router.ts";
import { dateOf, fieldDayOf } from "../../ui/format.ts";
import { Choice, Button } from "../../ui/controls.tsx";
import { filterOf, setFilter, useEntered } from "../../ui/filters.tsx";
import { t } from "../../language/text.ts";

const DAY_MS = 86_400_000;
const DAYS_MIN = 30;
const SLIDING_MS = 150;

const today = (): string => fieldDayOf(new Date());
const dateAt = (day: string): Date => new Date(`${day}T00:00:00`);
const daysBetween = (from: string, to: string): number =>
  Math.round((dateAt(to).getTime() - dateAt(from).getTime()) / DAY_MS);
const dayAfter = (day: string, days: number): string => {
  const date = dateAt(day);
  date.setDate(date.getDate() + days);
  return fieldDayOf(date);
};

export interface Moment {
  /** What was true then. */
  asOf?: string;
  /** What was known then. */
  knownAt?: string;
}

/** Facts true on the chosen day, or known then; nothing for now. */
export function momentAsked(): Moment {
  const at = asOfInstant();
  if (at === undefined) return {};
  return isKnownThen() ? { knownAt: at } : { asOf: at };
}

/** The chosen day, and whether it is what was true or what was known on it. */
export const chosenDay = () => ({ asOf: filterOf("asOf"), time: filterOf("time") });

/** A link within memory that keeps the chosen day. */
export const memoryHref = (...parts: Parameters<typeof hrefTo>): string =>
  hrefTo("memory", chosenDay(), ...parts);

const isKnownThen = (): boolean => filterOf("time") === "known";

/** The end of the chosen day, in the service's format; undefined for now. */
export function asOfInstant(): string | undefined {
  const day = filterOf("asOf");
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  return new Date(dateAt(dayAfter(day, 1)).getTime() - 1).toISOString();
}

/** Shown if a view is of today, whatever day is chosen. */
export function NotAsOf({ children }: { children: string }) {
  if (asOfInstant() === undefined) return null;
  return (
    <p class="note small" role="note">
      {t("{view} cannot be shown as of a day; this is how it is today.", { view: children })}
    </p>
  );
}

/** The view of that name, which is of today whatever day is chosen. */
export const ofToday = <Props extends object>(name: string, View: ComponentType<Props>) =>
  function OfToday(props: Props) {
    return (
      <>
        <NotAsOf>{name}</NotAsOf>
        <View {...props} />
      </>
    );
  };

/** One slider over all of memory: facts true on that day, or known on it. */
export function AsOf() {
  const day = filterOf("asOf");
  const [slid, setSlid] = useEntered(SLIDING_MS, (to) => setFilter({ asOf: to === today() ? "" : to }));
  // The oldest entity is the user's self: it exists since the first turn.
  const query = { sort: "learned", order: "asc", limit: 1 } as const;
  const begun = useAnswer("GET /memory/entities", { query }).data?.items[0]?.createdAt;
  const least = dayAfter(today(), -DAYS_MIN);
  const first = [begun ? fieldDayOf(new Date(begun)) : least, day || least, least].toSorted()[0] ?? least;
  const shown = slid ?? (day || today());
  return (
    <div class="as-of" role="group" aria-label={t("As of")}>
      <Choice
        class="input small"
        aria-label={t("What was true, or what I knew")}
        value={isKnownThen() ? "known" : ""}
        options={{ "": t("What was true"), known: t("What I knew") }}
        set={(time) => setFilter({ time })}
      />
      <label class="row grow">
        <span class="small muted">{t("on")}</span>
        <input
          type="range"
          class="grow"
          min={0}
          max={daysBetween(first, today())}
          value={daysBetween(first, shown)}
          aria-valuetext={shown === today() ? t("today") : dateOf(`${shown}T12:00:00`)}
          onInput={(event) => setSlid(dayAfter(first, Number(event.currentTarget.value)))}
        />
      </label>
      <input
        class="input small"
        type="date"
        aria-label={t("Day")}
        max={today()}
        value={shown}
        onChange={(event) => event.currentTarget.value !== "" && setSlid(event.currentTarget.value)}
      />
      <Button small disabled={shown === today()} onClick={() => setFilter({ asOf: "", time: "" })}>
        {t("Today")}
      </Button>
    </div>
  );
}
