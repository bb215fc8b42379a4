import type { Instant } from "../../domain/model/time.ts";
import type { PageRequest } from "../../ports/memory-store.ts";
import type { SortKey } from "./cursor.ts";
import type { OwnerRow } from "./dump.ts";
import type { Update } from "./forget-store.ts";
import type { HashKey } from "./hash-key.ts";
import type { ListDescription } from "./listing.ts";
import { type Answer, type Steps, ask, runAsync, runSync } from "./steps.ts";

type Scalar = string | number | boolean | null;
export type Asked = Readonly<
  Record<string, Scalar | readonly Scalar[] | readonly Readonly<Record<string, Scalar | undefined>>[]>
>;

/**
 * The statements of one database by name, and their parameters: those of a user read and write that user's rows only. Neo4j's
 * texts are in `cypher/`, SQLite's in `sqlite/statements.ts`. Booleans may come back as numbers.
 */
export interface Rows {
  find<Row>(statement: string, asked?: Asked): Answer<Row[]>;
  /** How many rows a statement changes. */
  count(statement: string, asked?: Asked): Answer<number>;
}

/** One user's rows. */
export interface UserRows extends Rows {
  readonly user: string | number;
  readonly now: Instant;
  readonly hashKey: HashKey;
  /** The user's own row; null if nothing was ever stored for the user. */
  owner(): Answer<OwnerRow | null>;
  update(table: "changes" | "conversations" | "episodes" | "rejections", rows: Update[]): Answer<unknown>;
  /** The rows of a list after a key. */
  page<Row>(list: ListDescription, query: PageRequest, after: SortKey | null, limit: number): Answer<Row[]>;
}

/** A list in a row: SQLite has it as JSON. */
export type Listed<T> = string | T[];

export function listIn<T>(value: Listed<T>): T[] {
  return typeof value === "string" ? (JSON.parse(value) as T[]) : value;
}

/** The first row that a statement finds. */
export function* first<Row>(db: Rows, statement: string, asked?: Asked): Steps<Row | undefined> {
  return (yield* ask(db.find<Row>(statement, asked)))[0];
}

/** What a statement finds, row by row. */
export function* found<Row, T>(
  db: Rows,
  statement: string,
  asked: Asked,
  toItem: (row: Row) => T,
): Steps<T[]> {
  return (yield* ask(db.find<Row>(statement, asked))).map((row) => toItem(row));
}

/** Runs a statement that only writes. */
export function* written(db: Rows, statement: string, asked?: Asked): Steps<void> {
  yield* ask(db.count(statement, asked));
}

/** Several queries in one round trip. */
export function* together<T extends readonly unknown[]>(
  ...answers: { [K in keyof T]: Answer<T[K]> }
): Steps<T> {
  const isLater = answers.some((answer) => answer instanceof Promise);
  return (yield isLater ? Promise.all(answers) : answers) as T;
}

type Operations = Record<string, (...args: never[]) => unknown>;
/** What an operation returns; of steps, what they come to. */
type Outcome<Op extends (...args: never[]) => unknown> =
  ReturnType<Op> extends Steps<infer T> ? T : Awaited<ReturnType<Op>>;

function isSteps(value: unknown): value is Steps<unknown> {
  return typeof (value as { next?: unknown } | null | undefined)?.next === "function";
}

/** Operations as SQLite runs them. */
export function atOnce<Ops extends Operations>(
  operations: Ops,
): { [K in keyof Ops]: (...args: Parameters<Ops[K]>) => Outcome<Ops[K]> } {
  return ran(operations, (result) => (isSteps(result) ? runSync(result) : result));
}

/** Operations as Neo4j runs them. */
export function inTurn<Ops extends Operations>(
  operations: Ops,
): { [K in keyof Ops]: (...args: Parameters<Ops[K]>) => Promise<Outcome<Ops[K]>> } {
  return ran(operations, async (result) => (isSteps(result) ? runAsync(result) : result));
}

function ran<Ops extends Operations, Ran>(operations: Ops, run: (result: unknown) => unknown): Ran {
  const entries = Object.entries(operations).map(([name, operation]) => [
    name,
    (...args: never[]) => run(operation(...args)),
  ]);
  return Object.fromEntries(entries) as Ran;
}
