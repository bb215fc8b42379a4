import type { Person } from "../lives/live.ts";
import type { RecordedTruth, StatementTruth } from "./truth.ts";

/**
 * The person behind a life whose truth is known: confirms when every statement shown is one that this turn ended by
 * forgetting, or was told in the turn itself, and every sentence shown stands in a turn with such a statement.
 */
export function truthfulPerson({ statements, idOf }: RecordedTruth): Person {
  const isMeant = ({ how, until }: StatementTruth, turnId: string): boolean =>
    how === "forget" && until === turnId;
  return (turnId, shown) => {
    const meant = [...statements.values()].filter((statement) => isMeant(statement, turnId));
    const turns = new Set([turnId, ...meant.map(({ id }) => id.split(":")[1] ?? "")]);
    return shown.every((one) => {
      const statement = statements.get(idOf(one) ?? "");
      return statement === undefined
        ? one.turns.some((turn) => turns.has(turn))
        : isMeant(statement, turnId) || one.turns.includes(turnId);
    });
  };
}
