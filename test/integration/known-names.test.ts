import { afterEach, expect, test } from "vitest";
import { openService, type EvalService } from "../eval/service/open.ts";
import { idlePass, liveThrough } from "../eval/service/passes.ts";
import { say } from "../eval/service/say.ts";
import { scriptedModel } from "../eval/service/scripted-model.ts";

/** A name need not be told again where the memory knows it; one that nobody ever told is made up. */
const USER = "local";
let service: EvalService;
afterEach(() => service.close());

const told = (predicate: string, object: string, text: string, quote: string, kind = "value"): object => ({
  subject: "user",
  predicate,
  object,
  objectKind: kind,
  text,
  quote,
  confidence: 0.9,
});

test("names of known people and of the user are carried; one that was made up is refused", async () => {
  let facts: object[] = [];
  const extract = (): object => ({ turns: [{ turn: 1, facts }] });
  service = await openService(scriptedModel({ reply: () => "I see.", extract }), "2026-03-01T09:00:00.000Z");
  const user = service.engine.store.forUser(USER);
  const turn = async (at: string, message: string, ...found: object[]): Promise<void> => {
    facts = found;
    service.clock.driveTo(at);
    await say(service, USER, message, undefined);
    await liveThrough(service, USER);
    await idlePass(service, USER);
  };
  await turn(
    "2026-03-01T09:00:00.000Z",
    "I'm Marisol. My sister is Temi.",
    told("NAME", "Marisol", "The user's name is Marisol.", "I'm Marisol", "entity"),
    told("HAS_SISTER", "Temi", "The user's sister is Temi.", "My sister is Temi", "entity"),
  );
  await turn(
    "2026-03-02T09:00:00.000Z",
    "I called my sister yesterday. I sold the car to her.",
    told("CALLED_SISTER", "sister Temi", "Marisol called her sister Temi.", "I called my sister"),
    told("SOLD", "car to Zora", "The user sold the car to Zora.", "I sold the car to her"),
  );
  const believed = (await user.facts({ statuses: ["verified"], limit: 50 })).map(({ text }) => text);
  expect(believed).toContain("Marisol called her sister Temi.");
  expect(believed).not.toContain("The user sold the car to Zora.");
  const { items } = await user.rejectionPage({ limit: 5 });
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ reason: "not_in_turn", detail: "a name that nobody mentioned" });
});
