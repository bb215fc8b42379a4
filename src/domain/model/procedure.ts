import type { Outcome } from "./context.ts";
import type { Entity } from "./entity.ts";
import type { Feedback } from "./feedback.ts";
import type { Instant } from "./time.ts";

/** The type of an entity that holds a how-to. Its steps are a JSON list in `properties.steps`, its tags likewise. */
export const PROCEDURE = "procedure";

/** How often it was used and how that ended, by its newest feedback. */
interface ProcedureRecord {
  uses: number;
  worked: number;
  partly: number;
  failed: number;
  /** Share of those that worked; partly counts half. Null: never tried. */
  successRate: number | null;
  lastUsedAt: Instant | null;
}

/** Null if it is not a procedure. */
export function stepsOf(entity: Pick<Entity, "type" | "properties">): string[] | null {
  return entity.type === PROCEDURE ? listIn(entity.properties["steps"]) : null;
}

export function tagsOf(entity: Pick<Entity, "properties">): string[] {
  return listIn(entity.properties["tags"]) ?? [];
}

function listIn(json: string | number | boolean | undefined): string[] | null {
  try {
    const list: unknown = typeof json === "string" ? JSON.parse(json) : null;
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : null;
  } catch {
    return null;
  }
}

/** An outcome as an event: a neutral one is a use alone. */
export function outcomeEvent(
  targetId: string,
  outcome: Outcome,
  at: Instant,
  episodeId: string | undefined,
): Feedback {
  return {
    targetId,
    helpful: outcome !== "failure",
    at,
    basis: outcome === "neutral" ? "used" : "rated",
    ...(episodeId !== undefined && { episodeId }),
    ...(outcome === "partial" && { weight: PARTLY }),
  };
}

const PARTLY = 0.5;

export function recordOf(events: readonly Feedback[]): ProcedureRecord {
  const rated = events.filter(({ basis }) => basis === "rated");
  const partly = rated.filter(({ helpful, weight }) => helpful && weight === PARTLY).length;
  const worked = rated.filter(({ helpful }) => helpful).length - partly;
  return {
    uses: events.length,
    worked,
    partly,
    failed: rated.length - worked - partly,
    successRate: rated.length === 0 ? null : (worked + PARTLY * partly) / rated.length,
    lastUsedAt:
      events
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? null,
  };
}

/** In one line: its record, then its steps, so that a cut line loses the last steps only. */
export function procedureText(name: string, steps: readonly string[], record: ProcedureRecord): string {
  const { worked, partly, failed, lastUsedAt } = record;
  const tries = worked + partly + failed;
  const parts = [
    ...(tries === 0 ? [] : [`worked ${worked} of ${tries} times${partly === 0 ? "" : `, partly ${partly}`}`]),
    ...(lastUsedAt === null ? [] : [`last used on ${lastUsedAt.slice(0, 10)}`]),
  ];
  const marks = parts.length === 0 ? "" : ` (${parts.join(", ")})`;
  return `${name}${marks}: ${steps.map((step, n) => `${n + 1}. ${step}`).join("; ")}`;
}
