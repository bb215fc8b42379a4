/** What one step of a run changes or, in a dry run, would change. Ids and codes; names are looked up when it is read. */
export interface DiffStep {
  action: "create" | "change" | "delete" | "propose";
  kind: "entity" | "fact" | "review";
  id: string;
  fields: { field: string; from: unknown; to: unknown }[];
}
