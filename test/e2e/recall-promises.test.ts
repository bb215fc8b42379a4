import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startBeliefBench, type BeliefBench } from "../support/belief-bench.ts";

/** What is promised of recall and forgetting, kept by a service without a model. */
let at: BeliefBench;

beforeAll(async () => {
  at = await startBeliefBench({ FORGET_GRACE_HOURS: "0" });
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

const TWO_OF_A_KIND: [forget: string, gone: string, stays: string, goneName: string, staysName: string][] = [
  [
    "my sister Frauke",
    "My sister Frauke moved to Nantes.",
    "My sister Jule won a swimming race in 2019.",
    "Frauke",
    "Jule",
  ],
  ["my brother Odo", "My brother Odo moved to Bremen.", "My brother Piet won a quiz in 2018.", "Odo", "Piet"],
  ["my dog Bruno", "I have a dog called Bruno.", "I have a dog called Fips.", "Bruno", "Fips"],
  ["my cat Minka", "I have a cat called Minka.", "I have a cat called Socke.", "Minka", "Socke"],
];

test.each(TWO_OF_A_KIND)(
  "1: of two of a kind the one named is forgotten: %s",
  async (wish, gone, stays, goneName, staysName) => {
    await at.api.say(gone);
    await at.api.say(stays);
    await at.api.verify();
    expect(await at.foundText(goneName)).toContain(goneName);
    await at.api.say(`Forget everything about ${wish}.`);
    const left = JSON.stringify(await at.facts()) + (await at.foundText(`${goneName} ${staysName}`));
    expect(left).not.toContain(goneName);
    expect(left).toContain(staysName);
  },
);

test("2: a reply that took up what was just told goes with it", async () => {
  const { conversationId, episodeId } = await at.api.say("I have a cat called Tiger.");
  await at.api.say("When did Tiger die?", { conversationId });
  await at.api.post("/memory/forget", { episodeId });
  const { text } = await at.api.get(`/conversations/${conversationId}?limit=50`);
  const shown = text + (await at.foundText("cat")) + (await at.foundText("a cat called Tiger"));
  expect(shown).not.toMatch(/cat called/i);
});

test.each(["Ella", "Will", "Don", "Al", "Des", "Les", "Sera", "Elle"])(
  "3: %s is found and forgotten, though the name is a common word somewhere",
  async (name) => {
    await at.api.say(`My friend ${name} lives in Porto.`);
    await at.api.say("My friend Ottokar lives in Genoa.");
    await at.api.verify();
    expect(await at.foundText(`Where does ${name} live?`)).toContain("Porto");
    expect((await at.api.get(`/memory/entities?q=${name}`)).body.items.map((one: any) => one.name)).toContain(
      name,
    );
    await at.api.say(`Forget everything about ${name}.`);
    const left =
      JSON.stringify(await at.facts()) + (await at.foundText("friend lives in")) + (await at.foundText(name));
    expect(left).not.toContain("Porto");
    expect(left).toContain("Genoa");
  },
);

const DAYS: [question: string, on: string][] = [
  ["What did I cook at Christmas 2023?", "2023-12-25"],
  ["What did I cook at Easter 2022?", "2022-04-17"],
  ["What did I cook in Madrid 2019?", "2019-06-03"],
  ["What did I cook on my birthday 2020?", "2020-05-03"],
];

test.each(DAYS)("9: a question tells its time: %s", async (question, on) => {
  await at.send("My birthday is on 3 May 1988.", "2018-01-01");
  await at.api.verify();
  const dishes = {
    "2023-12-25": "goose",
    "2022-04-17": "lamb",
    "2019-06-03": "paella",
    "2020-05-03": "pizza",
    "2017-02-02": "soup",
    "2024-08-08": "stew",
  };
  for (const [day, dish] of Object.entries(dishes)) await at.send(`I cooked ${dish} for all of us.`, day);
  await at.api.extracted();
  const first = (await at.found(question)).find(({ text }) => text.includes("cooked"));
  expect(first?.text).toContain(dishes[on as keyof typeof dishes]);
});
