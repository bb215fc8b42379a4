import type { Clock, NewId } from "../ports/clock.ts";
import type { AuditRecord, SystemStore } from "../ports/memory-store.ts";

/** Actors other than users: the command line, the schedule, the service itself. */
export const CLI = "cli";
export const SCHEDULE = "schedule";
export const SERVICE = "service";

/** Maximum rows listed; older ones are kept, not listed. */
export const AUDITS_MAX = 200;

export type AuditedAct = Pick<AuditRecord, "actor" | "act" | "userId"> &
  Partial<Pick<AuditRecord, "targets" | "counts">>;

/** Records an administrative act: ids and counts, never text, never a secret. Rejects if it could not be written. */
export type Audit = (act: AuditedAct) => Promise<void>;

export function createAudit(system: Pick<SystemStore, "putAudit">, clock: Clock, newId: NewId): Audit {
  return ({ targets = [], counts = {}, ...act }) =>
    system.putAudit({ id: newId(), at: clock.now(), ...act, targets, counts });
}
