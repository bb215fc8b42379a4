/** What one step of a run changes or, in a dry run, would change. Ids and codes; names are looked up when it is read. */
export interface DiffStep {
  /** `wait`: nothing yet, it waits for what the fields name. */
  action: "create" | "change" | "delete" | "propose" | "wait";
  kind: "entity" | "fact" | "review" | "episode" | "community";
  id: string;
  fields: { field: string; from: unknown; to: unknown }[];
}
