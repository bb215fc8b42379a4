import { createHash } from "node:crypto";
import type { ReportView } from "./view.ts";

interface Section {
  title: string;
  rows: [label: string, value: string][];
}

const NOTHING = "none";

function number(count: number): string {
  return count.toLocaleString("en-US");
}

function percent(part: number | null): string {
  return part === null ? NOTHING : `${(part * 100).toFixed(1)} %`;
}

function listed(counts: Record<string, number>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0 ? NOTHING : parts.map(([name, count]) => `${name} ${number(count)}`).join(", ");
}

function sections(report: ReportView): Section[] {
  const { extractions: read, rejections, growth, waiting, graph, feedback, modelTokens } = report;
  return [
    {
      title: "The day",
      rows: [
        ["turns", listed(report.turns)],
        [
          "turns read",
          `${number(read.total)} (failed ${number(read.failed)}, tried again ${number(read.malformed)})`,
        ],
        ["statements believed", number(read.validated)],
        ["statements refused", number(read.rejected)],
        ["believed, of both", percent(read.successRate)],
        [
          "new",
          `${number(growth.facts)} facts, ${number(growth.entities)} entities, ${number(growth.episodes)} turns`,
        ],
        [
          "tokens",
          `${number(modelTokens.prompt)} read, ${number(modelTokens.completion)} written, ${number(modelTokens.jobs)} in jobs`,
        ],
      ],
    },
    {
      title: "Quality",
      rows: [
        ["refused, by stage", listed(rejections.byStage)],
        ["refused, by reason", listed(rejections.byReason)],
        ["refused as made up, of all proposed", percent(report.hallucinationRate)],
        ["suspicious reasoning", `${number(report.suspicious.count)} (${percent(report.suspicious.rate)})`],
        ["votes that agreed", percent(report.ensemble.agreement)],
        [
          "memories found helpful",
          `${percent(feedback.helpfulShare)} of ${number(feedback.helpful + feedback.unhelpful)}`,
        ],
        ["perhaps the same twice", percent(report.duplicateRate)],
      ],
    },
    {
      title: "What waits",
      rows: [
        ["your decision", listed({ ...waiting.reviews, "disputed facts": waiting.disputed })],
        ["turns to read", number(waiting.extraction)],
        ["turns to check", number(waiting.verification)],
      ],
    },
    {
      title: "The memory",
      rows: [
        ["facts", listed(graph.facts)],
        ["entities", listed(graph.entities)],
        ["turns", `${number(graph.episodes)} in ${number(graph.conversations)} conversations`],
      ],
    },
    {
      title: "Mentioned most",
      rows: report.topEntities.map(({ name, mentions }) => [name, number(mentions)]),
    },
  ].filter(({ rows }) => rows.length > 0) as Section[];
}

function titleOf({ date, complete }: ReportView): string {
  return `Engram, ${date}${complete ? "" : " (so far)"}`;
}

/** Escapes characters with a meaning in Markdown or HTML; a name is one line. */
function plainMarkdown(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>&#|!~]/g, (found) => `\\${found}`);
}

export function toMarkdown(report: ReportView): string {
  const parts = sections(report).map(
    ({ title, rows }) =>
      `## ${title}\n\n${rows.map(([label, value]) => `- ${plainMarkdown(label)}: ${plainMarkdown(value)}`).join("\n")}`,
  );
  return [`# ${titleOf(report)}`, ...parts].join("\n\n").concat("\n");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? "");
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
table{border-collapse:collapse;width:100%;margin-bottom:1.5rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #ddd}
th{font-weight:400;width:45%}caption{text-align:left;font-weight:600;padding:.3rem 0}
@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}th,td{border-color:#444}}`;

/** Nothing but this page and its one style may load or run. */
export const REPORT_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function toHtml(report: ReportView): string {
  const title = escaped(titleOf(report));
  const tables = sections(report).map(({ title: caption, rows }) => {
    const lines = rows.map(
      ([label, value]) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>`,
    );
    return `<table><caption>${escaped(caption)}</caption><tbody>${lines.join("")}</tbody></table>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1>${tables.join("")}</body></html>\n`;
}
