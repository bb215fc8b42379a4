import { createHash } from "node:crypto";
import type { FactProposal } from "../../src/domain/model/proposal.ts";

/** A statement whose truth the voter knows. */
export interface KnownStatement extends Pick<FactProposal, "subject" | "predicate" | "object" | "text"> {
  isTrue: boolean;
}

export interface Noise {
  /** Chance that one pass errs on one statement, each pass for itself. */
  independent: number;
  /** Chance that a statement is misread, by all passes alike: one model, one blind spot. */
  correlated: number;
}

/** A number in 0-1 that only its key decides: the same request is answered alike, as often as it is made. */
function chance(...key: string[]): number {
  return createHash("sha256").update(key.join("\u0000")).digest().readUInt32BE(0) / 2 ** 32;
}

/** Whether a pass takes the statement for true. */
export function believes(statement: KnownStatement, pass: string, noise: Noise): boolean {
  const misread = chance("all", statement.text) < noise.correlated;
  const slips = chance(pass, statement.text) < noise.independent;
  return (statement.isTrue !== misread) !== slips;
}

/**
 * Answers a verification request as a model with measured faults would: the blind reading brings what it believes, a
 * verdict pass judges the numbered statements it is shown, a ruling is always "unclear". `schema` is the name of the
 * JSON schema asked for, `text` the last user message. Null for any other request.
 */
export function voterAnswer(
  schema: string,
  text: string,
  known: readonly KnownStatement[],
  noise: Noise,
): string | null {
  if (schema === "extraction") return JSON.stringify(blindReading(known, noise));
  const lines = [...text.matchAll(/^(\d+)\. (.+)$/gm)];
  if (schema === "rulings") {
    return JSON.stringify({ rulings: lines.map(([, n]) => ({ n: Number(n), why: "", ruling: "unclear" })) });
  }
  if (schema !== "verdicts") return null;
  const pass = createHash("sha256").update(text).digest("hex");
  const verdicts = lines.map(([, n, line = ""]) => {
    const statement = known.find((one) => line.startsWith(one.text.replace(/\s+/g, " ")));
    const verdict =
      statement === undefined ? "unclear" : believes(statement, pass, noise) ? "supported" : "not";
    return { n: Number(n), why: "", saidBy: verdict === "supported" ? "user" : "nobody", verdict };
  });
  return JSON.stringify({ verdicts });
}

function blindReading(known: readonly KnownStatement[], noise: Noise): object {
  const facts = known
    .filter((statement) => believes(statement, "blind", noise))
    .map(({ subject, predicate, object, text }) => ({ subject, predicate, object, text }));
  return { turns: [{ turn: 1, facts }] };
}
