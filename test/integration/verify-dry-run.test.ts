import { afterEach, expect, test } from "vitest";
import { STATUSES } from "../../src/domain/model/status.ts";
import { diffOfRun } from "../../src/services/maintenance/diff.ts";
import { openService, type EvalService } from "../eval/service/open.ts";
import { idlePass, liveThrough } from "../eval/service/passes.ts";
import { say } from "../eval/service/say.ts";
import { scriptedModel } from "../eval/service/scripted-model.ts";

/** What a dry run of the idle pass says it would do is what the pass then does. */
const USER = "local";
let service: EvalService;
afterEach(() => service.close());

const birthday = (day: string): object => ({
  subject: "user",
  predicate: "BIRTHDAY",
  object: day,
  objectKind: "value",
  text: `The user was born on ${day}.`,
  quote: `I was born on ${day}`,
  confidence: 0.9,
});
const likes = (what: string, quote: string): object => ({
  subject: "user",
  predicate: "LIKES",
  object: what,
  objectKind: "value",
  text: `The user likes ${what}.`,
  quote,
  confidence: 0.9,
});

test("promoted, refused with its reason, disputed: foreseen line by line", async () => {
  let facts: object[] = [];
  const extract = (): object => ({ turns: [{ turn: 1, facts }] });
  service = await openService(scriptedModel({ reply: () => "I see.", extract }), "2026-03-01T09:00:00.000Z");
  const user = service.engine.store.forUser(USER);
  const turn = async (message: string, ...found: object[]): Promise<void> => {
    facts = found;
    await say(service, USER, message, undefined);
    await liveThrough(service, USER);
  };
  await turn("I was born on 3 May. I like tea.", birthday("3 May"), likes("tea", "I like tea"));
  await idlePass(service, USER);
  await turn("I like jazz.", likes("jazz", "I like jazz"));
  await turn("I like games.", likes("chess in Bath", "I like games"));
  await turn("I was born on 4 June.", birthday("4 June"));

  const runId = await service.engine.runs.start(USER, "verify", { dryRun: true });
  await service.engine.runs.finished(runId);
  const run = await service.engine.runs.get(USER, runId);
  expect(run).toMatchObject({ state: "done", result: { episodes: 3, rejected: 1, modelCalls: 0 } });
  const { items } = await diffOfRun(user, runId, { limit: 50 });
  const told = items
    .filter(({ kind }) => kind === "fact")
    .map(({ action, name, fields }) => {
      const changes = fields.map(({ field, from, to }) => `${field} ${String(from)}>${String(to)}`);
      return `${action} ${String(name)} ${changes.join(", ")}`.trim();
    });
  expect(told).toEqual([
    "change The user likes jazz. confidence 0.9>0.858, status staged>verified",
    "delete The user likes chess in Bath. stage null>grounding, reason null>not_in_turn",
    "change The user was born on 3 May. status verified>disputed",
    "change The user was born on 4 June. confidence 0.9>0.858, status staged>disputed",
  ]);

  const staged = await user.facts({ statuses: ["staged"], limit: 50 });
  expect(staged).toHaveLength(3);
  expect((await user.rejectionPage({ limit: 5 })).items).toEqual([]);
  await idlePass(service, USER);
  const after = await user.facts({ statuses: STATUSES, limit: 50 });
  for (const { action, kind, id, fields } of items) {
    if (kind !== "fact") continue;
    const fact = after.find((one) => one.id === id);
    if (action === "delete") expect(fact).toBeUndefined();
    const status = fields.find(({ field }) => field === "status")?.to;
    if (status !== undefined) expect(fact?.status).toBe(status);
  }
  const [refused] = (await user.rejectionPage({ limit: 5 })).items;
  expect(refused).toMatchObject({ stage: "grounding", reason: "not_in_turn" });
});
