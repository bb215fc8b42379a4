import { z } from "zod";
import type { Precision, TimePoint } from "../domain/model/time.ts";

/**
 * How a field of a record is stored in a row. `json`: as its text, null as null; `value`: null as text too. `flag`: 1 or 0.
 * `truth`: the database's own boolean. `point`: a time and its precision, in two columns. `group`: a column for each of its
 * fields. `apart`: in separate rows, passed to `fromRow` by the caller.
 */
export interface Field<T = unknown> {
  as: "plain" | "json" | "value" | "flag" | "truth" | "point" | "group" | "apart";
  type: z.ZodType<T>;
  /** Unless derived from the field's name: `lastMentionedAt` is `last_mentioned_at`. */
  column?: string;
  /** A record may lack it, and does if the row has none. */
  optional?: true;
  /** The value used in place of null. */
  orNull?: true;
  fields?: Fields;
}

export type Fields = Readonly<Record<string, Field>>;
/** One entry per field of a noun; a missing one fails the build. */
export type FieldsOf<T> = { readonly [K in keyof T]-?: Field<T[K]> };

export const plain = <T>(type: z.ZodType<T>) => ({ as: "plain", type }) as const;
export const json = <T>(type: z.ZodType<T>) => ({ as: "json", type }) as const;
export const value = { as: "value", type: z.unknown() } as const;
export const apart = <T>(type: z.ZodType<T>) => ({ as: "apart", type }) as const;
export const flag = { as: "flag", type: z.boolean() } as const;
export const truth = { as: "truth", type: z.boolean() } as const;

/** `column`: the column prefix; `valid` is `valid_at` and `valid_precision`. */
export const point = <C extends string>(column: C, type: z.ZodType<TimePoint | null>) =>
  ({ as: "point", type, column }) as const;

export const group = <F extends Fields>(fields: F) =>
  ({ as: "group", type: strict(fields), fields }) as const;

/** A field that a record may lack. */
export const optional = <F extends Field>(field: F) =>
  ({ ...field, type: field.type.exactOptional() as z.ZodExactOptional<F["type"]>, optional: true }) as const;

export const orNull = <F extends Field>(field: F) => ({ ...optional(field), orNull: true }) as const;

export const named = <C extends string, F extends Field>(column: C, field: F) =>
  ({ ...field, column }) as F & { readonly column: C };

export function typesOf<F extends Fields>(fields: F): { [N in keyof F]: F[N]["type"] } {
  const types = Object.entries(fields).map(([name, { type }]) => [name, type]);
  return Object.fromEntries(types) as { [N in keyof F]: F[N]["type"] };
}

/** Exactly the fields that records in a file must have. */
export function strict<F extends Fields>(fields: F): z.ZodType<ValueOf<F>> {
  return z.strictObject(typesOf(fields)) as unknown as z.ZodType<ValueOf<F>>;
}

type Snake<S extends string> = S extends `${infer C}${infer Rest}`
  ? `${C extends Lowercase<C> ? C : `_${Lowercase<C>}`}${Snake<Rest>}`
  : "";
type TypeOf<F> = F extends { type: z.ZodType<infer T> } ? T : never;
type ColumnOf<N extends string, F> = F extends { column: infer C extends string } ? C : Snake<N>;
type NoneOf<F> = F extends { optional: true } ? null : never;
type Stored<F> = F extends { as: "json" }
  ? string | (null extends TypeOf<F> ? null : never) | NoneOf<F>
  : F extends { as: "value" }
    ? string
    : F extends { as: "flag" }
      ? number
      : F extends { as: "truth" }
        ? boolean | number
        : TypeOf<F> | NoneOf<F>;
type ColumnsOf<N extends string, F> = F extends { as: "apart" }
  ? never
  : F extends { as: "point"; column: infer C extends string }
    ? { [K in `${C}_at`]: string | null } & { [K in `${C}_precision`]: Precision | null }
    : F extends { as: "group"; fields: infer G }
      ? { [M in keyof G & string as `${Snake<N>}_${ColumnOf<M, G[M]>}`]: Stored<G[M]> }
      : { [K in ColumnOf<N, F>]: Stored<F> };
type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type Flat<T> = { [K in keyof T]: T[K] };
type Optional<F> = { [N in keyof F]: F[N] extends { optional: true } ? N : never }[keyof F];

/** The row type of these fields. */
export type RowOf<F> = Flat<All<{ [N in keyof F & string]: ColumnsOf<N, F[N]> }[keyof F & string]>>;
/** The record type of these fields. */
export type ValueOf<F> = Flat<
  { [N in Exclude<keyof F, Optional<F>>]: TypeOf<F[N]> } & { [N in Optional<F>]?: TypeOf<F[N]> }
>;

type Value = string | number | boolean | null;
type Cells = Record<string, Value>;

export function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** One compiled field: its columns, and the conversions between them and the record. */
interface Codec {
  name: string;
  columns: string[];
  /** Whether the record lacks the field. */
  lacks?: (row: Cells) => boolean;
  read(row: Cells, record: Record<string, unknown>, apart: Record<string, unknown>): void;
  write(record: Record<string, unknown>, row: Cells): void;
}

