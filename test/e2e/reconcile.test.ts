import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runningService } from "../../src/adapters/data-folder/index.ts";
import { client, type Client } from "../support/client.ts";
import {
  startReadingLlama,
  type ReadingLlama,
  type ReadingTable,
  type ToldFact,
} from "../support/reading-llama.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** What is told later meets what is believed, through a real process and a model that reads and rules by a table. */
let folder: TestFolder;
let service: TestService;
let llama: ReadingLlama;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  llama = await startReadingLlama({ reads: {} });
  service = await startService(folder.path, { LLAMA_CPP_URL: llama.url, IDLE_AFTER_MINUTES: "10000" });
});
afterAll(async () => {
  await service?.stop();
  await llama.close();
  await folder.remove();
});

let users = 0;
/** Each test is a user of their own. */
beforeEach(async () => {
  users += 1;
  llama.table = { reads: {} };
  llama.garbled.clear();
  llama.requests.length = 0;
  const { adminToken = "" } = runningService(join(folder.path, "data")) ?? {};
  const { body } = await client(service.url).post(
    "/admin/keys",
    { user: `user${users}` },
    { "x-engram-admin": adminToken },
  );
  api = client(service.url, body.key);
});

const ofUser = (predicate: string, object: string, text: string, more: Partial<ToldFact> = {}): ToldFact => ({
  subject: "user",
  predicate,
  object,
  text,
  ...more,
});

type Facts = Record<string, any>;

/** Every fact by its text, whatever became of it. */
async function facts(): Promise<Facts> {
  const statuses = "staged,verified,disputed,superseded,corrected,retracted,archived";
  const { items } = (await api.get(`/memory/facts?limit=200&status=${statuses}`)).body;
  return Object.fromEntries(items.map((fact: any) => [fact.text, fact]));
}

async function statuses(): Promise<Record<string, string>> {
  return Object.fromEntries(Object.entries(await facts()).map(([text, { status }]) => [text, status]));
}

interface Turn {
  says: string;
  facts: ToldFact[];
  on?: string;
  source?: "api" | "document";
}

/** Tells one turn, judges it, and returns what the run did. */
async function tell({ says, facts: told, on, source = "api" }: Turn): Promise<Record<string, number>> {
  llama.table.reads[says] = { facts: told };
  const answer = await api.post("/memory/episodes", {
    text: says,
    source,
    ...(on === undefined ? {} : { occurredAt: `${on}T10:00:00Z` }),
  });
  expect(answer.status).toBe(201);
  return api.verify();
}

/** Tells an old and a new turn, with the model's opinions. */
async function tellBoth(old: Turn, now: Turn, table: Partial<ReadingTable> = {}): Promise<void> {
  Object.assign(llama.table, table);
  await tell(old);
  await tell(now);
}

const ACME = ofUser("WORKS_AT", "Acme", "The user works at Acme.", { quote: "I work at Acme" });
const RETIRED = ofUser("RETIRED_FROM", "Acme", "The user retired from Acme.", {
  quote: "I retired from Acme",
});
const AT_WORK: Turn = { says: "I work at Acme, in the paint shop.", facts: [ACME], on: "2026-03-01" };
const IN_RETIREMENT: Turn = { says: "I retired from Acme.", facts: [RETIRED], on: "2026-06-01" };
const OVER = { old: ACME.text, new: RETIRED.text, ruling: "ending" } as const;

test("what is told under another predicate ends what was, with its end, and undoing brings it back", async () => {
  await tellBoth(AT_WORK, IN_RETIREMENT, { rulings: [OVER] });
  const known = await facts();
  expect(known[ACME.text]).toMatchObject({ status: "superseded", invalidAtPrecision: "day" });
  expect(known[ACME.text].invalidAt).toMatch(/^2026-06-01/);
  expect(known[RETIRED.text]).toMatchObject({ status: "verified", supersedes: known[ACME.text].id });
  expect(llama.calls("rulings")).toBe(2);
  const { results } = (await api.get("/memory/search?q=Acme&kind=fact&status=verified,superseded")).body;
  expect(results.map(({ text }: any) => text)).toEqual([RETIRED.text, ACME.text]);
  const { items } = (await api.get(`/memory/changes?targetId=${known[ACME.text].id as string}`)).body;
  expect((await api.post(`/memory/changes/${items[0].id as string}/undo`, {})).status).toBe(200);
  expect((await facts())[ACME.text]).toMatchObject({ status: "verified", invalidAt: null });
});

