import { SELF_NAME } from "../../../src/domain/model/proposal.ts";
import type { Random } from "../stats/random.ts";
import { shuffled } from "../stats/random.ts";
import type { Cast } from "./entities.ts";
import type { LifeTurn } from "./format.ts";

/** A proposal as the replayed extractor makes it: nothing tells a true one from a trap. */
interface Proposed {
  subject: string;
  predicate: string;
  /** Missing where the user only takes something back: there is nothing to propose in its place. */
  object?: string;
  objectKind: "entity" | "value";
  polarity: "positive" | "negative";
  text: string;
}

/** Who a trap without a subject speaks of, and what it says of them. */
const NO_PREDICATE = "STATES";

/**
 * What the replayed extractor answers for a turn: its true facts and its traps in random order, with subject,
 * predicate, object or value, polarity and text only. Quote, dates and wording of a change are for code to find.
 */
export function replayedTurn(cast: Cast, turn: LifeTurn, random: Random): object {
  const ids = turn.facts.flatMap((f) => [f.subject, f.object]);
  const trapIds = (turn.traps ?? []).flatMap((t) => [t.subject, t.object]);
  const facts = [...trueFacts(cast, turn), ...traps(cast, turn)];
  const entities = [...new Set([...ids, ...trapIds])].flatMap((id) => {
    const entity = id && id !== cast.selfId ? cast.byId.get(id) : undefined;
    return entity ? [{ name: entity.name, type: entity.type }] : [];
  });
  return { entities: shuffled(entities, random), facts: shuffled(facts, random), requests: [] };
}

function trueFacts(cast: Cast, turn: LifeTurn): Proposed[] {
  return turn.facts.map((fact) => ({
    subject: called(cast, fact.subject),
    predicate: fact.predicate,
    ...objectOf(cast, fact.object ?? fact.value ?? undefined),
    polarity: fact.polarity ?? "positive",
    text: fact.text,
  }));
}

/** A trap without subject, predicate or object is proposed as a statement about the user in its own words. */
function traps(cast: Cast, turn: LifeTurn): Proposed[] {
  return (turn.traps ?? []).map((trap) => ({
    subject: trap.subject === undefined ? SELF_NAME : called(cast, trap.subject),
    predicate: trap.predicate ?? NO_PREDICATE,
    ...objectOf(cast, trap.object ?? trap.text),
    polarity: "positive",
    text: trap.text,
  }));
}

function objectOf(cast: Cast, object: string | undefined): Pick<Proposed, "object" | "objectKind"> {
  if (object === undefined) return { objectKind: "value" };
  return { object: called(cast, object), objectKind: cast.byId.has(object) ? "entity" : "value" };
}

function called(cast: Cast, id: string): string {
  return id === cast.selfId ? SELF_NAME : (cast.byId.get(id)?.name ?? id);
}
