/** The modules with operations of a user's handle. `USER_OPERATIONS` names those that are called from outside. */
export * from "./apply.ts";
export * from "./communities.ts";
export * from "./days.ts";
export * from "./dump.ts";
export * from "./episode-queries.ts";
export * from "./episodes.ts";
export * from "./forget.ts";
export * from "./graph-queries.ts";
export * from "./graph-read.ts";
export * from "./known.ts";
export * from "./load.ts";
export * from "./records.ts";
export * from "./search.ts";
export * from "./tombstones.ts";
export * from "./undo.ts";
export * from "./users.ts";
export * from "./vectors.ts";
export { readEpisode as episode } from "./episodes.ts";
export {
  readConversation as conversation,
  readChange as change,
  readRejection as rejection,
  readReview as review,
} from "./records.ts";
export { readEntity as entity, readFact as fact } from "./graph-read.ts";
export { readCommunity as community } from "./communities.ts";
