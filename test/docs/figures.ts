import { readFileSync, writeFileSync } from "node:fs";
import { baselineName, readBaseline, type Baseline } from "../eval/baseline.ts";
import { countOf } from "../eval/report.ts";

/** Writes the figures in the tables of docs/evaluation.md from the baselines: `npm run docs:figures`. */

const PAGE = "docs/evaluation.md";

/** The page with every figure that is filled in, in a table whose header has the columns below, as its baseline has it. */
export function withFigures(page: string): string {
  const lines = page.split("\n");
  let columns: string[] = [];
  return lines
    .map((line, at) => {
      if (lines[at + 1]?.startsWith("|---") === true) columns = line.split("|").map((cell) => cell.trim());
      const name = /^\| `(\w+)` \|/.exec(line)?.[1];
      if (name === undefined) return line;
      const cells = line.split("|").map((cell, column) => {
        const isEmpty = cell.trim() === "";
        return isEmpty ? cell : ` ${written(name, columns, column) ?? rewritten(name, cell).trim()} `;
      });
      return cells.join("|");
    })
    .join("\n");
}

/** A cell of its own kind of column; undefined for a column of words. */
function written(row: string, columns: readonly string[], column: number): string | undefined {
  const title = columns[column] ?? "";
  const recorded = baselineOf("lives", "recorded")[row];
  const isOfLives = columns.includes("recorded answers");
  if (title === "recorded answers" && recorded) return number(recorded.value);
  if (isOfLives && title === "95 %" && recorded) return range(recorded);
  if (isOfLives && title === "count" && recorded) return countOf(recorded);
  if (title === "rules alone") return whole(baselineOf("lives", "rule")[row]);
  const figure = /^`(\w+)`$/.exec(title)?.[1];
  return figure === undefined ? undefined : whole(baselineOf(row, null)[figure]);
}

/** "`auc` .739 (.709 - .771), 874<br>`brier` ..." of a suite. */
function rewritten(suite: string, cell: string): string {
  return cell.replaceAll(/`(\w+)` \.?\d[^<|]*/g, (part, figure: string) => {
    const figures = whole(baselineOf(suite, null)[figure]);
    return figures === undefined ? part : `\`${figure}\` ${figures}`;
  });
}

function baselineOf(suite: string, extractor: string | null): Baseline {
  return readBaseline(baselineName(suite, extractor)) ?? {};
}

type Kept = Baseline[string];

function whole(kept: Kept | undefined): string | undefined {
  if (kept === undefined) return undefined;
  const interval = kept.interval === null ? "" : ` (${range(kept)})`;
  return `${number(kept.value)}${interval}, ${countOf(kept)}`;
}

function range({ interval }: Kept): string {
  return interval === null ? "-" : interval.map(number).join(" - ");
}

/** ".959", "23.7", "1,025". */
function number(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value >= 10 ? value.toFixed(1) : value.toFixed(3).replace(/^0/, "");
}

if (import.meta.main) writeFileSync(PAGE, withFigures(readFileSync(PAGE, "utf8")));
