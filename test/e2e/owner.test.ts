import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { printed } from "../support/command.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** The owner in charge: reads why, decides what is in doubt, overrules, and takes back what was done. */
let folder: TestFolder;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});
beforeEach(async () => {
  await api.post("/memory/forget", { everything: true });
});

const engram = (...args: string[]): Promise<string> => printed(folder.path, args);

/** All that a person can read of the graph, for "as it was". */
async function everything(): Promise<unknown> {
  const paths = ["facts", "entities", "episodes", "rejections"].map((name) => `/memory/${name}?limit=200`);
  const archived = "/memory/entities?limit=200&status=archived";
  return Promise.all([...paths, archived, "/memory/review"].map(async (path) => (await api.get(path)).body));
}

async function state(subject: string, predicate: string, object: string, more: object = {}): Promise<any> {
  const text = `${subject} ${predicate} ${object}.`;
  const answer = await api.post("/memory/facts", { subject, predicate, object, text, ...more });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function dispute(...ids: string[]): Promise<void> {
  for (const id of ids) await api.send("PATCH", `/memory/facts/${id}`, { status: "disputed" });
}

async function birthdays(): Promise<{ may: string; june: string }> {
  const may = (await state("user", "BIRTHDAY", "3 May")).id;
  const june = (await state("user", "BIRTHDAY", "4 June")).id;
  await dispute(may, june);
  return { may, june };
}

const statusOf = async (id: string): Promise<string> => (await api.get(`/memory/facts/${id}`)).body.status;
const queue = async (query = ""): Promise<any[]> => (await api.get(`/memory/review${query}`)).body.items;
const undo = async (runId: string, body: object = {}) => api.post(`/maintenance/runs/${runId}/undo`, body);

async function job(name: string, body: object = { dryRun: false }): Promise<any> {
  const { runId } = (await api.post(`/maintenance/jobs/${name}/run`, body)).body;
  await until(async () => (await api.get(`/maintenance/runs/${runId}`)).body.state !== "running");
  return (await api.get(`/maintenance/runs/${runId}`)).body;
}

describe("a dispute", () => {
  test("is listed once with both sides; the one that holds closes the other; undone it is open again", async () => {
    const { may, june } = await birthdays();
    const [item, ...more] = await queue();
    expect(more).toEqual([]);
    expect(item).toMatchObject({ kind: "dispute", id: `dispute.${june}`, state: "open" });
    expect(item.fact).toMatchObject({ id: june, subject: { isSelf: true } });
    expect(item.against.map((fact: any) => fact.id)).toEqual([may]);
    const before = await everything();
    const accepted = await api.post(`/memory/review/${item.id}/accept`, undefined);
    expect(accepted).toMatchObject({ status: 200, body: { state: "accepted", factId: june } });
    expect([await statusOf(june), await statusOf(may)]).toEqual(["verified", "corrected"]);
    expect(await queue()).toEqual([]);
    const again = await api.post(`/memory/review/${item.id}/accept`, undefined);
    expect(again).toMatchObject({ status: 200, body: { runId: null } });
    expect((await undo(accepted.body.runId)).body).toMatchObject({ undone: 2, skipped: [] });
    expect(await everything()).toEqual(before);
  });

  test("rejected it goes to the archive, the other holds; overruled it is back; each can be undone", async () => {
    const { may, june } = await birthdays();
    const before = await everything();
    const rejected = (await api.post(`/memory/review/dispute.${june}/reject`, undefined)).body;
    expect(rejected).toMatchObject({ kind: "dispute", state: "rejected" });
    expect((await api.get(`/memory/facts/${june}`)).status).toBe(404);
    expect(await statusOf(may)).toBe("verified");
    const twice = await api.post(`/memory/review/dispute.${june}/reject`, undefined);
    expect(twice).toMatchObject({ status: 200, body: { runId: null } });
    const [refusal] = (await api.get("/memory/rejections?reason=rejected_by_user&stage=review")).body.items;
    expect(refusal).toMatchObject({ factId: june, overruledAt: null });

    const between = await everything();
    const overruled = await api.post(`/memory/rejections/${refusal.id}/accept`, undefined);
    expect(overruled).toMatchObject({
      status: 200,
      body: { fact: { id: june, status: "verified", confidence: 1 } },
    });
    expect(await statusOf(may)).not.toBe("verified");
    const again = await api.post(`/memory/rejections/${refusal.id}/accept`, undefined);
    expect(again.body).toMatchObject({ runId: null, fact: { id: june } });
    expect((await api.get("/memory/rejections/patterns")).body).toMatchObject({ total: 1, overruled: 1 });
    await undo(overruled.body.runId);
    expect(await everything()).toEqual(between);
    await undo(rejected.runId);
    expect(await everything()).toEqual(before);
  });

  test("is settled with a correction", async () => {
    const { june } = await birthdays();
    const refused = await api.post(`/memory/review/dispute.${june}/edit`, { name: "x" });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "name" }] } });
    const edited = await api.post(`/memory/review/dispute.${june}/edit`, { object: "5 June" });
    expect(edited.status).toBe(200);
    expect((await api.get(`/memory/facts/${june}`)).body).toMatchObject({
      value: "5 June",
      status: "verified",
    });
  });

  test("what is no item or not open is said", async () => {
    const { id } = await state("user", "LIKES", "tea");
    expect((await api.post(`/memory/review/dispute.${id}/reject`, undefined)).status).toBe(409);
    for (const unknown of ["dispute.nobody", "merge.a.b", "x"])
      for (const act of ["accept", "reject"])
        expect((await api.post(`/memory/review/${unknown}/${act}`, undefined)).status).toBe(404);
  });
});