test("undoing the whole run brings it back too", async () => {
  await tellBoth(AT_WORK, IN_RETIREMENT, { rulings: [OVER] });
  const { items } = (await api.get("/maintenance/runs?limit=20")).body;
  const run = items.find(({ job }: any) => job === "verify");
  expect((await api.post(`/maintenance/runs/${run.id as string}/undo`, {})).status).toBe(200);
  expect(await statuses()).toMatchObject({ [ACME.text]: "verified", [RETIRED.text]: "staged" });
});

test("one reader alone ends nothing; two sides of one matter are left to their owner", async () => {
  await tellBoth(AT_WORK, IN_RETIREMENT, { rulings: [{ ...OVER, second: "both" }] });
  expect(await facts()).toMatchObject({
    [ACME.text]: { status: "disputed", invalidAt: null },
    [RETIRED.text]: { status: "disputed" },
  });
  expect((await api.get("/memory/review?kind=dispute")).body.items).toHaveLength(1);
});

test("one reader alone ends nothing that stands on its own", async () => {
  const shop = { ...RETIRED, object: "paint shop", text: "The user retired from the paint shop at Acme." };
  await tellBoth(
    AT_WORK,
    { says: "I retired from Acme, from the paint shop.", facts: [shop], on: "2026-06-01" },
    { rulings: [{ old: ACME.text, new: shop.text, ruling: "ending", second: "both" }] },
  );
  expect(llama.calls("rulings")).toBe(2);
  expect(await statuses()).toEqual({ [ACME.text]: "verified", [shop.text]: "verified" });
});

test("what nobody can tell is a dispute, until one of the two is said again", async () => {
  const ulm = ofUser("LIVES_IN", "Ulm", "The user lives in Ulm.");
  const hof = ofUser("LIVES_IN", "Hof", "The user lives in Hof.");
  await tellBoth(
    { says: "I live in Ulm.", facts: [ulm], on: "2026-03-01" },
    { says: "I live in Hof.", facts: [hof], on: "2026-03-02" },
    { rulings: [{ old: ulm.text, new: hof.text, ruling: "unclear" }] },
  );
  expect(await statuses()).toEqual({ [ulm.text]: "disputed", [hof.text]: "disputed" });
  const { items } = (await api.get("/memory/review?kind=dispute")).body;
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ fact: { text: hof.text }, against: [{ text: ulm.text }] });
  await tell({ says: "As you know, I live in Ulm.", facts: [ulm], on: "2026-03-03" });
  expect((await statuses())[ulm.text]).toBe("verified");
});

test("two relations of which nobody can tell whether both hold are a dispute too, apart from others of theirs", async () => {
  const sail = ofUser("HAS_HABIT", "sailing on Lake Garda", "The user sails on Lake Garda.");
  const ill = ofUser("AVOIDS", "water of Lake Garda", "The user avoids Lake Garda.");
  const [ulm, hof] = ["Ulm", "Hof"].map((town) => ofUser("LIVES_IN", town, `The user lives in ${town}.`)) as [
    ToldFact,
    ToldFact,
  ];
  await tellBoth(
    { says: "I go sailing on Lake Garda. I live in Ulm.", facts: [sail, ulm], on: "2026-03-01" },
    { says: "I avoid the water of Lake Garda. I live in Hof.", facts: [ill, hof], on: "2026-03-02" },
    {
      rulings: [
        { old: sail.text, new: ill.text, ruling: "unclear" },
        { old: ulm.text, new: hof.text, ruling: "unclear" },
      ],
    },
  );
  expect(new Set(Object.values(await statuses()))).toEqual(new Set(["disputed"]));
  const { items } = (await api.get("/memory/review?kind=dispute")).body;
  const sides = items.map(({ fact, against }: any) => [fact.text, ...against.map(({ text }: any) => text)]);
  expect(sides.toSorted()).toEqual([
    [ill.text, sail.text],
    [hof.text, ulm.text],
  ]);
  const dispute = items.find(({ fact }: any) => fact.text === ill.text);
  expect((await api.post(`/memory/review/${dispute.id as string}/accept`, {})).status).toBe(200);
  expect(await statuses()).toMatchObject({
    [ill.text]: "verified",
    [sail.text]: "corrected",
    [ulm.text]: "disputed",
  });
});

