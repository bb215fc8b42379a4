import { join } from "node:path";
import { expect } from "vitest";
import { runningService } from "../../src/adapters/data-folder/index.ts";
import { client, type Client } from "./client.ts";
import { startReadingLlama, type ReadingLlama, type ReadingTable, type ToldFact } from "./reading-llama.ts";
import { startService, testFolder } from "./service.ts";

type Reading = ReadingTable["reads"][string];

/** One turn, what is read out of it, and the day it was told. */
export interface ToldTurn extends Reading {
  says: string;
  facts: ToldFact[];
  on?: string | undefined;
  source?: "api" | "document";
}

/** A service on which each test is a user of their own, who tells and asks what is believed. */
export interface BeliefBench {
  /** Of the newest user. */
  api: Client;
  newUser: () => Promise<void>;
  /** Sends a turn in, unread. */
  send(text: string, on?: string, source?: ToldTurn["source"]): Promise<void>;
  /** Every fact by its text, whatever became of it. */
  facts(): Promise<Record<string, any>>;
  statuses(): Promise<Record<string, string>>;
  found(q: string): Promise<{ kind: string; text: string }[]>;
  foundText(q: string): Promise<string>;
  close: () => Promise<void>;
}

/** One with a model that reads and rules by a table. */
export interface TableBench extends BeliefBench {
  llama: ReadingLlama;
  /** Tells one turn and judges it. */
  tell(turn: ToldTurn): Promise<void>;
  /** Tells an old and a new turn, with the model's opinions. */
  tellBoth(old: ToldTurn, now: ToldTurn, table?: Partial<ReadingTable>): Promise<void>;
}

/** A statement about the user. */
export const ofUser = (
  predicate: string,
  object: string,
  text: string,
  more: Partial<ToldFact> = {},
): ToldFact => ({ subject: "user", predicate, object, text, ...more });

const STATUSES = "staged,verified,disputed,superseded,corrected,retracted,archived";

export async function startBeliefBench(env: Record<string, string> = {}): Promise<BeliefBench> {
  const folder = await testFolder();
  const service = await startService(folder.path, { IDLE_AFTER_MINUTES: "10000", ...env });
  let users = 0;
  const bench: BeliefBench = {
    api: client(service.url),
    async newUser() {
      users += 1;
      const { adminToken = "" } = runningService(join(folder.path, "data")) ?? {};
      const headers = { "x-engram-admin": adminToken };
      const { body } = await client(service.url).post("/admin/keys", { user: `user${users}` }, headers);
      bench.api = client(service.url, body.key);
    },
    async send(text, on, source = "api") {
      const at = on === undefined ? {} : { occurredAt: `${on}T10:00:00Z` };
      expect((await bench.api.post("/memory/episodes", { text, source, ...at })).status).toBe(201);
    },
    async facts() {
      const { items } = (await bench.api.get(`/memory/facts?limit=200&status=${STATUSES}`)).body;
      return Object.fromEntries(items.map((fact: any) => [fact.text, fact]));
    },
    async statuses() {
      return Object.fromEntries(
        Object.entries(await bench.facts()).map(([text, { status }]) => [text, status]),
      );
    },
    found: async (q) =>
      (await bench.api.get(`/memory/search?q=${encodeURIComponent(q)}&limit=50`)).body.results,
    foundText: async (q) =>
      JSON.stringify((await bench.found(q)).map(({ kind, text }) => `${kind}: ${text}`)),
    async close() {
      await service.stop();
      await folder.remove();
    },
  };
  return bench;
}

export async function startTableBench(env: Record<string, string> = {}): Promise<TableBench> {
  const llama = await startReadingLlama({ reads: {} });
  const belief = await startBeliefBench({ LLAMA_CPP_URL: llama.url, ...env });
  const { newUser, close } = belief;
  const bench: TableBench = Object.assign(belief, {
    llama,
    async newUser() {
      llama.table = { reads: {} };
      llama.garbled.clear();
      llama.requests.length = 0;
      await newUser();
    },
    async tell({ says, on, source, ...reading }: ToldTurn) {
      llama.table.reads[says] = reading;
      await bench.send(says, on, source);
      await bench.api.verify();
    },
    async tellBoth(old: ToldTurn, now: ToldTurn, table: Partial<ReadingTable> = {}) {
      Object.assign(llama.table, table);
      await bench.tell(old);
      await bench.tell(now);
    },
    async close() {
      await close();
      await llama.close();
    },
  });
  return bench;
}
