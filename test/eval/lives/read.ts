import { readJson } from "../files.ts";
import type { Life, LifeEntity, LifeTurn } from "./format.ts";

/** Reads a life; what its file leaves out or sets to null stands as empty or as the default. */
export function readLife(file: string): Life {
  const life = readJson<Life>(file);
  return {
    ...life,
    entities: life.entities.map((entity: Partial<LifeEntity> & LifeEntity) => ({
      ...entity,
      aliases: entity.aliases ?? [],
    })),
    sessions: life.sessions.map((session) => ({ ...session, turns: session.turns.map(whole) })),
  };
}

function whole(turn: Omit<LifeTurn, "facts"> & Partial<LifeTurn>): LifeTurn {
  const facts = (turn.facts ?? []).map((fact) => ({ ...fact, polarity: fact.polarity ?? "positive" }));
  const traps = (turn.traps ?? []).map(
    (trap) => Object.fromEntries(Object.entries(trap).filter(([, value]) => value !== null)) as typeof trap,
  );
  return { ...turn, facts, traps, forget: turn.forget ?? [] };
}
