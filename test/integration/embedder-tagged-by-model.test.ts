import { expect, test } from "vitest";
import type { Embedder } from "../../src/ports/embedder.ts";
import { taggedByModel } from "../../src/services/embedding/tagged-by-model.ts";
import { openMemory } from "../support/memory.ts";

const { signal } = new AbortController();

/** A server whose model can be changed without a change of its name. */
function swappable(first: number[]): Embedder & { vector: number[]; fails: boolean } {
  return {
    vector: first,
    fails: false,
    tag: async () => "m/2",
    async embed(texts) {
      if (this.fails) throw new Error("away");
      return texts.map(() => Float32Array.from(this.vector));
    },
    async embedAs(_tag, texts) {
      return this.embed(texts, signal);
    },
    health: async () => "ready",
    close: async () => undefined,
  };
}

test("another model under the same name has a tag of its own, and is known again", async () => {
  const memory = await openMemory();
  const { store } = memory;
  const server = swappable([1, 0]);
  const open = (): Embedder => taggedByModel(server, store.system);
  expect(await open().tag(signal)).toBe("m/2");
  server.vector = [0.99999, 0.0001];
  expect(await open().tag(signal)).toBe("m/2");

  server.vector = [0, 1];
  const swapped = open();
  expect(await swapped.tag(signal)).toBe("m~2/2");
  expect(await swapped.embedAs?.("m/2", ["a"], signal)).toBeNull();
  expect(await swapped.embedAs?.("other/2", ["a"], signal)).toHaveLength(1);

  server.vector = [1, 0];
  expect(await open().tag(signal)).toBe("m/2");
  await memory.close();
});

test("after it failed it is asked anew who it is", async () => {
  const memory = await openMemory();
  const { store } = memory;
  const server = swappable([1, 0]);
  const embedder = taggedByModel(server, store.system);
  expect(await embedder.tag(signal)).toBe("m/2");
  server.fails = true;
  await expect(embedder.embed(["a"], signal)).rejects.toThrow("away");
  Object.assign(server, { fails: false, vector: [0, 1] });
  expect(await embedder.tag(signal)).toBe("m~2/2");
  await memory.close();
});
