import type { DayReport } from "../../domain/model/day.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/** A report for display. Names are resolved per reader; forgotten entities have none and are left out. */
export interface ReportView extends Omit<DayReport, "topEntities"> {
  topEntities: { id: string; name: string; mentions: number }[];
}

export async function viewReport(user: UserStore, report: DayReport): Promise<ReportView> {
  const known = await user.entitiesById(report.topEntities.map(({ id }) => id));
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const topEntities = report.topEntities.flatMap(({ id, mentions }) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name, mentions }];
  });
  return { ...report, topEntities };
}

/** Without names: for readers other than the user. */
export function withoutNames(report: DayReport): ReportView {
  return { ...report, topEntities: report.topEntities.map((one) => ({ ...one, name: one.id })) };
}