test("what comes back after it ended holds again, and ends what had ended it", async () => {
  const back = ofUser("WORKS_AT", "Acme", "The user works at Acme again.");
  const rulings: ReadingTable["rulings"] = [OVER, { old: RETIRED.text, new: back.text, ruling: "ending" }];
  await tellBoth(AT_WORK, IN_RETIREMENT, { rulings });
  await tell({ says: "I work at Acme again.", facts: [back], on: "2026-09-01" });
  expect(await facts()).toMatchObject({
    [ACME.text]: { status: "superseded" },
    [RETIRED.text]: { status: "superseded", invalidAt: expect.stringMatching(/^2026-09-01/) },
    [back.text]: { status: "verified", invalidAt: null },
  });
});

test.each([
  ["update", "superseded"],
  ["ending", "verified"],
  ["correction", "verified"],
] as const)("an old turn that comes late (ruled %s) ends nothing told after it", async (ruling, status) => {
  const hof = ofUser("LIVES_IN", "Hof", "The user lives in Hof.");
  await tellBoth(
    { says: "I live in Hof.", facts: [hof], on: "2026-06-01" },
    {
      says: "I live in Ulm.",
      facts: [ofUser("LIVES_IN", "Ulm", "The user lives in Ulm.")],
      on: "2026-03-01",
    },
    { rulings: [{ old: hof.text, new: "The user lives in Ulm.", ruling }] },
  );
  const known = await facts();
  expect(known[hof.text]).toMatchObject({ status: "verified", invalidAt: null });
  const late = known["The user lives in Ulm."];
  expect(late.status).toBe(status);
  expect(late.invalidAt?.slice(0, 10)).toBe(status === "superseded" ? "2026-06-01" : undefined);
});

test("both turns may wait for the same pass: the older is judged first", async () => {
  llama.table.rulings = [OVER];
  for (const { says, facts: told, on } of [IN_RETIREMENT, AT_WORK]) {
    llama.table.reads[says] = { facts: told };
    await api.post("/memory/episodes", { text: says, occurredAt: `${on as string}T10:00:00Z` });
    await api.extracted();
  }
  await api.verify();
  expect(await statuses()).toEqual({ [ACME.text]: "superseded", [RETIRED.text]: "verified" });
});

test("what was never so is corrected", async () => {
  const age = ofUser("BIRTHDAY", "3 May", "The user's birthday is on 3 May.");
  const right = ofUser("BORN_ON", "5 May", "The user was born on 5 May.", { change: "correction" });
  await tellBoth(
    { says: "My birthday is on 3 May.", facts: [age], on: "2026-03-01" },
    { says: "I told you wrong, I was born on 5 May.", facts: [right], on: "2026-03-02" },
    { rulings: [{ old: age.text, new: right.text, ruling: "correction" }] },
  );
  expect(await facts()).toMatchObject({
    [age.text]: { status: "corrected", invalidAt: null },
    [right.text]: { status: "verified" },
  });
});

