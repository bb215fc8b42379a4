import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The data cannot be read; the message is for the terminal. */
export class DataError extends Error {}

/**
 * The files meant by `data`: itself when it is a file, else those in the folder (or in its folder `inner`, when it has
 * one) that `matches`, in the order of their names.
 */
export function dataFiles(data: string, matches: RegExp, inner?: string): string[] {
  const found = statSync(data, { throwIfNoEntry: false });
  if (!found) throw new DataError(`there is no ${data}`);
  if (found.isFile()) return [data];
  const nested = inner === undefined ? undefined : join(data, inner);
  const isNested = nested !== undefined && statSync(nested, { throwIfNoEntry: false })?.isDirectory();
  const folder = isNested ? nested : data;
  const names = readdirSync(folder).filter((name) => matches.test(name));
  if (names.length === 0) throw new DataError(`no file in ${folder} is named like ${matches.source}`);
  return names.sort().map((name) => join(folder, name));
}

/** A file that lies beside the given data. */
export function besides(data: string, name: string): string {
  const folder = statSync(data).isDirectory() ? data : dirname(data);
  return join(folder, name);
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

/** One JSON value per line. */
export function readLines<T>(file: string): T[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as T);
}

/** Name of a file without its extension. */
export function stem(file: string): string {
  return basename(file).replace(/\.[^.]+$/, "");
}
