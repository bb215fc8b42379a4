import { expect, test } from "vitest";
import type { Episode } from "../../../../src/domain/model/episode.ts";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import { NO_FOCUS, type AskedAbout } from "../../../../src/services/retrieval/asked-about.ts";
import { matches } from "../../../../src/services/retrieval/match.ts";
import { understand } from "../../../../src/services/retrieval/query.ts";
import type { Memory } from "../../../../src/services/retrieval/types.ts";

const WEN = "wen";
const NORA = "nora";
const SELF: AskedAbout = { ...NO_FOCUS, ids: new Set(["self"]), self: true };

function fact(text: string, predicate: string, ...ends: string[]): Fact {
  const [subjectId = "self", objectId = null] = ends;
  return { id: text, text, predicate, subjectId, objectId, evidence: [] } as unknown as Fact;
}

function turn(userMessage: string, assistantReply = ""): Episode {
  return { id: userMessage, userMessage, assistantReply, source: "chat", speaker: null } as Episode;
}

const NOW = "2026-10-21T12:00:00.000Z";

function named(...ids: string[]): AskedAbout {
  return { ...NO_FOCUS, ids: new Set(ids), mentions: ids.map((id) => [{ id, names: [[id]] }]) };
}

/** How much of the question each tells. */
async function told(question: string, about: AskedAbout, ...items: (Fact | Episode)[]): Promise<number[]> {
  const found = items.map((item): Memory =>
    "userMessage" in item ? { kind: "episode", item } : { kind: "fact", item },
  );
  const match = await matches(understand(question), about, [], found, NOW);
  return found.map(match);
}

test("a fact of whom is named tells what it says, and little of what it does not", async () => {
  const lives = fact("Wen moved to Calgary.", "LIVES_IN", WEN);
  expect(await told("Where does Wen live?", named(WEN), lives)).toEqual([1]);
  const [allergic = 1] = await told("Is Wen allergic to shellfish?", named(WEN), lives);
  expect(allergic).toBeLessThan(0.3);
});

test("what is known of somebody else tells half of it at most", async () => {
  const lian = fact("Lian lives in Richmond.", "LIVES_IN", "lian");
  const [half = 1] = await told("Where does Wen live?", named(WEN), lian, fact("Wen is 38.", "AGE", WEN));
  expect(half).toBeLessThan(0.5);
  const mine = fact("The user lives in Delft.", "LIVES_IN", "self");
  expect(await told("Where do I live?", SELF, mine, lian)).toEqual([1, 0.5]);
});

test("a namesake's fact counts by its words", async () => {
  expect(
    await told("Which Wen leads engineering?", named(WEN), fact("Wen Li leads engineering.", "LEADS", "li")),
  ).toEqual([1]);
});

test("for a living is no place to live", async () => {
  const [place = 1] = await told(
    "What does Nora do for a living?",
    named(NORA),
    fact("Nora lives in Cork.", "LIVES_IN", NORA),
  );
  expect(place).toBeLessThan(0.5);
  expect(understand("What does Nora do for a living?").predicateTerms).toContain("works");
});

test("a known relation tells of itself alone: where somebody lives is no address", async () => {
  const lives = fact("Nora lives in Cork.", "LIVES_IN", NORA);
  const [where = 0] = await told("Where does Nora live?", named(NORA), lives);
  const [address = 1] = await told("What is Nora's address?", named(NORA), lives);
  expect(where).toBe(1);
  expect(address).toBeLessThan(0.5);
});

test("what a relation is called tells, though nobody's words do; other words for a statement tell half", async () => {
  expect(
    await told("Who is Nora's boss?", named(NORA), fact("Nora now reports to Wen.", "BOSS", NORA, WEN)),
  ).toEqual([1]);
  const got = { ...fact("The user got a Skoda from Jo.", "GOT", "self"), expansion: "drive car" };
  expect(await told("What do I drive?", SELF, got)).toEqual([0.5]);
});

test("everyday words meet by what they mean, across languages", async () => {
  const sold = fact("Nora hat das Auto verkauft.", "SOLD", NORA);
  const [car = 0] = await told("Did Nora sell the car?", named(NORA), sold);
  const [fence = 1] = await told("Did Nora paint the fence?", named(NORA), sold);
  expect(car).toBeGreaterThan(0.8);
  expect(fence).toBeLessThan(0.3);
});

test("a rare word weighs more than one that much of what was found says, and a word that nothing says most", async () => {
  const names = Array.from({ length: 40 }, (_, n) => `N${n}`);
  const works = names.map((name) => fact(`${name} works a lot.`, "WORKS_AT", name));
  const [plants = 1] = await told("How does photosynthesis work?", NO_FOCUS, ...works);
  expect(plants).toBeLessThan(0.2);
});

