import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DataError, readLines } from "../files.ts";
import { keyOf, type Question, type Reading } from "./question.ts";

/** What a model answered: the fields the schema of its kind wants, or a whole answer for other kinds. */
export type Answer = Record<string, unknown>;

/** Everything that was recorded of one life. */
export interface RecordedLife {
  /** The user's words by turn id. */
  turns: ReadonlyMap<string, string>;
  /** What each reading extracted, by turn id. */
  readings: Record<Reading, ReadonlyMap<string, Extraction>>;
  /** The name that files about this life bear: `<set>-<life>`. */
  fileName: string;
}

/** One turn's extraction as the schema wants it, without the turn's number. */
export type Extraction = Record<string, unknown> & { facts: { text: string }[] };

/** Answers by the key of their question. */
export type Answers = ReadonlyMap<string, Answer>;

/** Reads `answers*.jsonl`; of two answers to one question the later one counts. */
export function readAnswers(folder: string): Answers {
  const names = readdirSync(folder).filter((name) => /^answers.*\.jsonl$/.test(name));
  const lines = names.sort().flatMap((name) => readLines<Answered>(join(folder, name)));
  return new Map(lines.flatMap(pairsOf).map((line) => [keyOf(line), line.answer]));
}

type Answered = Question & { answer: Answer };
type ChangeAnswer = { changed: { news: string; known: string; standing: string }[] };

/** What was asked of some news and some known statements is an answer about each pair of them. */
function pairsOf(line: Answered): Answered[] {
  if (line.kind !== "change" || !("known" in line)) return [line];
  const { changed } = line.answer as ChangeAnswer;
  return line.known.flatMap((known) =>
    line.news.map((news): Answered => {
      const found = changed.find((one) => one.news === news && one.known === known);
      return { kind: "changed", news, known, answer: { standing: found?.standing ?? "holds" } };
    }),
  );
}

/** Reads the recordings of a life, whose name is the stem of its file. */
export function readRecordedLife(folder: string, life: string): RecordedLife {
  const fileName = recordedName(folder, life);
  if (fileName === null) throw new DataError(`${folder} has no recording A-<set>-${life}.jsonl`);
  return {
    turns: readTurns(folder, fileName),
    readings: { A: readReading(folder, "A", fileName), B: readReading(folder, "B", fileName) },
    fileName,
  };
}

/** `<set>-<life>` of the life's recording; null when there is none. Of several sets the shortest name counts. */
export function recordedName(folder: string, life: string): string | null {
  const end = `-${life}.jsonl`;
  const names = readdirSync(folder)
    .filter((name) => name.startsWith("A-") && name.endsWith(end) && name.length > `A-${end}`.length)
    .map((name) => name.slice("A-".length, -".jsonl".length));
  return names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] ?? null;
}

function readTurns(folder: string, fileName: string): Map<string, string> {
  const lines = readLines<{ key: string; user: string }>(join(folder, "turns.jsonl"));
  const mine = lines.filter(({ key }) => key.startsWith(`${fileName}/`));
  return new Map(mine.map(({ key, user }) => [key.slice(fileName.length + 1), user]));
}

/** A life need not have a blind reading of its own. */
function readReading(folder: string, reading: Reading, fileName: string): Map<string, Extraction> {
  const name = `${reading}-${fileName}.jsonl`;
  if (!readdirSync(folder).includes(name)) return new Map();
  const lines = readLines<Extraction & { id: string }>(join(folder, name));
  return new Map(lines.map(({ id, ...extraction }) => [id, extraction as Extraction]));
}
