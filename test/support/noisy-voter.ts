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
  /** Another model of the same faults: it errs elsewhere. */
  draw?: number;
}

/** A number in 0-1 that only its key decides: the same request is answered alike, as often as it is made. */
function chance(...key: string[]): number {
  return createHash("sha256").update(key.join("\u0000")).digest().readUInt32BE(0) / 2 ** 32;
}

/** Whether a pass takes the statement for true. */
export function believes(statement: KnownStatement, pass: string, noise: Noise): boolean {
  const { correlated, independent, draw } = noise;
  const who = draw === undefined ? [] : [String(draw)];
  const misread = chance(...who, "all", statement.text) < correlated;
  const slips = chance(...who, pass, statement.text) < independent;
  return (statement.isTrue !== misread) !== slips;
}

/**
 * Answers a verification request as a model with measured faults would: the blind reading brings what it believes, a
 * verdict pass judges the numbered statements it is shown, a ruling is always "unclear", other words for a statement are
 * words that nobody says. `schema` is the name of the JSON schema asked for, `text` the last user message. Null for any other
 * request.
 */
export function voterAnswer(
  schema: string,
  text: string,
  known: readonly KnownStatement[],
  noise: Noise,
): string | null {
  if (schema === "extraction")
    return JSON.stringify({ turns: [{ turn: 1, facts: blindlyRead(known, noise) }] });
  const lines = [...text.matchAll(/^(\d+)\. (.+)$/gm)];
  if (schema === "rulings") {
    return JSON.stringify({ rulings: lines.map(([, n]) => ({ n: Number(n), why: "", ruling: "unclear" })) });
  }
  if (schema === "expansions") {
    return JSON.stringify({
      items: lines.map(([, n, line = ""]) => ({ n: Number(n), words: madeUp(line) })),
    });
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

/** As many letters as a model's words have. */
function madeUp(line: string): string[] {
  const letters = createHash("sha256").update(line).digest("hex").replace(/\d/g, "x");
  return [0, 8, 16, 24].map((at) => letters.slice(at, at + 8));
}

/** What the blind reading brings of one turn. */
export function blindlyRead(known: readonly KnownStatement[], noise: Noise): object[] {
  return known
    .filter((statement) => believes(statement, "blind", noise))
    .map(({ subject, predicate, object, text }) => ({ subject, predicate, object, text }));
}