test("one thing said under two predicates is one fact with the words of both turns", async () => {
  const dog = ofUser("HAS_PET", "Bello", "The user has a dog called Bello.");
  const again = ofUser("OWNS_DOG", "Bello", "The user owns the dog Bello.");
  await tellBoth(
    { says: "I have a dog called Bello.", facts: [dog], on: "2026-03-01" },
    { says: "I own the dog Bello.", facts: [again], on: "2026-03-02" },
    { rulings: [{ old: dog.text, new: again.text, ruling: "duplicate" }] },
  );
  const known = await facts();
  expect(Object.keys(known)).toEqual([dog.text]);
  expect(known[dog.text].evidence.map(({ quote }: any) => quote)).toHaveLength(2);
  expect(known[dog.text].status).toBe("verified");
});

test("what says more takes the place of what said less", async () => {
  const car = ofUser("DRIVES", "Volvo", "The user drives a Volvo.");
  const exact = ofUser("OWNS", "red Volvo V60", "The user owns and drives a red Volvo V60.");
  await tellBoth(
    { says: "I drive a Volvo.", facts: [car], on: "2026-03-01" },
    { says: "I own and drive a red Volvo V60.", facts: [exact], on: "2026-03-02" },
    { rulings: [{ old: car.text, new: exact.text, ruling: "precise" }] },
  );
  const known = await facts();
  expect(known[car.text].status).toBe("archived");
  expect(known[exact.text].status).toBe("verified");
  expect(known[exact.text].evidence).toHaveLength(2);
});

test("two things told in one breath both hold, whatever the model rules", async () => {
  const aldi = ofUser("WORKS_AT", "Aldi", "The user works at Aldi.", { quote: "I work at Aldi" });
  const lidl = ofUser("WORKS_AT", "Lidl", "The user works at Lidl.", { quote: "at Lidl" });
  llama.table.rulings = [
    { old: aldi.text, new: lidl.text, ruling: "update" },
    { old: lidl.text, new: aldi.text, ruling: "update" },
  ];
  await tell({ says: "I work at Aldi and at Lidl.", facts: [aldi, lidl] });
  expect(await statuses()).toEqual({ [aldi.text]: "verified", [lidl.text]: "verified" });
});

test("what has room beside it stays: a gym beside an employer, a nurse who is a vegetarian", async () => {
  const told: Turn[] = [
    { says: "I work at Acme.", facts: [ACME], on: "2026-03-01" },
    {
      says: "I train at the gym Acme Fit.",
      facts: [ofUser("TRAINS_AT", "Acme Fit", "The user trains at the gym Acme Fit.")],
      on: "2026-03-02",
    },
    {
      says: "I am a nurse.",
      facts: [ofUser("WORKS_AS", "nurse", "The user is a nurse.")],
      on: "2026-03-03",
    },
    {
      says: "I am a vegetarian.",
      facts: [ofUser("IS", "vegetarian", "The user is a vegetarian.")],
      on: "2026-03-04",
    },
  ];
  for (const turn of told) await tell(turn);
  const found = await statuses();
  expect(Object.keys(found)).toHaveLength(4);
  expect(new Set(Object.values(found))).toEqual(new Set(["verified"]));
  expect(llama.asked("rulings").join("\n")).toContain("gym");
});

const BOSS: ToldFact = ofUser("BOSS", "Norbert", "The user's boss is Norbert.", { objectKind: "entity" });
const BOLT = ofUser("STARTED_AT", "Bolt", "The user started a new job at Bolt.");
const WITH_BOSS: Turn = { says: "My boss is Norbert.", facts: [BOSS], on: "2026-03-01" };
const NEW_JOB: Turn = { says: "I started a new job at Bolt.", facts: [BOLT], on: "2026-06-01" };
const BOSS_GONE = { known: BOSS.text, news: BOLT.text, standing: "over" } as const;

test("what rests on a change ends with it, when a second reader agrees", async () => {
  await tellBoth(WITH_BOSS, NEW_JOB, { changes: [BOSS_GONE] });
  expect(await facts()).toMatchObject({
    [BOSS.text]: { status: "superseded", invalidAt: expect.stringMatching(/^2026-06-01/) },
    [BOLT.text]: { status: "verified" },
  });
  expect([llama.calls("changes"), llama.calls("standings")]).toEqual([1, 1]);
  await api.verify();
  expect([llama.calls("changes"), llama.calls("standings")]).toEqual([1, 1]);
});

