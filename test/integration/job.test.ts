import { afterEach, beforeEach, expect, test } from "vitest";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { diffOfRun } from "../../src/services/maintenance/diff.ts";
import { defineJob, type StepDeps } from "../../src/services/maintenance/job.ts";
import { batch, entity, must } from "../contracts/memory-store-story.ts";
import { countingStore } from "../support/counting-store.ts";
import { jobContext } from "../support/jobs.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** What the runner does for every job, shown by a small one. */
const PER_PAGE = 2;

interface Deps extends StepDeps {
  /** One answer for each name; null: nobody answers. */
  write: (names: string[]) => Promise<string[] | null>;
}

/** Gives each entity without a summary one that a model writes, and calls a "thing" an "object". */
const describe = defineJob<Deps>({
  name: "describe",
  title: "Describe",
  does: "Describes what has no description.",
  asksModel: true,
  schedule: "",
  async work(job, { write }) {
    const { user } = job;
    const read = (cursor?: string) => user.entityPage({ limit: PER_PAGE, cursor });
    const ids = await job.all(read, (some) =>
      some.flatMap(({ id, isSelf, summary }) => (!isSelf && summary === null ? [id] : [])),
    );
    await job.changePages(read, "renamed", async (page) =>
      page.flatMap(({ id, type }): Mutation[] =>
        type === "thing" ? [{ op: "entity.patch", id, set: { type: "object" } }] : [],
      ),
    );
    if (job.dryRun) return {};
    await job.ask({
      ids,
      perCall: 2,
      callsMax: 2,
      reason: "described",
      show: async (some) =>
        (await user.entitiesById([...some])).map(({ id, name }) => ({ id, source: name })),
      ask(shown) {
        job.answered();
        return write(shown.map(({ source }) => source));
      },
      plan: ({ id }, summary: string) => [{ op: "entity.patch", id, set: { summary } }],
    });
    return {};
  },
});

let memory: TestMemory;
let ann: UserStore;
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  meanwhile = async () => undefined;
  const names = ["boat", "car", "desk", "elk", "fan"];
  const known = names.map((name) => entity(name, name, { type: "thing", summary: null, status: "verified" }));
  await ann.apply(batch(known.map((one): Mutation => ({ op: "entity.put", entity: one }))));
});
afterEach(() => memory.close());

async function run(dryRun = false, user = ann) {
  const context = jobContext({ dryRun });
  const write = async (names: string[]): Promise<string[]> => {
    await meanwhile();
    return names.map((name) => `A ${name}.`);
  };
  return { runId: context.runId, counts: await describe.run({ ...memory, write }, user, context) };
}
const summaries = async (): Promise<(string | null)[]> =>
  (await ann.entitiesById(["boat", "car", "desk", "elk", "fan"])).map(({ summary }) => summary);

test("a dry run writes nothing and keeps what it would do", async () => {
  const { runId } = await run(true);
  expect((await ann.entitiesById(["boat"]))[0]?.type).toBe("thing");
  const { items } = await diffOfRun(ann, runId, { limit: 50 });
  expect(items.map(({ action, kind }) => `${action} ${kind}`)).toEqual(Array(5).fill("change entity"));
});

test("each page is changed as one, each call of the model written; the bound on calls holds", async () => {
  const { runId, counts } = await run();
  expect(counts).toEqual({ modelCalls: 2 });
  expect((await summaries()).filter((summary) => summary !== null)).toHaveLength(4);
  expect((await ann.stats()).types).toContainEqual({ type: "object", count: 5 });
  const changes = (await ann.changePage({ runId, limit: 50 })).items;
  expect(changes.map(({ actor }) => actor)).toEqual(Array(9).fill("maintenance"));
  await run();
  expect(await summaries()).not.toContain(null);
});

test("what has changed while the model wrote is not written over; the rest of its call is", async () => {
  let shown = 0;
  meanwhile = async () => {
    shown += 1;
    if (shown > 1) return;
    const put: Mutation = { op: "entity.patch", id: "fan", set: { name: "big fan" } };
    await ann.apply(batch([put]));
  };
  await run();
  expect(must((await ann.entitiesById(["fan"]))[0])).toMatchObject({ name: "big fan", summary: null });
  expect((await summaries()).filter((summary) => summary !== null)).toHaveLength(3);
});

test("while somebody chats a job reads nothing", async () => {
  const leave = memory.gate.enterChat();
  let reads = 0;
  const running = run(false, countingStore(memory.store, () => (reads += 1)).forUser("ann"));
  await ann.stats();
  expect(reads).toBe(0);
  leave();
  await running;
  expect(reads).toBeGreaterThan(0);
});
