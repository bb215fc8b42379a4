import { afterEach, expect, test } from "vitest";
import { STATUSES } from "../../src/domain/model/status.ts";
import { openService, type EvalService } from "../eval/service/open.ts";
import { idlePass, liveThrough } from "../eval/service/passes.ts";
import { say } from "../eval/service/say.ts";
import { scriptedModel } from "../eval/service/scripted-model.ts";

/** What the assistant taught about the world is kept as its own claim; what it says about the user's people is not. */
let service: EvalService;
afterEach(() => service.close());

const USER = "local";
const CAPITAL = {
  subject: "Lisbon",
  predicate: "CAPITAL_OF",
  object: "Portugal",
  objectKind: "entity",
  text: "Lisbon is the capital of Portugal.",
};

async function open(facts: () => object[], reply: () => string): Promise<void> {
  const extract = (): object => ({ turns: [{ turn: 1, facts: facts() }] });
  service = await openService(scriptedModel({ reply, extract }), "2026-03-01T09:00:00.000Z");
}

async function turn(message: string): Promise<void> {
  await say(service, USER, message, undefined);
  await liveThrough(service, USER);
  await idlePass(service, USER);
}

async function statuses(): Promise<Record<string, string>> {
  const facts = await service.engine.store.forUser(USER).facts({ statuses: STATUSES, limit: 50 });
  return Object.fromEntries(facts.map((fact) => [fact.text, fact.status]));
}

test("a claim of the assistant stays unverified, is recalled as its own, and is believed once the user says so", async () => {
  let by = "assistant";
  let reply = "Lisbon is the capital of Portugal.";
  await open(
    () => [{ ...CAPITAL, assertedBy: by }],
    () => reply,
  );
  await turn("What is the capital of Portugal?");
  expect(await statuses()).toEqual({ [CAPITAL.text]: "staged" });
  const [found] = await service.engine.search(USER, {
    query: "capital of Portugal",
    limit: 5,
    kinds: ["fact"],
  });
  expect(found?.evidence[0]?.assertedBy).toBe("assistant");
  by = "user";
  reply = "Right.";
  await turn("I looked it up: Lisbon is the capital of Portugal.");
  expect(Object.values(await statuses())).toContain("verified");
});

test("a claim of the assistant about somebody the user spoke of is refused", async () => {
  let facts: object[] = [
    {
      subject: "user",
      predicate: "HAS_FRIEND",
      object: "Petra",
      objectKind: "entity",
      text: "The user has a friend, Petra.",
    },
  ];
  let reply = "Nice.";
  await open(
    () => facts,
    () => reply,
  );
  await turn("Petra is my friend.");
  reply = "Petra lives in Lisbon, doesn't she.";
  facts = [
    {
      subject: "Petra",
      predicate: "LIVES_IN",
      object: "Lisbon",
      objectKind: "entity",
      text: "Petra lives in Lisbon.",
      assertedBy: "assistant",
    },
  ];
  await turn("Tell me more.");
  expect(Object.keys(await statuses())).toEqual(["The user has a friend, Petra."]);
});
