import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench } from "../support/belief-bench.ts";
import type { ToldFact } from "../support/reading-llama.ts";
import { ACME, AT_WORK, OVER, RETIRED } from "../support/retirement.ts";

/** Who says it counts: a document, the assistant, the user who takes it back, a name the turn does not give. */
let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

test.each(["ending", "precise"] as const)(
  "a document does not touch what the user said of himself, though it is ruled %s",
  async (ruling) => {
    const letter = { ...RETIRED, assertedBy: "document" };
    await at.tellBoth(
      AT_WORK,
      { says: "You retired from Acme.", facts: [letter], on: "2026-06-01", source: "document" },
      { rulings: [{ ...OVER, ruling }] },
    );
    expect(at.llama.asked("rulings").join()).toContain(RETIRED.text);
    expect((await at.statuses())[ACME.text]).toBe("verified");
  },
);

test("what the assistant says ends nothing of the user's", async () => {
  at.llama.table.rulings = [OVER];
  await at.tell(AT_WORK);
  at.llama.table.reply = "So you retired from Acme.";
  at.llama.table.reads["Please go on."] = {
    facts: [{ ...RETIRED, assertedBy: "assistant", quote: "you retired from Acme" }],
  };
  await at.api.say("Please go on.");
  await at.api.verify();
  expect((await at.statuses())[ACME.text]).toBe("verified");
});

test("what is taken back is put away, and its denial is believed", async () => {
  const owen = {
    subject: "Owen",
    predicate: "LIKES",
    object: "nuts",
    text: "Owen likes nuts.",
  };
  const denied: ToldFact = {
    ...owen,
    text: "Owen does not like nuts.",
    polarity: "negative",
    change: "retraction",
  };
  await at.tellBoth(
    { says: "My son Owen likes nuts.", facts: [owen], on: "2026-03-01" },
    { says: "I take back that Owen likes nuts.", facts: [denied], on: "2026-03-02" },
    { rulings: [{ old: owen.text, new: denied.text, ruling: "correction" }] },
  );
  const known = await at.facts();
  expect(["corrected", "retracted"]).toContain(known[owen.text].status);
  expect(known[denied.text]).toMatchObject({ status: "verified", polarity: "negative" });
});

test("another name counts only where the turn gives it", async () => {
  const lives = { subject: "Annelie", predicate: "LIVES_IN", object: "Ulm", text: "Annelie lives in Ulm." };
  const says = "My friend Annelie, whom we call Lie, lives in Ulm.";
  at.llama.table.reads[says] = {
    facts: [lives],
    entities: [{ name: "Annelie", type: "person", aliases: ["Anna", "Lie"] }],
  };
  const later = "Annelie likes tea.";
  at.llama.table.reads[later] = {
    facts: [{ subject: "Annelie", predicate: "LIKES", object: "tea", text: "Annelie likes tea." }],
    entities: [{ name: "Annelie", type: "person", aliases: ["Anna"] }],
  };
  for (const text of [says, later]) {
    await at.api.post("/memory/episodes", { text });
    await at.api.verify();
  }
  const [annelie] = (await at.api.get("/memory/entities?q=Annelie")).body.items;
  const names = annelie.aliases.map(({ alias }: any) => alias);
  expect(names).toContain("Lie");
  expect(names).not.toContain("Anna");
});

test.each(["用户", "пользователь", "L'utilisateur", "usuário"])(
  "%s is the user, and not who is spoken of so",
  async (name) => {
    const stamps = { ...ofUser("COLLECTS", "stamps", "The user collects stamps."), subject: name };
    await at.tell({ says: "I collect stamps.", facts: [stamps] });
    const theirs = `What our ${name} collects is data.`;
    const data = { subject: name, predicate: "COLLECTS", object: "data", text: theirs, quote: theirs };
    await at.tell({ says: theirs, facts: [data] });
    const known = await at.facts();
    expect(known[stamps.text]).toMatchObject({ status: "verified", subject: { isSelf: true } });
    expect(known[theirs]?.subject.isSelf).not.toBe(true);
  },
);
