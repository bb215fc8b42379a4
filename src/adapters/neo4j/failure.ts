import { Neo4jError } from "neo4j-driver";
import { EngramError } from "../../errors.ts";

/** The failure as an error of the port. The server's messages quote values, so only its codes are passed on. */
export function toStoreError(error: unknown): EngramError {
  if (error instanceof EngramError) return error;
  if (!(error instanceof Neo4jError)) {
    const name = error instanceof Error ? error.name : typeof error;
    return new EngramError("internal", `The memory store failed (${name})`);
  }
  const { code } = error;
  if (code === "Neo.ClientError.Schema.ConstraintValidationFailed")
    return new EngramError("conflict", "The change contradicts what is stored");
  if (code.startsWith("Neo.ClientError.Security."))
    return new Neo4jRefused(
      "store_unavailable",
      `The memory store refuses the name or the password (${code})`,
    );
  if (code === "Neo.ClientError.Database.DatabaseNotFound")
    return new Neo4jRefused("store_unavailable", `NEO4J_DATABASE: the server has no such database (${code})`);
  // A database that is read-only, and a member of a cluster that does not lead it.
  if (/^Neo\.ClientError\.(?:Cluster\.|General\.\w*ReadOnly)/.test(code))
    return unavailable(`takes no writes now (${code})`);
  if (code.startsWith("Neo.ClientError.Transaction.TransactionTimedOut")) return unavailable("took too long");
  if (code.startsWith("Neo.ClientError.") && !code.startsWith("Neo.ClientError.Database."))
    return new EngramError("internal", `The memory store refused a statement (${code})`);
  return unavailable(`does not answer (${code})`);
}

/** The server answers, and retrying would not help. */
export class Neo4jRefused extends EngramError {}

/** Newer statements fail on an older server one by one, much later. */
export function refuseOlder(agent: string): void {
  const [, major, minor] = /\/(\d+)\.(\d+)/.exec(agent) ?? [];
  if (major === undefined || Number(major) > 5 || (major === "5" && Number(minor) >= 26)) return;
  throw new Neo4jRefused("store_unavailable", `NEO4J_URI: ${agent} is too old; 5.26 or newer is needed`);
}

function unavailable(why: string): EngramError {
  return new EngramError("store_unavailable", `The memory store ${why}`);
}
