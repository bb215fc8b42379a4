import { Neo4jError } from "neo4j-driver";
import { expect, test } from "vitest";
import { Neo4jRefused, refuseOlder, toStoreError } from "../../../../src/adapters/neo4j/failure.ts";

/** As servers and the driver make them. */
const failed = (code: string): Error => toStoreError(new Neo4jError("x", code, "", "", {} as never));

test.each([
  "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase",
  "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
  "Neo.ClientError.Cluster.NotALeader",
  "Neo.TransientError.General.DatabaseUnavailable",
  "ServiceUnavailable",
])("%s passes, so turns wait", (code) => {
  expect(failed(code)).toMatchObject({ code: "store_unavailable", message: expect.stringContaining(code) });
  expect(failed(code)).not.toBeInstanceOf(Neo4jRefused);
});

test("a database that is not there is not waited for", () => {
  const error = failed("Neo.ClientError.Database.DatabaseNotFound");
  expect(error).toBeInstanceOf(Neo4jRefused);
  expect(error.message).toMatch(/^NEO4J_DATABASE: /);
});

test("a statement that the server does not understand is Engram's fault", () => {
  expect(failed("Neo.ClientError.Statement.SyntaxError")).toMatchObject({ code: "internal" });
});

test("a server older than 5.26 is refused by its version", () => {
  for (const agent of ["Neo4j/5.26.0", "Neo4j/5.27-aura", "Neo4j/2026.08.1", "another"])
    expect(() => refuseOlder(agent)).not.toThrow();
  for (const agent of ["Neo4j/4.4.38", "Neo4j/5.20.0"])
    expect(() => refuseOlder(agent)).toThrow(`NEO4J_URI: ${agent} is too old`);
});