test("of somebody whose name is a word that asks, the word is still asked", async () => {
  const about = { ...named("live"), ids: new Set(["live", "self"]), self: true };
  const home = fact("The user has a flat in Bergen.", "LIVES_IN", "self");
  const [here = 0] = await told("Where do I live now?", about, home, fact("Live is 16.", "AGE", "live"));
  expect(here).toBeGreaterThan(0.4);
});

test("a turn tells by the user's own words: its reply repeats what was asked", async () => {
  const [own = 0, reply = 1] = await told(
    "Which boat did I see?",
    SELF,
    turn("I saw the boat Mira."),
    turn("I forgot which.", "The boat is Mira."),
  );
  expect(own).toBeGreaterThan(reply);
});

test("a question without a word of its own is told of by all that is about whom it names", async () => {
  const found = [fact("Wen is 38.", "AGE", WEN), fact("Nora is 91.", "AGE", NORA)];
  expect(await told("Who is Wen?", named(WEN), ...found)).toEqual([1, 0]);
  expect(await told("What do you know about me?", SELF, fact("The user is 40.", "AGE"), ...found)).toEqual([
    0.5, 0, 0,
  ]);
  expect(await told("Thanks!", NO_FOCUS, ...found)).toEqual([0, 0]);
  const [age = 0, home = 1] = await told(
    "Quanti anni ho?",
    SELF,
    fact("Giulia ha 35 anni.", "AGE"),
    fact("Vivo a Bari.", "LIVES_IN"),
  );
  expect(age).toBeGreaterThan(home);
});

test("who is meant by a role is not what is asked for", async () => {
  const [role = 1, home = 0] = await told(
    "Where does my brother live?",
    { ...named("otto"), byRole: true },
    fact("The user's brother is called Otto.", "HAS_BROTHER", "self", "otto"),
    fact("Otto lives in Lyon.", "LIVES_IN", "otto"),
  );
  expect(home).toBe(1);
  expect(role).toBeLessThan(0.7);
});

test("who somebody is asks first of all what he is to the user", async () => {
  const about = { ...named(WEN), selfId: "self" };
  const [brother = 0, age = 1] = await told(
    "Who is Wen?",
    about,
    fact("Wen is the user's brother.", "HAS_BROTHER", "self", WEN),
    fact("Wen is 38.", "AGE", WEN),
  );
  expect(brother).toBeGreaterThan(age);
});

test("a word without content in English is asked for in a language without a pack", async () => {
  const [team, home] = [turn("Meu time é o Grêmio."), turn("Moro em Porto Alegre com a Lia.")];
  expect(await told("Qual é meu time?", SELF, team, home)).toEqual([0.5, 0]);
});

test("the time that is asked about is one of the things asked", async () => {
  const said = (day: string) => ({ ...turn(`I did it on ${day}.`), occurredAt: `${day}T12:00:00.000Z` });
  const found = [said("2026-10-01"), said("2026-10-12")].map((item) => ({ kind: "episode" as const, item }));
  const asked = understand("What did I do last week?");
  const week = { from: "2026-10-12T00:00:00.000Z", to: "2026-10-19T00:00:00.000Z" };
  const match = await matches(asked, SELF, [week], found, NOW);
  expect(found.map(match)).toEqual([0, 0.5]);
});

test("of today is what begins today or goes on until a day, and not all that holds", async () => {
  const since = (text: string, validAt?: string, invalidAt?: string): Fact => ({
    ...fact(text, "IS"),
    validAt: validAt === undefined ? null : { at: `${validAt}T09:00:00.000Z`, precision: "minute" },
    invalidAt: invalidAt === undefined ? null : { at: `${invalidAt}T00:00:00.000Z`, precision: "day" },
    createdAt: "2026-01-01T00:00:00.000Z",
  });
  const found = [
    since("The user has depression.", "2025-01-01"),
    since("The user's PIN is 4711."),
    since("The user has an exam.", "2026-10-21"),
    since("The user is on holiday.", "2026-10-15", "2026-10-30"),
    since("The user's exam was hard.", "2026-10-15"),
  ].map((item) => ({ kind: "fact" as const, item }));
  const today = { from: "2026-10-21T00:00:00.000Z", to: "2026-10-22T00:00:00.000Z" };
  const shares = async (question: string): Promise<number[]> => {
    const match = await matches(understand(question), SELF, [today], found, NOW);
    return found.map(match);
  };
  expect(await shares("What can I do today?")).toEqual([0, 0, 1, 1, 0]);
  const [depression, , exam = 0] = await shares("Do I have my exam today?");
  expect(depression).toBe(0);
  expect(exam).toBe(1);
});

test("a number tells apart what is alike otherwise, and counts for nothing where nothing has it", async () => {
  const orders = ["4711", "4712", "4713"].map((n) => fact(`Order ${n} is a rug.`, "IS", n));
  const [first = 0, second = 1] = await told("What was order 4711?", NO_FOCUS, ...orders);
  expect(first).toBeGreaterThan(second);
  expect(await told("What was order 9999?", NO_FOCUS, ...orders)).toEqual([1, 1, 1]);
});
