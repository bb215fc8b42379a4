import { readFileSync, writeFileSync } from "node:fs";
import type { z } from "zod";
import { ConfigSchema, SETTINGS } from "../../src/composition/config.ts";

/** Writes `.env.example` and the table of docs/setup.md from the settings: `npm run docs:settings`. */

const LINE_CHARS_MAX = 118;
const DEFAULTS: Record<string, unknown> = ConfigSchema.parse({});

const LISTED = Object.entries(SETTINGS).map(([group, schemas]) => ({
  group,
  settings: Object.entries<z.ZodType>(schemas).map(([name, schema]) => {
    const byDefault = DEFAULTS[name];
    const value = Array.isArray(byDefault)
      ? byDefault.join(",")
      : String(byDefault ?? "").replace(process.cwd(), ".");
    return { name, value, about: schema.description ?? "" };
  }),
}));

const HEAD = `# Every setting of Engram with its default. Copy to .env and change what you need; a wrong value stops the start with
# a message that names it. Lines that begin with # are the defaults. Written by \`npm run docs:settings\`.
`;

export function exampleText(): string {
  const parts = LISTED.flatMap(({ group, settings }) => [
    `\n${`# --- ${group} `.padEnd(LINE_CHARS_MAX, "-")}\n`,
    ...settings.map(({ name, value, about }) => `${commented(plain(about))}# ${name}=${value}\n`),
  ]);
  return [HEAD, ...parts].join("");
}

/** The page with its table as the settings are. */
export function withTable(page: string): string {
  const rows = LISTED.flatMap(({ group, settings }) => [
    `| **${group}** | | |`,
    ...settings.map(
      ({ name, value, about }) => `| \`${name}\` | ${value === "" ? "none" : `\`${value}\``} | ${about} |`,
    ),
  ]);
  const table = ["| variable | default | what it does |", "|---|---|---|", ...rows].join("\n");
  return page.replace(/^\| variable \| default [\s\S]*?(?=\n\n)/m, () => table);
}

/** Without Markdown. */
function plain(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, "$1 (docs/$2)").replaceAll("`", "");
}

function commented(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length < LINE_CHARS_MAX) lines[lines.length - 1] = line;
    else lines.push(` ${word}`);
  }
  return lines.map((line) => `#${line}\n`).join("");
}

if (import.meta.main) {
  writeFileSync(".env.example", exampleText());
  writeFileSync("docs/setup.md", withTable(readFileSync("docs/setup.md", "utf8")));
}