describe("stated by hand", () => {
  test("what is known gets the dates that are told later", async () => {
    const { id } = await state("Ida", "WORKS_AT", "Aldi");
    const dated = await state("Ida", "WORKS_AT", "Aldi", { validAt: "2018-01-01" });
    expect(dated).toMatchObject({ id, validAt: expect.stringMatching(/^201[78]-/) });
    const ended = await state("Ida", "WORKS_AT", "Aldi", { invalidAt: "2020-01-01" });
    expect(ended).toMatchObject({ id, validAt: dated.validAt, invalidAt: expect.any(String) });
  });

  test("an id of nothing is no name", async () => {
    const { subjectId } = await state("Ida", "LIKES", "tea");
    await api.post("/memory/forget", { entityId: subjectId });
    const fact = { subject: subjectId, predicate: "LIKES", object: "rye", text: "Ida likes rye." };
    const refused = await api.post("/memory/facts", fact);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "subject" }] } });
    expect((await api.get(`/memory/entities?q=${subjectId}`)).body.items).toEqual([]);
  });

  test("what was over is so again", async () => {
    const { id } = await state("Ida", "WORKS_AT", "Aldi", { validAt: "2018-01-01", invalidAt: "2020-01-01" });
    const again = await state("Ida", "WORKS_AT", "Aldi");
    expect(again).toMatchObject({ validAt: null, invalidAt: null, status: "verified" });
    expect(again.id).not.toBe(id);
  });

  test.each(["called untrue", "disputed, then rejected"])(
    "%s, it gives back what it had replaced",
    async (how) => {
      const rome = await state("Mona", "LIVES_IN", "Rome", { validAt: "2015-01-01" });
      const turin = (await state("Mona", "LIVES_IN", "Turin", { validAt: "2020-01-01" })).id;
      const before = await everything();
      const mark = (status: string) => api.send("PATCH", `/memory/facts/${turin}`, { status });
      if (how === "called untrue") {
        await mark("corrected");
      } else {
        await mark("disputed");
        await api.post(`/memory/review/dispute.${turin}/reject`, undefined);
      }
      expect((await api.get(`/memory/facts/${rome.id}`)).body).toMatchObject(rome);
      const [{ runId }] = (await api.get(`/memory/changes?targetId=${rome.id}&limit=1`)).body.items;
      expect((await undo(runId)).body).toMatchObject({ undone: expect.any(Number), skipped: [] });
      if (how === "called untrue") expect(await everything()).toEqual(before);
    },
  );

  test("a correction leaves what is over over, and what is not believed is not", async () => {
    const rome = (await state("Mona", "LIVES_IN", "Rome", { validAt: "2015-01-01" })).id;
    const turin = (await state("Mona", "LIVES_IN", "Turin", { validAt: "2020-01-01" })).id;
    const correct = async (id: string, body: object) =>
      (await api.send("PATCH", `/memory/facts/${id}`, body)).body;
    const homes = async (when: string) =>
      (await api.get(`/memory/facts?entity=Mona&${when}`)).body.items.map(({ id }: any) => id);
    expect(await correct(rome, { validAt: "2014-01-01" })).toMatchObject({ status: "superseded" });
    await correct(turin, { status: "retracted" });
    expect(await homes("knownAt=2100-01-01")).toEqual([]);
    expect(await correct(turin, { status: "verified" })).toMatchObject({ expiredAt: null });
    expect(await homes("knownAt=2100-01-01")).toEqual([turin]);
    expect(await correct(rome, { invalidAt: null })).toMatchObject({ status: "verified", expiredAt: null });
  });
});

