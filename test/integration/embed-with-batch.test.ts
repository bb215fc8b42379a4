import { afterEach, beforeEach, expect, test } from "vitest";
import { EngramError } from "../../src/errors.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { createEmbedMemories } from "../../src/services/embedding/embed-memories.ts";
import { Preempted } from "../../src/services/model/gate.ts";
import { batch, entity, fact, must, say } from "../contracts/memory-store-story.ts";
import { asCalibrated } from "../support/as-calibrated.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** Vectors that are stored together with what was read from a turn, or later when they are not there in time. */
const TAG = "model/2";
const signal = new AbortController().signal;

let memory: TestMemory;
let ann: UserStore;
let embed: Embedder["embed"];

const embedder: Embedder = {
  tag: async () => TAG,
  embed: (texts, inner) => embed(texts, inner),
  health: async () => "ready",
  close: async () => undefined,
};

const read: Mutation[] = [
  { op: "entity.put", entity: entity("mira", "Mira", { type: "boat" }) },
  { op: "fact.put", fact: fact("named", "mira", "LIES_IN", { text: "Mira lies in the harbour." }) },
];

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  await say(ann, "boat", "My boat is called Mira.");
  await ann.unembedded(TAG, 1);
  embed = async (texts) => texts.map(() => Float32Array.from([1, 0]));
});
afterEach(() => memory.close());

const service = () => createEmbedMemories({ ...memory, embedder: asCalibrated(embedder) });
const waiting = async (): Promise<string[]> => (await ann.unembedded(TAG, 10)).map(({ id }) => id).sort();

/** The turn read and stored, with the vectors there are. */
async function store(): Promise<void> {
  const asked = batch(read);
  const vectors = await service().withBatch(must(await ann.episode("boat")), asked, signal);
  expect((await ann.apply(asked, vectors)).applied).toBe(true);
}

test("the turn and what was read from it have their vectors at once", async () => {
  await store();
  expect(await waiting()).toEqual([]);
});

test.each([
  ["nothing answers", async () => Promise.reject(new Error("connect ECONNREFUSED"))],
  [
    "it takes too long",
    (_: string[], inner: AbortSignal) =>
      new Promise<never>((_resolve, reject) =>
        inner.addEventListener("abort", () => reject(inner.reason as Error)),
      ),
  ],
])("when %s, all of it is stored and waits", async (_, answer) => {
  embed = answer;
  await store();
  expect(await ann.fact("named")).not.toBeNull();
  expect(await waiting()).toEqual(["boat", "mira", "named"]);
});

test("a text that is rejected does not hold up the others; a server that embeds nothing loses none", async () => {
  const works = embed;
  const rejects = (isBad: (text: string) => boolean): Embedder["embed"] => {
    return async (texts, inner) => {
      if (texts.some(isBad)) throw new EngramError("model_error", "The embedding is zero or not finite");
      return works(texts, inner);
    };
  };
  embed = rejects(() => true);
  await store();
  await expect(service().run("ann", signal)).rejects.toMatchObject({ code: "model_error" });
  expect(await waiting()).toEqual(["boat", "mira", "named"]);
  embed = rejects((text) => text.includes("harbour"));
  expect(await service().run("ann", signal)).toBe(2);
  expect(await waiting()).toEqual([]);
});

test("while a chat runs nothing is asked of the embedder", async () => {
  const leave = memory.gate.enterChat();
  let asked = 0;
  embed = async () => Promise.reject(new Error(`asked ${(asked += 1)} times`));
  await store();
  leave();
  expect(asked).toBe(0);
  expect(await waiting()).toEqual(["boat", "mira", "named"]);
});

test("a chat that comes takes the embedder away, and what was read is stored nevertheless", async () => {
  let why: unknown;
  embed = (_, inner) =>
    new Promise((_resolve, reject) => {
      inner.addEventListener("abort", () => reject((why = inner.reason) as Error));
      memory.gate.enterChat();
    });
  await store();
  expect(why).toBeInstanceOf(Preempted);
  expect(await ann.fact("named")).not.toBeNull();
  expect(await waiting()).toEqual(["boat", "mira", "named"]);
});
