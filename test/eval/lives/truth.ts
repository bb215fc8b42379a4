import type { Life, LifeFact, LifeTurn } from "./format.ts";
import { hasBegun, instantOf, localDates, timedTurns } from "./times.ts";

/**
 * How a fact that was told stands at some time. `true`: must be believed. `ahead` (a plan or an appointment whose date
 * is to come) and `history` (told as over: "from 1984 to 1986"): right to believe, and no fault not to. All others are
 * wrong to believe: `future` is an announced change that does not hold yet, `past` has reached the end it was told with.
 */
type Standing =
  | "true"
  | "ahead"
  | "history"
  | "future"
  | "past"
  | "replaced"
  | "corrected"
  | "retracted"
  | "forgotten";

/** A fact with its repetitions: one statement about the world, told in one or more turns. */
export interface ToldFact {
  /** First to last; each may word its object differently. */
  tellings: LifeFact[];
  turns: string[];
  standing: Standing;
}

/** Whether it is right to believe a fact of this standing. */
export function isRight({ standing }: ToldFact): boolean {
  return standing === "true" || standing === "ahead" || standing === "history";
}

/** An update or a correction that was told and is in force. */
export interface ToldChange {
  now: ToldFact;
  before: ToldFact[];
}

export interface Truth {
  told: ToldFact[];
  /** By the id of any telling. */
  byId: ReadonlyMap<string, ToldFact>;
  changes: ToldChange[];
  /** What was said by then. */
  turns: LifeTurn[];
}

/** What is true at a time by what was told until then, ordered by world time (`validAt`), not by telling. */
export function truthAt(life: Life, at: string): Truth {
  const now = instantOf(at);
  const dayOf = localDates(life.user.timezone);
  const timed = timedTurns(life).filter((turn) => turn.at < now);
  const turns = timed.map(({ turn }) => turn);
  const view = viewOf(turns, dayOf(now));
  const saidAt = new Map(timed.map(({ turn, at }) => [turn.id, at]));
  const byId = new Map<string, ToldFact>();
  const told = groupRepeats(turns).map((group): ToldFact => {
    const tellings = group.map(({ fact }) => fact);
    const toldOn = dayOf(saidAt.get(group.at(-1)?.turn ?? "") ?? now);
    const standing = standingOf(tellings, toldOn, view);
    const fact = { tellings, turns: group.map(({ turn }) => turn), standing };
    for (const { id } of tellings) byId.set(id, fact);
    return fact;
  });
  return { told, byId, changes: changesAmong(told, byId), turns };
}

/** What the standing of a fact depends on. */
interface View {
  /** Local date. */
  day: string;
  facts: ReadonlyMap<string, LifeFact>;
  /** By fact id: what was told to replace it. */
  closers: ReadonlyMap<string, LifeFact[]>;
  forgotten: ReadonlySet<string>;
}

function viewOf(turns: LifeTurn[], day: string): View {
  const forgotten = new Set(turns.flatMap((turn) => turn.forget ?? []));
  const facts = new Map(turns.flatMap((turn) => turn.facts).map((fact) => [fact.id, fact]));
  const closers = new Map<string, LifeFact[]>();
  for (const fact of facts.values()) {
    if (fact.op === "repeat" || forgotten.has(fact.id)) continue;
    for (const id of fact.replaces ?? []) closers.set(id, [...(closers.get(id) ?? []), fact]);
  }
  return { day, facts, closers, forgotten };
}

function groupRepeats(turns: LifeTurn[]): { fact: LifeFact; turn: string }[][] {
  const groups: { fact: LifeFact; turn: string }[][] = [];
  const groupOf = new Map<string, { fact: LifeFact; turn: string }[]>();
  for (const turn of turns) {
    for (const fact of turn.facts) {
      const known = fact.op === "repeat" ? groupOf.get(fact.replaces?.[0] ?? "") : undefined;
      const group = known ?? [];
      group.push({ fact, turn: turn.id });
      groupOf.set(fact.id, group);
      if (!known) groups.push(group);
    }
  }
  return groups;
}

/** `toldOn`: local date of the last telling. */
function standingOf(tellings: LifeFact[], toldOn: string, view: View): Standing {
  const kept = tellings.filter(({ id }) => !view.forgotten.has(id));
  if (kept.length === 0) return "forgotten";
  if (kept[0]?.op === "retract") return "retracted";
  const closers = tellings.flatMap(({ id }) => view.closers.get(id) ?? []);
  if (closers.some(({ op }) => op === "correct")) return "corrected";
  if (closers.some(({ op }) => op === "retract")) return "retracted";
  const ahead = isAhead(lastDate(kept, "validAt"), view);
  // A new date for what lies ahead holds at once; over what holds now, a change waits for its own date.
  if (closers.some((closer) => ahead || !isAhead(closer.validAt, view))) return "replaced";
  const invalidAt = lastDate(kept, "invalidAt");
  if (invalidAt !== null && hasBegun(invalidAt, toldOn)) return "history";
  if (invalidAt !== null && hasBegun(invalidAt, view.day)) return "past";
  if (!ahead) return "true";
  return kept.some((fact) => changesWhatHolds(fact, view)) ? "future" : "ahead";
}

function changesWhatHolds(fact: LifeFact, view: View): boolean {
  if (fact.op !== "update") return false;
  return (fact.replaces ?? []).some((id) => !isAhead(view.facts.get(id)?.validAt ?? null, view));
}

/** The last telling that gives a date counts. */
function lastDate(tellings: LifeFact[], key: "validAt" | "invalidAt"): string | null {
  return tellings.findLast((fact) => fact[key] != null)?.[key] ?? null;
}

function isAhead(date: string | null, { day }: View): boolean {
  return date !== null && !hasBegun(date, day);
}

function changesAmong(told: ToldFact[], byId: Map<string, ToldFact>): ToldChange[] {
  return told.flatMap((now) => {
    const changes = now.tellings.filter(({ op }) => op === "update" || op === "correct");
    const before = changes.flatMap(({ replaces }) => (replaces ?? []).flatMap((id) => byId.get(id) ?? []));
    const closed = before.filter(({ standing }) => standing === "replaced" || standing === "corrected");
    return closed.length > 0 && now.standing !== "forgotten" ? [{ now, before: closed }] : [];
  });
}
