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
  if (code.startsWith("Neo.ClientError.Transaction.TransactionTimedOut")) return unavailable("took too long");
  if (code.startsWith("Neo.ClientError.") && !code.startsWith("Neo.ClientError.Database."))
    return new EngramError("internal", `The memory store refused a statement (${code})`);
  return unavailable(`does not answer (${code})`);
}

/** The server answers, and retrying would not help. */
export class Neo4jRefused extends EngramError {}

function unavailable(why: string): EngramError {
  return new EngramError("store_unavailable", `The memory store ${why}`);
}
