import { useEffect, useId, useRef } from "preact/hooks";
import "uplot/dist/uPlot.min.css";
import { compactOf, dateOf, numberOf, percentOf } from "./format.ts";
import { colourReader, isDark } from "./theme.ts";
import { Table } from "./table.tsx";
import { locale, t } from "../language/text.ts";
import uPlot from "uplot";

interface Series {
  name: string;
  /** One per day; null if there is no value. */
  values: (number | null)[];
}

interface Props {
  title: string;
  caption: string;
  /** `YYYY-MM-DD`, oldest first. */
  days: string[];
  series: Series[];
  /** The numbers are shares of a whole, 0-1; else they are counts. */
  areShares?: boolean;
}

const HEIGHT = 200;
const WIDTH_MIN = 240;
const COLOURS = ["--accent", "--warn", "--danger", "--good"];
/** Distinguishable without colour, too. */
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]];
const BORDERS = ["solid", "dashed", "dotted"];
const DAY_SECONDS = 86_400;
/** Between two labelled days, px. */
const TICK_SPACE = 60;
const shortDay = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" });

/** Lines over days, with the same numbers in a table. */
export function Chart({ title, caption, days, series, areShares = false }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const plot = draw(element, days, series, areShares);
    const resized = new ResizeObserver(() => plot.setSize({ width: widthOf(element), height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [JSON.stringify([days, series]), isDark.value]);
  return (
    <figure class="card chart" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <p class="muted small">{caption}</p>
      </figcaption>
      <div ref={box} class="plot" aria-hidden="true" />
      <details>
        <summary class="small">{t("As a table")}</summary>
        <Table
          class="small"
          label={t("{title}, as a table", { title })}
          rows={days.map((day, at) => ({ day, at })).toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { title: t("Day"), isName: true, cell: ({ day }) => dateOf(`${day}T12:00:00`) },
            ...series.map(({ name, values }) => ({
              title: name,
              class: "number",
              cell: ({ at }: { at: number }) => told(values[at], areShares),
            })),
          ]}
        />
      </details>
    </figure>
  );
}

function told(value: number | null | undefined, isShare: boolean): string {
  if (value === null || value === undefined) return "-";
  return isShare ? percentOf(value) : numberOf(value);
}

const widthOf = (element: HTMLElement): number => Math.max(WIDTH_MIN, element.clientWidth);

function draw(element: HTMLElement, days: string[], series: Series[], areShares: boolean): uPlot {
  const colourOf = colourReader(element);
  const [ink, line] = [colourOf("--muted"), colourOf("--line")];
  const axis: uPlot.Axis = {
    stroke: ink,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
  };
  const [first = 0, ...rest] = days.map(secondsOf);
  const last = rest.at(-1) ?? first;
  const options: uPlot.Options = {
    width: widthOf(element),
    height: HEIGHT,
    legend: { markers: { width: 2, dash: (_, at) => BORDERS[(at - 1) % BORDERS.length] ?? "solid" } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    scales: {
      x: { range: () => [first - DAY_SECONDS / 2, last + DAY_SECONDS / 2] },
      y: { range: (_, _min, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        incrs: [DAY_SECONDS, 2 * DAY_SECONDS, 7 * DAY_SECONDS, 14 * DAY_SECONDS, 30 * DAY_SECONDS],
        space: TICK_SPACE,
        values: (_, splits) => splits.map((seconds) => shortDay.format(seconds * 1000)),
      },
      { ...axis, size: 64, values: (_, splits) => splits.map((value) => tickOf(value, areShares)) },
    ],
    series: [
      {
        label: t("Day"),
        value: (_, seconds: number | null) => (seconds === null ? "" : dateOf(dayOf(seconds))),
      },
      ...series.map(({ name }, at) => ({
        label: name,
        stroke: colourOf(COLOURS[at % COLOURS.length] ?? ""),
        dash: DASHES[at % DASHES.length] ?? [],
        width: 2,
        points: { size: 6, ...(days.length < 2 ? { show: true } : {}) },
        value: (_: uPlot, value: number | null) => told(value, areShares),
      })),
    ],
  };
  return new uPlot(options, [days.map(secondsOf), ...series.map(({ values }) => values)], element);
}

/** Turns are whole: ticks between whole numbers stay unlabelled. */
function tickOf(value: number, isShare: boolean): string {
  if (isShare) return percentOf(value);
  return Number.isInteger(value) ? compactOf(value) : "";
}

const secondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
const dayOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 10)}T12:00:00`;