test("and stays when the second reader does not", async () => {
  await tellBoth(WITH_BOSS, NEW_JOB, { changes: [{ ...BOSS_GONE, second: "holds" }] });
  expect(await statuses()).toEqual({ [BOSS.text]: "verified", [BOLT.text]: "verified" });
});

const HOME = ofUser("LIVES_IN", "Hof", "The user lives in Hof.");
const EARLIER = ofUser("LIVED_IN", "Berlin", "The user lived in Berlin from 2015 to 2019.", {
  validAt: "2015",
  invalidAt: "2019",
});

test.each([
  ["LIVED_IN", "both"],
  ["LIVES_IN", "both"],
  ["LIVES_IN", "update"],
  ["LIVES_IN", "unclear"],
  ["LIVES_IN", null],
] as const)(
  "an earlier time told late (%s, ruled %s) is kept with its end and leaves the present alone",
  async (predicate, ruling) => {
    if (ruling === null) llama.garbled.add("rulings").add("changes");
    await tellBoth(
      { says: "I live in Hof.", facts: [HOME], on: "2026-03-01" },
      {
        says: "From 2015 to 2019 I lived in Berlin.",
        facts: [{ ...EARLIER, predicate }],
        on: "2026-03-02",
      },
      { rulings: [{ old: HOME.text, new: EARLIER.text, ruling: ruling ?? "both" }] },
    );
    const known = await facts();
    expect(known[HOME.text]).toMatchObject({ status: "verified", invalidAt: null });
    expect(known[EARLIER.text]).toMatchObject({
      status: ruling === null ? "superseded" : "verified",
      validAt: "2015-01-01T00:00:00.000Z",
      validAtPrecision: "year",
      invalidAt: expect.stringMatching(/^20(?:19|20)-01-01/),
      invalidAtPrecision: "year",
    });
  },
);

test("dates land as they were stated, in the user's zone; what was not dated has none", async () => {
  await api.send("PUT", "/settings", { timeZone: "America/New_York" });
  const rome = ofUser("PLANS", "trip to Rome", "The user plans a trip to Rome in July.", {
    validAt: "July 2026",
  });
  const fish = ofUser("HAD_PET", "Bubbles", "The user's fish Bubbles died last month.", {
    validAt: "last month",
  });
  const plain = ofUser("LIKES", "chess", "The user likes chess.");
  await tell({ says: "We plan a trip to Rome in July.", facts: [rome], on: "2026-03-10" });
  await tell({ says: "My fish Bubbles died last month.", facts: [fish], on: "2026-03-10" });
  await tell({ says: "From 2015 to 2019 I lived in Berlin.", facts: [EARLIER], on: "2026-03-10" });
  await tell({ says: "I like chess.", facts: [plain], on: "2026-03-10" });
  expect(await facts()).toMatchObject({
    [rome.text]: { validAt: "2026-07-01T04:00:00.000Z", validAtPrecision: "month" },
    [fish.text]: { validAt: "2026-02-01T05:00:00.000Z", validAtPrecision: "month" },
    [EARLIER.text]: { validAt: "2015-01-01T05:00:00.000Z", validAtPrecision: "year" },
    [plain.text]: { validAt: null, validAtPrecision: null, invalidAt: null },
  });
});

test.each(["ending", "precise"] as const)(
  "a document does not touch what the user said of himself, though it is ruled %s",
  async (ruling) => {
    const letter = { ...RETIRED, assertedBy: "document" };
    await tellBoth(
      AT_WORK,
      { says: "You retired from Acme.", facts: [letter], on: "2026-06-01", source: "document" },
      { rulings: [{ ...OVER, ruling }] },
    );
    expect(llama.asked("rulings").join()).toContain(RETIRED.text);
    expect((await statuses())[ACME.text]).toBe("verified");
  },
);

