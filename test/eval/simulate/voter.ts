import type { ModelRequest } from "../../../src/ports/chat-model.ts";
import type { Instant } from "../../../src/domain/model/time.ts";
import { fold } from "../../../src/language/text.ts";
import { blindlyRead, voterAnswer, type Noise } from "../../support/noisy-voter.ts";
import { pairsIn } from "../recorded/lists.ts";
import { section } from "../recorded/marks.ts";
import { bareStatement } from "../recorded/normalise.ts";
import { askedTurns } from "../service/asked-turns.ts";
import { relationOf } from "./score.ts";
import { PREDICATE_NAMES, TYPE_NAMES } from "./words.ts";
import { HAS_ONE, type SimulatedTurn, type Statement, type World } from "./world.ts";

/**
 * Answers what maintenance asks of the model, from what the simulation knows: votes with faults at a given rate, how two
 * statements stand to each other, and whether two names mean the same. Summaries are left to code. `told`: every
 * statement so far, by its text without capitals and full stop.
 */
export function voterOf(
  world: World,
  turns: ReadonlyMap<Instant, SimulatedTurn>,
  told: ReadonlyMap<string, Statement>,
  noise: Noise,
): (request: ModelRequest) => string {
  const statementsOf = (at: Instant): Statement[] => turns.get(at)?.statements ?? [];
  return (request) => {
    const schema = request.schema?.name ?? "";
    const asked = request.messages.at(-1)?.content ?? "";
    switch (schema) {
      case "identities":
        return compared(asked, world);
      case "rulings":
        return ruled(asked, told, world);
      case "extraction":
        return JSON.stringify({
          turns: askedTurns(request).map((at, n) => ({
            turn: n + 1,
            facts: blindlyRead(statementsOf(at), noise),
          })),
        });
      case "verdicts": {
        const dates = [...asked.matchAll(/date="?([^"\s]+)/g)].map(([, at = ""]) => at);
        return voterAnswer(schema, asked, dates.flatMap(statementsOf), noise) ?? "";
      }
      case "changes":
        return JSON.stringify({ changed: [] });
      default:
        return voterAnswer(schema, asked, [], noise) ?? "";
    }
  };
}

function ruled(asked: string, told: ReadonlyMap<string, Statement>, world: World): string {
  const rulings = pairsIn(section(asked, "pairs")).map(({ n, old, newer }) => {
    const [before, now] = [told.get(bareStatement(old)), told.get(bareStatement(newer))];
    return { n, why: "", ruling: before && now ? rulingOn(before, now, world) : "unclear" };
  });
  return JSON.stringify({ rulings });
}

function rulingOn(before: Statement, now: Statement, world: World): string {
  const real = (name: string): string => world.spellings.get(name) ?? name;
  const relation = relationOf(now.predicate);
  if (real(before.subject) !== real(now.subject) || relationOf(before.predicate) !== relation) return "both";
  if (fold(real(before.object)) === fold(real(now.object))) return "duplicate";
  return HAS_ONE.has(relation) ? "update" : "both";
}

function compared(asked: string, world: World): string {
  const pairs = [...asked.matchAll(/^(\d+)\. one: (.*)\n {3}other: (.*)$/gm)];
  return JSON.stringify({
    pairs: pairs.map(([, n, one = "", other = ""]) => ({
      n: Number(n),
      why: "",
      answer: meaning(one, world) === meaning(other, world) ? "same" : "different",
    })),
  });
}

/** What a name, a type or a relation stands for. */
function meaning(line: string, world: World): string {
  const name = line.split(/ \(|;/)[0]?.trim() ?? "";
  const known = [TYPE_NAMES, PREDICATE_NAMES].flatMap((table) =>
    Object.entries(table).flatMap(([usual, names]) => (names.includes(name) ? [usual] : [])),
  );
  return known[0] ?? world.spellings.get(name) ?? fold(name);
}
