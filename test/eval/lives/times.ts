import { MINUTE_MS, plusMs, toInstant, type Instant } from "../../../src/domain/model/time.ts";
import type { Life, LifeTurn } from "./format.ts";

/** Between two turns of one session. */
const TURN_MS = 2 * MINUTE_MS;

export interface TimedTurn {
  turn: LifeTurn;
  sessionId: string;
  at: Instant;
}

export function instantOf(local: string): Instant {
  return toInstant(Date.parse(local));
}

/** Every turn with the time at which it is said, in that order. */
export function timedTurns(life: Life): TimedTurn[] {
  return life.sessions.flatMap((session) =>
    session.turns.map((turn, n) => ({
      turn,
      sessionId: session.id,
      at: plusMs(instantOf(session.at), n * TURN_MS),
    })),
  );
}

/** Tells the day in a zone, `YYYY-MM-DD`: dates in the data are local. */
export function localDates(timeZone: string): (at: Instant) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone });
  return (at) => format.format(new Date(at));
}

/** Whether a local date, possibly partial, has begun on a day. */
export function hasBegun(date: string, day: string): boolean {
  return `${date}-01-01`.slice(0, 10) <= day;
}
