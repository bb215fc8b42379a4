import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { EngramError } from "../errors.ts";

/** A command was called with invalid arguments: exit code 2. Without a message, its synopsis is printed. */
export class UsageError extends EngramError {
  constructor(message = "") {
    super("invalid_request", message);
  }
}

/** The whole path of a file given as an argument; throws if there is none. */
export function existingPath(file: string): string {
  if (!existsSync(file)) throw new EngramError("invalid_request", `file: there is no ${resolve(file)}`);
  return resolve(file);
}

/** `util.parseArgs` with readable errors; at most `positionalsMax` positional arguments. */
export function parseArguments<T extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  positionalsMax: number,
  options: T,
) {
  const parsed = parsedStrictly(args, options);
  const surplus = parsed.positionals.slice(positionalsMax);
  if (surplus.length > 0) throw new UsageError(`unexpected argument: ${surplus.join(" ")}`);
  return parsed;
}

function parsedStrictly<T extends NonNullable<ParseArgsConfig["options"]>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
