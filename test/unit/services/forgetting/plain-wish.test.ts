import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Alias, Entity } from "../../../../src/domain/model/entity.ts";
import type { Mutation } from "../../../../src/domain/model/mutation.ts";
import { FORGET_INTENT } from "../../../../src/domain/model/tombstone.ts";
import { HOUR_MS } from "../../../../src/domain/model/time.ts";
import { STATUSES } from "../../../../src/domain/model/status.ts";
import type { UserStore } from "../../../../src/ports/memory-store.ts";
import { createNotebook } from "../../../../src/adapters/notebook/index.ts";
import { createForgetting, type Forgetting } from "../../../../src/services/forgetting/forgetting.ts";
import { planIntents, type IntentOutcome } from "../../../../src/services/intents/index.ts";
import { batch, entity, fact, quote, say } from "../../../contracts/memory-store-story.ts";
import { shippedPrompts } from "../../../eval/service/prompts.ts";
import { openMemory, type TestMemory } from "../../../support/memory.ts";

/** What an intent to forget takes from a memory, without a running service. */
let memory: TestMemory;
let user: UserStore;

/** A memory of a turn per fact. */
async function remember(): Promise<void> {
  memory = await openMemory();
  user = memory.store.forUser("u1");
  const self = (await user.self()).id;
  const facts: Mutation[] = [];
  for (const [n, [subject, predicate, object, sentence]] of TOLD.entries()) {
    const episode = await say(user, `e${n}`, sentence, { conversationId: `c${n}`, state: "complete" });
    const isEntity = ENTITIES.some(({ id }) => id === object);
    const told = fact(`f${n}`, subject === "self" ? self : subject, predicate, {
      objectId: isEntity ? object : null,
      value: isEntity ? null : object,
      text: sentence.replace("My", "The user's").replace(/^I (\w+)/, "The user $1s"),
      evidence: [quote(episode, sentence.replace(/\.$/, ""))],
    });
    facts.push({ op: "fact.put", fact: told });
  }
  await user.apply(batch([...ENTITIES.map((one) => ({ op: "entity.put" as const, entity: one })), ...facts]));
}

const named = (id: string, name: string, type: string, ...roles: string[]): Entity =>
  entity(id, name, {
    type,
    aliases: [{ alias: name, kind: "name" }, ...roles.map((alias): Alias => ({ alias, kind: "role" }))],
  });

const ENTITIES = [
  named("annelie", "Annelie", "person", "my sister", "sister"),
  named("mia", "Mia", "person", "my sister", "sister"),
  named("tom", "Tom", "person"),
  named("rex", "Rex", "dog"),
  named("tiger", "Tiger", "cat"),
  named("oslo", "Oslo", "place"),
  named("will", "Will", "person"),
  named("ella", "Ella", "person"),
  named("hull", "Hull", "place"),
  named("aunt", "Anna", "person", "my aunt", "aunt"),
  named("boss", "Anna", "person", "my boss", "boss"),
];

/** Subject, predicate, object, and the sentence that told it. Fact n is told in turn n. */
const TOLD = [
  ["self", "HAS_SISTER", "annelie", "My sister Annelie called."],
  ["self", "HAS_SISTER", "mia", "My sister Mia called."],
  ["annelie", "LIKES", "jazz", "Annelie likes jazz."],
  ["mia", "LIKES", "jazz", "Mia likes jazz."],
  ["self", "HAS_PET", "rex", "My dog Rex barks."],
  ["self", "HAS_PET", "tiger", "My cat Tiger sleeps."],
  ["self", "LIVES_IN", "oslo", "I live in Oslo."],
  ["tom", "LIVES_IN", "oslo", "Tom lives in Oslo."],
  ["self", "WORKS_AT", "clinic", "I work at the clinic."],
  ["will", "LIVES_IN", "hull", "Will lives in Hull."],
  ["ella", "LIVES_IN", "hull", "Ella lives in Hull."],
  ["tom", "HAS_ADDRESS", "Mill Lane 5", "Tom has the address Mill Lane 5."],
  ["self", "LIKES", "salad", "I like salad."],
  ["self", "HAS_AUNT", "aunt", "My aunt Anna called."],
  ["self", "BOSS", "boss", "My boss Anna called."],
] as const;

