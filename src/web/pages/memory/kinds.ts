import { api } from "../../api/client.ts";
import { useQuery } from "../../ui/query.ts";

/** The kinds of things and relations that are in use, for filters. */
export function useSchema() {
  return useQuery((signal) => api("GET /memory/schema", { signal }), []);
}
