import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { EngramError } from "../../errors.ts";
import { fillAll } from "./templates.ts";

/** All of `cypher/`, by path without extension: `episodes/insert`. */
export interface Statements {
  /** Throws `internal` for a name that no file has. */
  get(name: string): string;
  /** Names in a folder, in order: `schema/`. Without those for newer servers only. */
  under(folder: string): string[];
  /** The statements for a server of this version (`Neo4j/2026.08.1`): newer ones have better variants. */
  forServer(agent: string): Statements;
}

const FOLDER = join(import.meta.dirname, "..", "..", "..", "cypher");
const ENDING = ".cypher";
/** Statements over all users, or without a user. Every other one must filter by its user. */
const UNSCOPED = /^(?:from-2026\/)?(?:schema|system)\//;
/** Replacements for statements of the same name, and additional ones. */
const NEWER = "from-2026/";
const NEWER_SINCE = 2026;

/** Read once, when a store is opened. A statement without its user filter fails startup. */
export function loadStatements(folder: string = FOLDER): Statements {
  const files = new Map<string, string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (!file.endsWith(ENDING)) continue;
    const name = file.slice(0, -ENDING.length).replaceAll("\\", "/");
    files.set(name, withoutComments(readFileSync(join(folder, file), "utf8")));
  }
  const texts = fillAll(files);
  for (const [name, text] of texts) check(name, text);
  return statementsOf(texts, false);
}

function statementsOf(texts: ReadonlyMap<string, string>, isNewer: boolean): Statements {
  return {
    get(name) {
      const text = (isNewer ? texts.get(`${NEWER}${name}`) : undefined) ?? texts.get(name);
      if (text === undefined) throw new EngramError("internal", `There is no statement ${name}`);
      return text;
    },
    under: (start) =>
      [...texts.keys()].filter((name) => name.startsWith(start) && (isNewer || !name.startsWith(NEWER))),
    forServer: (agent) => statementsOf(texts, releaseOf(agent) >= NEWER_SINCE),
  };
}

/** `Neo4j/5.26.30` is 5, `Neo4j/2026.08.1` 2026. */
export function releaseOf(agent: string): number {
  return Number(/\/(\d+)\./.exec(agent)?.[1] ?? 0);
}

/** Whole lines only: `//` inside a line may be part of a string. */
function withoutComments(text: string): string {
  return text.replace(/^[ \t]*\/\/.*$/gm, "").trim();
}

function check(name: string, text: string): void {
  if (UNSCOPED.test(name) || /\$user\b/.test(text)) return;
  throw new EngramError("internal", `The statement ${name} does not say whose rows it means ($user)`);
}
