import { parseArgs, type ParseArgsConfig } from "node:util";
import { EngramError } from "../errors.ts";

/** `util.parseArgs` with errors a person can read. */
export function parseArguments<T extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new EngramError("invalid_request", (error as Error).message);
  }
}