describe("a merge", () => {
  async function twins(): Promise<{ bob: string; robert: string }> {
    const one = await state("Bob", "LIKES", "bread", { objectKind: "value" });
    const other = await state("Robert", "LIKES", "rain");
    return { bob: one.subject.id, robert: other.subject.id };
  }

  test("asked for by hand is made, found under either name, and split exactly", async () => {
    const { bob, robert } = await twins();
    const before = await everything();
    const merged = await api.post(`/memory/entities/${bob}/merge`, { into: robert });
    expect(merged.status).toBe(200);
    const { entity, runId } = merged.body;
    const both = (await api.get(`/memory/entities/${entity.id}`)).body;
    expect(both.facts).toHaveLength(2);
    const other = entity.id === bob ? robert : bob;
    expect((await api.get(`/memory/entities/${other}`)).body.id).toBe(entity.id);
    expect((await api.post(`/memory/entities/${bob}/merge`, { into: robert })).body.runId).toBeNull();
    const diff = (await api.get(`/maintenance/runs/${runId}/diff`)).body.items;
    expect(diff.map((line: any) => line.name)).toContain(both.name);
    expect((await undo(runId)).body).toMatchObject({ skipped: [] });
    expect(await everything()).toEqual(before);
    expect((await undo(runId)).body).toMatchObject({ undone: 0, skipped: [] });
  });

  test("proposed by the job waits in the queue with what is known; a no is remembered", async () => {
    await twins();
    await state("Annelise", "LIKES", "tea");
    await state("Anneliese", "LIKES", "tea");
    const dry = await job("deduplicate", {});
    expect(dry).toMatchObject({ state: "done", dryRun: true, result: { merged: 0, proposed: 1 } });
    expect(await queue()).toEqual([]);
    expect((await api.get(`/maintenance/runs/${dry.id}/diff`)).body.items).toMatchObject([
      { action: "propose", kind: "review" },
    ]);
    await job("deduplicate");
    const [item] = await queue("?kind=merge");
    expect(item).toMatchObject({ kind: "merge", reason: "misspelling", state: "open" });
    expect(item.entities.map((one: any) => one.facts.length)).toEqual([1, 1]);
    const no = (await api.post(`/memory/review/${item.id}/reject`, undefined)).body;
    await job("deduplicate");
    expect(await queue()).toEqual([]);
    expect((await queue("?state=rejected"))[0]).toMatchObject({ id: item.id, decidedBy: "user" });
    await undo(no.runId);
    const before = await everything();
    const yes = (await api.post(`/memory/review/${item.id}/edit`, { name: "Anneliese", type: "person" }))
      .body;
    expect(yes).toMatchObject({ kind: "merge", state: "accepted" });
    expect((await api.get(`/memory/entities/${yes.entityId}`)).body).toMatchObject({ name: "Anneliese" });
    await undo(yes.runId);
    expect(await everything()).toEqual(before);
  });

  test("accepted and rejected at once it is one of the two", async () => {
    for (const round of ["a", "b", "c"]) {
      await state(`Annelise ${round}`, "LIKES", "tea");
      await state(`Anneliese ${round}`, "LIKES", "tea");
    }
    await job("deduplicate");
    const items = await queue("?kind=merge");
    expect(items.length).toBeGreaterThanOrEqual(3);
    for (const { id } of items.slice(0, 3)) {
      const decide = (act: string) => api.post(`/memory/review/${id}/${act}`, undefined);
      const both = await Promise.all([decide("accept"), decide("reject")]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test("with oneself or with nobody is refused", async () => {
    const { bob } = await twins();
    expect((await api.post(`/memory/entities/${bob}/merge`, { into: bob })).status).toBe(400);
    expect((await api.post(`/memory/entities/${bob}/merge`, { into: "nobody" })).status).toBe(404);
    expect((await api.post(`/memory/entities/nobody/merge`, { into: bob })).status).toBe(404);
  });
});

describe("a pass", () => {
  test("can be read, told why, undone as a whole, and made again when asked", async () => {
    await api.say("My brother Otto lives in Turku.");
    await api.extracted();
    const before = (await api.get("/memory/facts?limit=200")).body;
    const run = await job("verify");
    expect(run.result.verified).toBeGreaterThan(0);
    const [fact] = (await api.get("/memory/facts?limit=200&status=verified")).body.items;
    const story = (await api.get(`/memory/facts/${fact.id}/trace`)).body;
    expect(story.fact.id).toBe(fact.id);
    expect(story.proposal).toMatchObject({ id: fact.id, status: "staged" });
    expect(story.evidence[0]).toMatchObject({ turn: { userMessage: "My brother Otto lives in Turku." } });
    expect(story.passes.map((pass: any) => pass.purpose)).toContain("extract");
    expect(story.changes.map((change: any) => change.actor)).toEqual(["live", "verify"]);
    const undone = (await undo(run.id)).body;
    expect(undone).toMatchObject({ runId: run.id, skipped: [], judgedAgain: 0 });
    expect((await api.get("/memory/facts?limit=200")).body).toEqual(before);
    expect((await job("verify")).result.episodes).toBe(0);
    const third = (await undo(run.id, { again: true })).body;
    expect(third).toMatchObject({ undone: 0 });
  });

  test("undone to be judged again it waits for the next pass", async () => {
    await api.say("My brother Otto lives in Turku.");
    await api.extracted();
    const run = await job("verify");
    expect((await undo(run.id, { again: true })).body.judgedAgain).toBe(1);
    const again = await job("verify");
    expect(again.result).toMatchObject({ episodes: 1, verified: run.result.verified });
  });

  test("is followed by jobs of their own", async () => {
    await api.say("My brother Otto lives in Turku.");
    await job("verify");
    const jobs = (await api.get("/maintenance/runs?limit=2")).body.items.map((one: any) => one.job);
    expect(jobs).toEqual(["deduplicate", "verify"]);
  });

  test("what is unknown or still runs is not undone", async () => {
    expect((await undo("nobody")).status).toBe(404);
    expect((await api.get("/maintenance/runs/nobody/diff")).status).toBe(404);
  });
});

describe("the archive of refusals", () => {
  async function refuse(): Promise<string> {
    await api.say("My brother Otto lives in Turku.");
    await api.extracted();
    await job("verify");
    const items = (await api.get("/memory/facts?limit=50&status=verified")).body.items;
    const home = items.find((fact: any) => fact.predicate === "LIVES_IN");
    await dispute(home.id);
    await api.post(`/memory/review/dispute.${home.id}/reject`, undefined);
    return `rejected.${home.id}`;
  }

  test("is read one by one with the turn, filtered, counted and exported as pairs", async () => {
    const id = await refuse();
    const one = (await api.get(`/memory/rejections/${id}`)).body;
    expect(one).toMatchObject({
      rejection: { id, reason: "rejected_by_user" },
      proposal: { predicate: "LIVES_IN" },
    });
    expect(one.evidence[0].turn.userMessage).toContain("Turku");
    expect((await api.get("/memory/rejections/nobody")).status).toBe(404);
    const filtered = async (query: string) =>
      (await api.get(`/memory/rejections?${query}`)).body.items.length;
    expect(await filtered("reason=rejected_by_user")).toBe(1);
    expect(await filtered("stage=ensemble")).toBe(0);
    expect(await filtered("to=2020-01-01")).toBe(0);
    expect((await api.get("/memory/rejections?reason=nonsense")).status).toBe(400);
    const patterns = (await api.get("/memory/rejections/patterns?by=day")).body;
    expect(patterns).toMatchObject({ byReason: { rejected_by_user: 1 }, byPredicate: { LIVES_IN: 1 } });
    expect(patterns.overTime[0].rejections).toBe(1);
    const exported = await api.get("/memory/rejections/export");
    expect(exported.headers.get("content-type")).toContain("application/x-ndjson");
    const pairs = exported.text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(pairs).toMatchObject([
      {
        id,
        label: "reject",
        turn: { user: "My brother Otto lives in Turku." },
        proposal: { predicate: "LIVES_IN" },
      },
    ]);
    await api.post(`/memory/rejections/${id}/accept`, undefined);
    const after = (await api.get("/memory/rejections/export?limit=1")).text;
    expect(JSON.parse(after.trim())).toMatchObject({ label: "accept" });
  });

  test("overruled a fact has its evidence; what was forgotten stays so", async () => {
    const id = await refuse();
    const { fact } = (await api.post(`/memory/rejections/${id}/accept`, undefined)).body;
    expect(fact.evidence[0].quote).toContain("Otto lives in Turku");
    await dispute(fact.id);
    await api.post(`/memory/review/dispute.${fact.id}/reject`, undefined);
    const brother = (await api.get("/memory/entities?q=Otto")).body.items[0];
    await api.post("/memory/forget", { entityId: brother.id });
    expect((await api.post(`/memory/rejections/${id}/accept`, undefined)).status).not.toBe(200);
    expect((await api.get("/memory/facts?limit=200")).text).not.toContain("Turku");
  });

  test("on the command line", async () => {
    const id = await refuse();
    expect(await engram("rejections")).toContain(id);
    expect(await engram("rejections", "--stage", "shape")).toBe("");
    expect(await engram("rejections", "--patterns")).toMatch(/refused 1, overruled 0[\s\S]*rejected_by_user/);
    const file = join(folder.path, "pairs.jsonl");
    await engram("rejections", "--export", file);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ id, label: "reject" });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const plan = JSON.parse(await engram("maintain", "consolidate-types", "--dry-run"));
    expect(plan).toMatchObject({ dryRun: true, diff: [] });
  });
});