function codecOf(name: string, field: Field, prefix: string): Codec {
  const column = `${prefix}${field.column ?? snake(name)}`;
  if (field.as === "group") {
    const inner = codecsOf(field.fields ?? {}, `${column}_`);
    const readInner = readerOf(inner);
    return {
      name,
      columns: inner.flatMap(({ columns }) => columns),
      read: (row, record) => void (record[name] = readInner(row)),
      write: (record, row) => writeAll(inner, record[name] as Record<string, unknown>, row),
    };
  }
  if (field.as === "point") {
    const [at, precision] = [`${column}_at`, `${column}_precision`];
    return {
      name,
      columns: [at, precision],
      read(row, record) {
        const found = row[at] ?? null;
        record[name] = found === null ? null : { at: found, precision: row[precision] ?? "minute" };
      },
      write(record, row) {
        const time = record[name] as TimePoint | null;
        row[at] = time?.at ?? null;
        row[precision] = time?.precision ?? null;
      },
    };
  }
  const isJson = field.as === "json" || field.as === "value";
  const isFlag = field.as === "flag" || field.as === "truth";
  const read = (value: Value): unknown => {
    if (isFlag) return Boolean(value);
    return isJson && value !== null ? JSON.parse(value as string) : value;
  };
  const write = (value: unknown): Value => {
    if (field.as === "flag") return value === true ? 1 : 0;
    if (value === null || value === undefined) return field.as === "value" ? "null" : null;
    return isJson ? JSON.stringify(value) : (value as Value);
  };
  const mayLack = field.optional === true && field.orNull !== true;
  return {
    name,
    columns: [column],
    ...(mayLack && { lacks: (row: Cells) => (row[column] ?? null) === null }),
    read(row, record) {
      const value = row[column] ?? null;
      if (value !== null || !mayLack) record[name] = read(value);
    },
    write: (record, row) => void (row[column] = write(record[name])),
  };
}

function codecsOf(fields: Fields, prefix = ""): Codec[] {
  return Object.entries(fields).map(([name, field]) =>
    field.as === "apart"
      ? {
          name,
          columns: [],
          read: (_row, record, apart) => void (record[name] = apart[name]),
          write: () => undefined,
        }
      : codecOf(name, field, prefix),
  );
}

type Reader = (row: Cells, apart?: Record<string, unknown>) => Record<string, unknown>;

/** A record begins as a copy of an empty one: adding fields one at a time takes five times as long. */
function readerOf(codecs: Codec[]): Reader {
  const optionals = codecs.filter((codec) => codec.lacks !== undefined);
  const empty: Record<string, unknown>[] = [];
  const emptyWithout = (lacking: number): Record<string, unknown> => {
    const left = codecs.filter((codec) => ((lacking >> optionals.indexOf(codec)) & 1) === 0 || !codec.lacks);
    return Object.fromEntries(left.map(({ name }) => [name, null]));
  };
  return (row, apart = {}) => {
    let lacking = 0;
    for (let i = 0; i < optionals.length; i++) if (optionals[i]?.lacks?.(row)) lacking |= 1 << i;
    const record = { ...(empty[lacking] ??= emptyWithout(lacking)) };
    for (const codec of codecs) codec.read(row, record, apart);
    return record;
  };
}

function writeAll(codecs: Codec[], record: Record<string, unknown>, row: Cells): void {
  for (const codec of codecs) codec.write(record, row);
}

type Apart<F> = { [N in keyof F as F[N] extends { as: "apart" } ? N : never]: TypeOf<F[N]> };

/** Rows of one kind, and their records. */
export interface Mapper<F> {
  /** Without the fields stored apart. */
  columns: string[];
  /** Fields in the order of the description, so that equal records have equal JSON. */
  fromRow: (row: RowOf<F>, ...apart: keyof Apart<F> extends never ? [] : [Apart<F>]) => ValueOf<F>;
  toRow: (record: ValueOf<F>) => RowOf<F>;
  /** Columns of the fields that a patch sets; undefined means: unchanged. */
  toColumns: (patch: Patch<ValueOf<F>>) => Partial<RowOf<F>>;
}

type Patch<T> = { [N in keyof T]?: T[N] | null | undefined };

export function mapperOf<F extends Fields>(fields: F): Mapper<F> {
  const codecs = codecsOf(fields);
  const columns = codecs.flatMap((codec) => codec.columns);
  const read = readerOf(codecs);
  const empty: Cells = Object.fromEntries(columns.map((column) => [column, null]));
  return {
    columns,
    fromRow: (row, ...[apart]) => read(row as Cells, apart) as ValueOf<F>,
    toRow(record) {
      const row = { ...empty };
      writeAll(codecs, record, row);
      return row as RowOf<F>;
    },
    toColumns(patch) {
      const row: Cells = {};
      const given = codecs.filter(({ name }) => (patch as Record<string, unknown>)[name] !== undefined);
      writeAll(given, patch, row);
      return row as Partial<RowOf<F>>;
    },
  };
}