/** What came of a message: the actions, and the numbers of the facts that are gone. */
async function executed(
  message: string,
  readsIntents = false,
): Promise<{ actions: string[]; gone: number[] } | null> {
  const outcome = await outcomeOf(message, readsIntents);
  if (outcome === null) return null;
  const { actions, notice } = outcome;
  const left = (await user.facts({ statuses: STATUSES, limit: 100 })).map(({ id }) => id);
  const gone = TOLD.flatMap((_, n) => (left.includes(`f${n}`) ? [] : [n]));
  return { actions: [...actions, ...(notice?.actions ?? [])].map(({ action }) => action), gone };
}

function forgettingAfter(graceHours: number): Forgetting {
  const { store, clock, newId, gate, graphLock } = memory;
  return createForgetting({
    store,
    clock,
    newId,
    graphLock,
    gate,
    model: createNotebook(),
    prompts: shippedPrompts(),
    embedQuery: async () => null,
    graceHours,
    forget: (_userId, target) => user.forget(target, clock.now()),
    onHidden: () => undefined,
    onExtractable: async () => undefined,
    onError: (error) => expect.fail(String(error)),
  });
}

async function outcomeOf(
  message: string,
  readsIntents: boolean,
  forgetting = forgettingAfter(0),
  askedIn = memory.newId(),
): Promise<IntentOutcome | null> {
  const { clock, graphLock } = memory;
  const plan = await planIntents(
    { clock, graphLock, forgetting, modelReadsIntents: () => readsIntents },
    { user, message, memory: "on", conversation: null, previous: null },
  );
  return plan === null ? null : plan.execute(askedIn);
}

describe("done at once", () => {
  beforeEach(remember);
  afterEach(() => memory.close());

  describe("somebody's things are theirs, and nobody else's are touched", () => {
    test.each([
      ["Forget everything about my sister Annelie.", [0, 2]],
      ["Forget what I told you about Mia.", [1, 3]],
      ["Vergiss alles, was ich dir über Annelie erzählt habe", [0, 2]],
      ["Forget everything about my dog.", [4]],
      ["Forget everything about my aunt Anna.", [13]],
      ["Forget everything about my cat Tiger.", [5]],
      ["Forget that I live in Oslo.", [6]],
      ["Forget that Tom lives in Oslo.", [7]],
      ["Forget what I said about the clinic.", [8]],
      ["Forget Tom's address.", [11]],
    ])("%s", async (message, gone) => {
      expect((await executed(message))?.gone).toEqual(gone);
    });
  });

  describe("a name that is a stop word", () => {
    test.each([
      ["Forget what I told you about Will.", [9]],
      ["forget what i told you about will", [9]],
      ["Olvida lo que te dije sobre Ella.", [10]],
      ["Forget everything about Ella.", [10]],
    ])("%s", async (message, gone) => {
      expect(await executed(message)).toMatchObject({ gone });
    });

    test("in small letters beside other words it is no name", async () => {
      expect(await executed("Forget what I said about who will be in Hull.")).toMatchObject({ gone: [] });
    });
  });

  test.each([
    ["Off the record: forget that I live in Oslo.", ["off_record", "forgotten"], [6]],
    ["Forget that I live in Oslo, off the record.", ["off_record", "forgotten"], [6]],
    [
      "Schreib das nicht auf: vergiss alles, was ich dir über Annelie erzählt habe",
      ["off_record", "forgotten"],
      [0, 2],
    ],
    ["Off the record: forget everything about jazz.", ["off_record", "asked"], []],
  ])("off the record too, where no model will read it: %s", async (message, actions, gone) => {
    expect(await executed(message, true)).toEqual({ actions, gone });
  });

  test.each([
    ["Off the record: forget that I live in Oslo.", "done"],
    ["Off the record from now on. Forget that I live in Oslo.", "on"],
    ["Off the record. Forget that I live in Oslo.", "on"],
  ])("what follows is off the record where that was said by itself: %s", async (message, state) => {
    expect((await outcomeOf(message, false))?.intent?.state).toBe(state);
    expect((await user.facts({ statuses: STATUSES, limit: 100 })).map(({ id }) => id)).not.toContain("f6");
  });

  test("a name that was spoken of since stays, when the rest is erased in its time", async () => {
    const forgetting = forgettingAfter(24);
    await say(user, "asking", FORGET_INTENT, { conversationId: "c99", state: "complete" });
    const wish = "Forget everything about my sister Annelie.";
    const { notice } = (await outcomeOf(wish, false, forgetting, "asking")) ?? expect.fail();
    await forgetting.told(user, notice?.reviews ?? []);
    const sentence = "Annelie likes tea.";
    const since = await say(user, "since", sentence, { conversationId: "c100", state: "complete" });
    const evidence = [quote(since, "Annelie likes tea")];
    const tea = fact("tea", "annelie", "LIKES", { value: "tea", text: sentence, evidence });
    await user.apply(batch([{ op: "fact.put", fact: tea }]));
    memory.clock.advance(25 * HOUR_MS);
    await forgetting.eraseDue();
    const left = (await user.facts({ statuses: STATUSES, limit: 100 })).map(({ id }) => id);
    expect(left).toContain("tea");
    expect(left).not.toContain("f2");
    expect((await user.episode("since"))?.userMessage).toBe(sentence);
  });

  test("what the message itself said just before is not stored, and nothing else is touched", async () => {
    expect(await executed("Tom lives in Oslo. Oh no, forget that.")).toMatchObject({
      actions: ["forgotten"],
      gone: [],
    });
  });
});

