/**
 * A change that one step of a run makes or, in a dry run, would make. Ids and codes; names are resolved when it is
 * read.
 */
export interface DiffStep {
  /** `wait`: no change yet; it depends on what the fields name. */
  action: "create" | "change" | "delete" | "propose" | "wait";
  kind: "entity" | "fact" | "review" | "episode" | "community";
  id: string;
  fields: { field: string; from: unknown; to: unknown }[];
}
