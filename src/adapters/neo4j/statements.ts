import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { EngramError } from "../../errors.ts";
import { fillAll } from "./templates.ts";

/** All of `cypher/`, by path without ending: `episodes/insert`. */
export interface Statements {
  /** Throws `internal` for a name that no file has. */
  get(name: string): string;
  /** Names below a folder, in order: `schema/`. Without those that only newer servers are asked. */
  under(folder: string): string[];
  /** The same as a server of this kind (`Neo4j/2026.08.1`) is asked: newer ones can do some things better. */
  forServer(agent: string): Statements;
}

const FOLDER = join(import.meta.dirname, "..", "..", "..", "cypher");
const ENDING = ".cypher";
/** Statements that run over all users, or over none. Every other one must ask for its user. */
const UNSCOPED = /^(?:from-2026\/)?(?:schema|system)\//;
/** Statements in the place of those of the same name, and some of their own. */
const NEWER = "from-2026/";
const NEWER_SINCE = 2026;

/** Read once, when a store is opened. A statement that forgets its user stops the start. */
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

/** Whole lines only: `//` inside a line may stand in a string. */
function withoutComments(text: string): string {
  return text.replace(/^[ \t]*\/\/.*$/gm, "").trim();
}

function check(name: string, text: string): void {
  if (UNSCOPED.test(name) || /\$user\b/.test(text)) return;
  throw new EngramError("internal", `The statement ${name} does not say whose rows it means ($user)`);
}
