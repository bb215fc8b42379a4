import { existsSync } from "node:fs";
import { join } from "node:path";
import { readLines } from "../files.ts";
import type { HeldFact } from "../lives/observed.ts";
import { readRecordedLife, recordedName, type RecordedLife } from "./folder.ts";
import { wordRow } from "./normalise.ts";

/** What is so about a recorded statement, as somebody judged who knows the whole life. */
export interface StatementTruth {
  /** `<reading>:<turn>:<number>`. */
  id: string;
  right: "yes" | "no";
  /** The turn that ended it, and how; null while it holds. */
  until: string | null;
  how: "update" | "correction" | "ending" | "retraction" | "forget" | null;
  /** The earlier statement that it repeats. */
  dup: string | null;
  weight: "core" | "minor" | "trivial";
}

/** The truth about everything that was recorded of one life. */
export interface RecordedTruth {
  statements: ReadonlyMap<string, StatementTruth>;
  /** The recorded statement that a fact of the service is, by its words and a turn it rests on. */
  idOf(fact: Pick<HeldFact, "text" | "turns">): string | undefined;
}

/** Reads `truth/<set>-<life>.jsonl`; null where nobody judged the life. */
export function readTruth(folder: string, life: string): RecordedTruth | null {
  const name = existsSync(folder) ? recordedName(folder, life) : null;
  const file = join(folder, "truth", `${name}.jsonl`);
  if (name === null || !existsSync(file)) return null;
  return recordedTruth(readLines<StatementTruth>(file), readRecordedLife(folder, life));
}

export function recordedTruth(
  judged: StatementTruth[],
  { readings }: Pick<RecordedLife, "readings">,
): RecordedTruth {
  const statements = new Map(judged.map((statement) => [statement.id, statement]));
  const ids = idsByText(readings);
  return {
    statements,
    idOf({ text, turns }) {
      const known = turns.map((turn) => ids.get(`${turn} ${wordRow(text)}`)).find((id) => id !== undefined);
      return known !== undefined && statements.has(known) ? known : undefined;
    },
  };
}

/** What both readings say is the live pass's. */
function idsByText(readings: RecordedLife["readings"]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const reading of ["A", "B"] as const) {
    for (const [turn, { facts }] of readings[reading]) {
      for (const [n, { text }] of facts.entries()) {
        const key = `${turn} ${wordRow(text)}`;
        if (!ids.has(key)) ids.set(key, `${reading}:${turn}:${n}`);
      }
    }
  }
  return ids;
}
