import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { EngramError } from "../../errors.ts";

/** All of `cypher/`, by path without ending: `episodes/insert`. */
export interface Statements {
  /** Throws `internal` for a name that no file has. */
  get(name: string): string;
  /** Names below a folder, in order: `schema/`. */
  under(folder: string): string[];
}

const FOLDER = join(import.meta.dirname, "..", "..", "..", "cypher");
const ENDING = ".cypher";
/** Statements that run over all users, or over none. Every other one must ask for its user. */
const UNSCOPED = /^(?:schema|system)\//;

/** Read once, when a store is opened. A statement that forgets its user stops the start. */
export function loadStatements(folder: string = FOLDER): Statements {
  const texts = new Map<string, string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (!file.endsWith(ENDING)) continue;
    const name = file.slice(0, -ENDING.length).replaceAll("\\", "/");
    texts.set(name, checked(name, withoutComments(readFileSync(join(folder, file), "utf8"))));
  }
  return {
    get(name) {
      const text = texts.get(name);
      if (text === undefined) throw new EngramError("internal", `There is no statement ${name}`);
      return text;
    },
    under: (start) => [...texts.keys()].filter((name) => name.startsWith(start)),
  };
}

/** Whole lines only: `//` inside a line may stand in a string. */
function withoutComments(text: string): string {
  return text.replace(/^\s*\/\/.*$/gm, "").trim();
}

function checked(name: string, text: string): string {
  if (UNSCOPED.test(name) || /\$user\b/.test(text)) return text;
  throw new EngramError("internal", `The statement ${name} does not say whose rows it means ($user)`);
}
