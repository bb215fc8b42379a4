import type { Baseline } from "./baseline.ts";
import type { Measured } from "./stats/measured.ts";
import type { SuiteResult } from "./suite.ts";

/** The figures as text: all items, then per language, then what they are made of. */
export function report(title: string, result: SuiteResult, baseline: Baseline | null): string {
  const parts = [`${title}: ${result.items.length} items`, figures(result.metrics, baseline)];
  for (const [language, measured] of result.languages) parts.push(`language ${language}`, figures(measured));
  for (const { title: heading, rows } of result.breakdowns) parts.push(heading, table(rows));
  return parts.join("\n");
}

function figures(measured: Measured[], baseline: Baseline | null = null): string {
  return table(
    measured.map(({ name, value, interval, ...counts }) => ({
      figure: name,
      value: value.toFixed(3),
      "95 %": interval === null ? "-" : `${interval[0].toFixed(3)} - ${interval[1].toFixed(3)}`,
      count: countOf(counts),
      ...(baseline === null ? {} : { baseline: baseline[name]?.value.toFixed(3) ?? "-" }),
    })),
  );
}

/** "286.7 of 299"; what was counted alone where the value is no share. */
export function countOf({ hits, of }: Pick<Measured, "hits" | "of">): string {
  return hits === null ? `${of}` : `${Math.round(hits * 10) / 10} of ${of}`;
}

/** Columns padded to their widest cell, two spaces apart. */
function table(rows: Record<string, string | number>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return "  none";
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "")))];
  const widths = columns.map((_, n) => Math.max(...lines.map((line) => (line[n] ?? "").length)));
  const padded = lines.map((line) => line.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join("  "));
  return padded.map((line) => `  ${line.trimEnd()}`).join("\n");
}
