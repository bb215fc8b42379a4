import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { ApiError } from "#client";
import { packageVersion } from "../composition/version.ts";
import { EngramError, toEngramError } from "../errors.ts";
import { UsageError } from "./arguments.ts";
import { COMMANDS, helpOf, usage } from "./commands.ts";

const given = process.argv.slice(2);
// `engram help import` is `engram import --help`.
const [name = "help", ...args] =
  given[0] === "help" && given.length > 1 ? [...given.slice(1), "--help"] : given;
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

if (["help", "--help", "-h"].includes(name)) {
  console.log(usage());
} else if (["--version", "-v"].includes(name)) {
  console.log(packageVersion());
} else if (!command) {
  console.error(`engram: there is no command ${name}; engram help lists all`);
  process.exitCode = 2;
} else if (args.includes("--help") || args.includes("-h")) {
  console.log(helpOf(command));
} else {
  try {
    for (const file of [join(import.meta.dirname, "../../.env"), ".env"])
      if (existsSync(file)) readSettings(file);
    await command.run(args);
  } catch (error) {
    const known = error instanceof ApiError ? error : (unreached(error) ?? toEngramError(error));
    const told = isOfSystem(error) && known.code === "internal" ? error.message : known.message;
    console.error(`engram ${name}: ${told || `use: ${command.synopsis}`}`);
    if (known.code === "internal" && !isOfSystem(error)) console.error(error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** What is set already wins. Windows begins a file with a byte order mark, its PowerShell writes UTF-16. */
function readSettings(file: string): void {
  try {
    const bytes = readFileSync(file);
    const encoding = bytes.subarray(0, 2).toString("hex") === "fffe" ? "utf-16le" : "utf-8";
    for (const [name, value] of Object.entries(parseEnv(new TextDecoder(encoding).decode(bytes))))
      process.env[name] ??= value;
  } catch (error) {
    throw new EngramError("invalid_request", `${file} cannot be read (${(error as { code: string }).code})`);
  }
}

/** Of `fetch`, whose own message says nothing. The lock of a folder is seen in all containers, an address in one. */
function unreached(error: unknown): EngramError | null {
  if (!(error instanceof TypeError) || !isOfSystem(error.cause)) return null;
  const { code } = error.cause;
  return new EngramError(
    "store_unavailable",
    `the service of this DATA_DIR does not answer here (${code}); if it runs in a container, ask there: docker exec, not docker run`,
  );
}

/** Refused by the operating system, whose message names the file. */
function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