test("what the assistant says ends nothing of the user's", async () => {
  llama.table.rulings = [OVER];
  await tell(AT_WORK);
  llama.table.reply = "So you retired from Acme.";
  llama.table.reads["Please go on."] = {
    facts: [{ ...RETIRED, assertedBy: "assistant", quote: "you retired from Acme" }],
  };
  await api.say("Please go on.");
  await api.verify();
  expect((await statuses())[ACME.text]).toBe("verified");
});

test("what is taken back is put away, and its denial is believed", async () => {
  const owen = {
    subject: "Owen",
    predicate: "ALLERGIC_TO",
    object: "nuts",
    text: "Owen is allergic to nuts.",
  };
  const denied: ToldFact = {
    ...owen,
    text: "Owen is not allergic to nuts.",
    polarity: "negative",
    change: "retraction",
  };
  await tellBoth(
    { says: "My son Owen is allergic to nuts.", facts: [owen], on: "2026-03-01" },
    { says: "I take back that Owen is allergic to nuts.", facts: [denied], on: "2026-03-02" },
    { rulings: [{ old: owen.text, new: denied.text, ruling: "correction" }] },
  );
  const known = await facts();
  expect(["corrected", "retracted"]).toContain(known[owen.text].status);
  expect(known[denied.text]).toMatchObject({ status: "verified", polarity: "negative" });
});

test("another name counts only where the turn gives it", async () => {
  const lives = { subject: "Annelie", predicate: "LIVES_IN", object: "Ulm", text: "Annelie lives in Ulm." };
  const says = "My friend Annelie, whom we call Lie, lives in Ulm.";
  llama.table.reads[says] = {
    facts: [lives],
    entities: [{ name: "Annelie", type: "person", aliases: ["Anna", "Lie"] }],
  };
  const later = "Annelie likes tea.";
  llama.table.reads[later] = {
    facts: [{ subject: "Annelie", predicate: "LIKES", object: "tea", text: "Annelie likes tea." }],
    entities: [{ name: "Annelie", type: "person", aliases: ["Anna"] }],
  };
  for (const text of [says, later]) {
    await api.post("/memory/episodes", { text });
    await api.verify();
  }
  const [annelie] = (await api.get("/memory/entities?q=Annelie")).body.items;
  const names = annelie.aliases.map(({ alias }: any) => alias);
  expect(names).toContain("Lie");
  expect(names).not.toContain("Anna");
});

test("a second reader whose answer cannot be read ends nothing", async () => {
  llama.garbled.add("standings");
  await tellBoth(WITH_BOSS, NEW_JOB, { changes: [BOSS_GONE] });
  expect(await statuses()).toEqual({ [BOSS.text]: "verified", [BOLT.text]: "verified" });
  expect(llama.calls("standings")).toBeGreaterThan(0);
});

test("rulings that cannot be read end nothing, and the pass comes to its end", async () => {
  llama.table.rulings = [OVER];
  llama.garbled.add("rulings").add("changes");
  await tell(AT_WORK);
  await tell(IN_RETIREMENT);
  expect(await statuses()).toEqual({ [ACME.text]: "verified", [RETIRED.text]: "verified" });
  expect(llama.calls("rulings")).toBeGreaterThan(0);
  const asked = (): number[] => ["extraction", "rulings", "changes"].map((schema) => llama.calls(schema));
  const before = asked();
  await api.verify();
  expect(asked()).toEqual(before);
});

test("then only relations with one value at a time end each other", async () => {
  llama.garbled.add("rulings").add("changes");
  const hof = ofUser("LIVES_IN", "Hof", "The user lives in Hof.");
  const ulm = ofUser("LIVES_IN", "Ulm", "The user lives in Ulm now.");
  await tell({ says: "I live in Hof.", facts: [hof], on: "2026-03-01" });
  await tell({ says: "I live in Ulm now.", facts: [ulm], on: "2026-06-01" });
  expect(await statuses()).toEqual({ [hof.text]: "superseded", [ulm.text]: "verified" });
});
