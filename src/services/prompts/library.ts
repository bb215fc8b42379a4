import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const FrontMatter = z.object({
  name: z.string(),
  version: z.coerce.number().int().positive(),
  purpose: z.string(),
  schema: z.string().optional(),
});

interface Prompt {
  name: string;
  version: number;
  text: string;
  /** `name@version#hash`, stored with every fact it produced. */
  origin: string;
}

export interface PromptLibrary {
  /** The newest version; throws if there is none, which only a broken checkout can cause. */
  get(name: string): Prompt;
}

/**
 * Reads `prompts/<name>/v<N>.md` once. Front matter is flat `key: value`; `{{x}}` takes the text of prompt x.
 * A released version is never edited: a change is a new file.
 */
export function loadPrompts(folder: string): PromptLibrary {
  const newest = new Map<string, Prompt>();
  const parse = (name: string): Prompt => {
    const known = newest.get(name);
    if (known) return known;
    const prompt = readNewest(join(folder, name), (included) => parse(included).text);
    newest.set(name, prompt);
    return prompt;
  };
  return { get: parse };
}

function readNewest(folder: string, include: (name: string) => string): Prompt {
  const version = readdirSync(folder)
    .map((file) => Number(/^v(\d+)\.md$/.exec(file)?.[1] ?? Number.NaN))
    .filter((n) => !Number.isNaN(n))
    .sort((a, b) => b - a)[0];
  if (version === undefined) throw new Error(`No prompt version in ${folder}`);
  const raw = readFileSync(join(folder, `v${version}.md`), "utf8");
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(raw);
  if (!match?.[1] || match[2] === undefined) throw new Error(`No front matter in ${folder}/v${version}.md`);
  const meta = FrontMatter.parse(
    Object.fromEntries(
      match[1].split("\n").map((line) => {
        const at = line.indexOf(":");
        return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      }),
    ),
  );
  const text = match[2].trim().replace(/\{\{([\w-]+)\}\}/g, (_, name: string) => include(name));
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return {
    name: meta.name,
    version: meta.version,
    text,
    origin: `${meta.name}@${meta.version}#${hash}`,
  };
}
