import type { ModelRequest } from "../../../src/ports/chat-model.ts";
import type { Instant } from "../../../src/domain/model/time.ts";
import { fold } from "../../../src/language/text.ts";
import { voterAnswer, type Noise } from "../../support/noisy-voter.ts";
import { PREDICATE_NAMES, TYPE_NAMES } from "./words.ts";
import type { SimulatedTurn, World } from "./world.ts";

/**
 * Answers what maintenance asks of the model, from what the simulation knows: votes with faults at a given rate, and
 * whether two names mean the same. Summaries are left to code.
 */
export function voterOf(
  world: World,
  turns: ReadonlyMap<Instant, SimulatedTurn>,
  noise: Noise,
): (request: ModelRequest) => string {
  return (request) => {
    const schema = request.schema?.name ?? "";
    const asked = request.messages.at(-1)?.content ?? "";
    if (schema === "identities") return compared(asked, world);
    if (schema !== "extraction" && schema !== "verdicts" && schema !== "rulings") return "";
    const at = /date="?([^"\s]+)/.exec(asked)?.[1] ?? "";
    return voterAnswer(schema, asked, turns.get(at)?.statements ?? [], noise) ?? "";
  };
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
