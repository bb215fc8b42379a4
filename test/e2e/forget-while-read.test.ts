import { afterEach, beforeEach, expect, test } from "vitest";
import type { ChatModel, ModelRequest } from "../../src/ports/chat-model.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { openService, type EvalService } from "../eval/service/open.ts";
import { idlePass, liveThrough } from "../eval/service/passes.ts";

/** A word that is forgotten while a model reads it, as context of another turn: it does not come back with the answer. */
let service: EvalService;
let user: UserStore;
let conversationId: string | undefined;
/** Once, while the model thinks about a request of this purpose. */
let meanwhile: { purpose: string; act: () => Promise<unknown> } | null;

const WORD = "Xanthippe";
const TOLD = `My boat is called ${WORD}.`;
const NEXT = "I painted it green.";

/** What is said of the second turn is said with the name that only the first one has. */
const extracted = (text: string, boat: string) => ({
  turn: 1,
  summary: text,
  emotion: text,
  place: text,
  entities: [],
  facts: [
    {
      subject: "user",
      predicate: "PAINTED",
      object: boat,
      objectKind: "value",
      text,
      quote: `I painted ${boat} green.`,
      confidence: 0.9,
    },
    {
      subject: "user",
      predicate: "LIKES",
      object: "green",
      objectKind: "value",
      text: "The user likes green.",
      quote: NEXT,
      confidence: 0.9,
    },
  ],
});

const model: ChatModel = {
  info: () => ({ kind: "server", name: "scripted", contextTokens: null }),
  health: async () => "ready",
  close: async () => undefined,
  async *stream(request: ModelRequest) {
    const before = meanwhile;
    const knows = JSON.stringify(request.messages).includes(WORD);
    if (before !== null && before.purpose === request.purpose) {
      meanwhile = null;
      await before.act();
    }
    yield { type: "reasoning", text: knows ? `They mean ${WORD}.` : "They mean it." } as const;
    yield { type: "delta", text: answerTo(request, knows) } as const;
    yield { type: "finish", reason: "stop", usage: null, model: "scripted" } as const;
  },
};

function answerTo({ purpose, messages, schema }: ModelRequest, knows: boolean): string {
  const asks = messages.at(-1)?.content ?? "";
  if (purpose === "extract" || schema?.name === "extraction") {
    const isNext = messages.at(-2)?.content === NEXT || messages.at(-3)?.content === NEXT;
    const turn = { turn: 1, entities: [], facts: [] };
    const boat = knows ? WORD : "It";
    return JSON.stringify({ turns: [isNext ? extracted(`${boat} was painted.`, boat) : turn] });
  }
  const verdicts = [...asks.matchAll(/^(\d+)\. /gm)].map(([, n]) => ({
    n: Number(n),
    why: "",
    saidBy: "user",
    verdict: "supported",
  }));
  return schema?.name === "verdicts" ? JSON.stringify({ verdicts }) : "I see.";
}

beforeEach(async () => {
  meanwhile = null;
  conversationId = undefined;
  service = await openService(model, "2026-03-01T09:00:00.000Z");
  user = service.engine.store.forUser("local");
});
afterEach(() => service.close());

async function say(message: string): Promise<string> {
  let id = "";
  const input = { message, conversationId, memory: "on", mode: "chat" } as const;
  for await (const event of service.engine.chat("local", input, new AbortController().signal))
    if (event.type === "done") ({ conversationId, episodeId: id } = event);
  return id;
}

/** Everything that is kept, as an export has it. */
async function kept(): Promise<string> {
  const { episodes, rejections } = {
    episodes: await user.episodes({ order: "oldest", limit: 50 }),
    rejections: (await user.rejectionPage({ limit: 50 })).items,
  };
  const traces = await user.traces(episodes.map(({ id }) => id));
  const facts = await user.facts({ limit: 50 });
  return JSON.stringify({ episodes, rejections, traces, facts });
}

test("without a forgetting the answer is kept as it is", async () => {
  await say(TOLD);
  await liveThrough(service, "local");
  await say(NEXT);
  await liveThrough(service, "local");
  expect((await kept()).split(WORD).length).toBeGreaterThan(6);
});

test("forgotten while the next turn is extracted", async () => {
  const told = await say(TOLD);
  await liveThrough(service, "local");
  const forget = () => service.engine.forget("local", { episodeId: told });
  meanwhile = { purpose: "extract", act: forget };
  const next = await say(NEXT);
  await liveThrough(service, "local");
  expect(meanwhile).toBeNull();
  expect((await user.episode(next))?.extraction.state).toBe("done");
  const left = await kept();
  expect(left).toContain("It was painted.");
  expect(left).not.toMatch(new RegExp(WORD, "i"));
});

test("forgotten while the idle pass reads the next turn", async () => {
  const told = await say(TOLD);
  await say(NEXT);
  await liveThrough(service, "local");
  meanwhile = { purpose: "verify", act: () => service.engine.forget("local", { episodeId: told }) };
  await idlePass(service, "local");
  expect(meanwhile).toBeNull();
  const { traces } = JSON.parse(await kept());
  const idle = traces.filter(({ purpose }: { purpose: string }) => purpose !== "extract");
  expect(idle.length).toBeGreaterThan(0);
  expect(JSON.stringify(idle)).not.toContain(WORD);
});
