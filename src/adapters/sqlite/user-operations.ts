/** The operations of a user's handle that SQLite has of its own. */
export * from "./episode-queries.ts";
export * from "./forget.ts";
export * from "./graph-queries.ts";
export * from "./graph-read.ts";
export * from "./known.ts";
export * from "./load.ts";
export * from "./search.ts";
export * from "./vectors.ts";
export { links } from "./communities.ts";
export { readEntity as entity, readFact as fact } from "./graph-read.ts";