describe("what is not plainly one thing is asked back, or left to a model that reads it", () => {
  beforeAll(remember);
  afterAll(() => memory.close());

  test.each([
    ["Forget what I told you about my sister.", ["asked"]],
    ["Forget what I told you about Oslo.", ["asked"]],
    ["Forget everything about jazz.", ["asked"]],
    ["Forget Tom.", ["asked"]],
    ["Forget everything about Annelie's sister.", ["asked"]],
    ["Forget everything about the sister of Annelie.", ["asked"]],
    ["Forget the salad.", ["asked"]],
    ["Forget what I told you about the hospital.", []],
    ["Forget my address.", ["asked"]],
  ])("%s", async (message, actions) => {
    expect(await executed(message)).toEqual({ actions, gone: [] });
    expect(await executed(message, true)).toBeNull();
  });

  test.each([
    ["Forget that I live in Oslo but not Tom's address.", ["asked"]],
    ["Forget everything about Annelie, except that she likes jazz.", ["asked"]],
    ["Forget everything about Annelie but not that she likes jazz.", ["asked"]],
    ["Vergiss alles über Annelie, außer dass sie Jazz mag.", ["asked"]],
    ["Oublie tout sur Annelie sauf qu'elle aime le jazz.", ["asked"]],
    ["Olvida todo sobre Annelie, salvo que le gusta el jazz.", ["asked"]],
    ["Forget everything except that I work at the clinic.", []],
    ["Forget everything you know about me but the clinic.", []],
    ["Vergiss alles außer der Klinik.", []],
  ])("what a wish leaves out stays: %s", async (message, actions) => {
    expect(await executed(message)).toEqual({ actions, gone: [] });
    expect(await executed(message, true)).toBeNull();
  });

  test("everything is always asked about, and what is plain is done at once", async () => {
    expect(await executed("Forget everything.", true)).toEqual({ actions: ["asked"], gone: [] });
    expect(await executed("Forget that I live in Oslo.", true)).toMatchObject({ gone: [6] });
  });
});
