/** The operations of a user's handle that are written once. `USER_OPERATIONS` names those that are called from outside. */
export * from "./apply.ts";
export * from "./communities.ts";
export * from "./days.ts";
export { dump } from "./dump.ts";
export * from "./episodes.ts";
export * from "./records.ts";
export * from "./replace-episode.ts";
export * from "./undo.ts";
export * from "./users.ts";
