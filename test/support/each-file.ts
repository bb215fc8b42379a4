import { afterAll } from "vitest";
import { endLease } from "./neo4j-lease.ts";

/** Vitest runs this before each file. */
afterAll(endLease);
