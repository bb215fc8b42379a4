import type { Client as McpClient } from "@modelcontextprotocol/client";
import type { Client, Said } from "./client.ts";
import { THINGS, twinOf, type Thing } from "./forgetting-cases.ts";
import type { ReadingLlama } from "./reading-llama.ts";
import type { TestFolder, TestProcess } from "./service.ts";

/** Ways in which what was told is forgotten, and what is told beside it. */

export interface Told {
  said: Said;
  factId: string;
  entityId: string | null;
}

export interface Stage {
  folder: TestFolder;
  service: TestProcess;
  llama: ReadingLlama;
  /** By message. */
  replies: Map<string, string>;
  api: Client;
  mcp: McpClient;
  cli: Cli;
}

export interface Cli {
  type(line: string, answer: RegExp): Promise<void>;
  close(): void;
}

interface Way {
  way: string;
  /** For things that have a name alone. */
  named?: boolean;
  /** Beside the usual way of telling. */
  tell?: (stage: Stage, thing: Thing, n: number, told: Told) => Promise<unknown>;
  forget: (stage: Stage, told: Told, thing: Thing, n: number) => Promise<unknown>;
}

async function ok(asked: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await asked;
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
}

export const forget = (api: Client, target: object): Promise<void> => ok(api.post("/memory/forget", target));

export async function say(
  stage: Stage,
  message: string,
  reply: string,
  more: object = {},
  headers = {},
): Promise<Said> {
  stage.replies.set(message, reply);
  const { status, body, text } = await stage.api.post("/chat", { message, ...more }, headers);
  if (status !== 200) throw new Error(`chat answered ${status}: ${text}`);
  return body as Said;
}

interface Turn {
  id: string;
  occurredAt: string;
}

async function turnsOf({ api }: Stage, { said }: Told): Promise<Turn[]> {
  return (await api.get(`/conversations/${said.conversationId}?limit=50`)).body.episodes;
}

async function everyTurn(stage: Stage, told: Told): Promise<void> {
  for (const { id } of await turnsOf(stage, told)) await forget(stage.api, { episodeId: id });
}

async function callTool({ mcp }: Stage, args: Record<string, unknown>): Promise<void> {
  const { isError, content } = await mcp.callTool({ name: "forget", arguments: args });
  if (isError) throw new Error(JSON.stringify(content));
}

const WAYS: readonly Way[] = [
  { way: "the statement, over REST", forget: ({ api }, { factId }) => forget(api, { factId }) },
  { way: "the turns, over REST", forget: everyTurn },
  {
    way: "the conversation, over REST",
    forget: ({ api }, { said }) => forget(api, { conversationId: said.conversationId }),
  },
  {
    way: "the conversation, deleted",
    forget: ({ api }, { said }) => ok(api.send("DELETE", `/conversations/${said.conversationId}`)),
  },
  { way: "the statement, over MCP", forget: (stage, { factId }) => callTool(stage, { factId }) },
  {
    way: "the conversation, over MCP",
    forget: (stage, { said }) => callTool(stage, { conversationId: said.conversationId }),
  },
  {
    way: "the statement, after it was corrected by hand",
    tell: ({ api }, _, n, { factId }) =>
      ok(api.send("PATCH", `/memory/facts/${factId}`, { object: twinOf(n) })),
    forget: ({ api }, { factId }) => forget(api, { factId }),
  },
  {
    way: "in a chat, as the last thing said",
    async tell(stage, thing, n) {
      const { message } = thing.told(n);
      const { conversationId } = await say(stage, message, message);
      await say(stage, "Forget that, please.", "Done.", { conversationId });
    },
    forget: ({ api }, { said }) => forget(api, { conversationId: said.conversationId }),
  },
  {
    way: "the statement, in a turn with keys of a program",
    async tell(stage, thing, n, { said }) {
      const word = thing.word(n);
      const key = { "idempotency-key": `key-${word}_${n}` };
      await say(stage, thing.told(n).message, "Again.", { conversationId: said.conversationId }, key);
      const episode = {
        text: thing.told(n).message,
        externalId: `${word}/${n}`,
        conversationId: said.conversationId,
      };
      await stage.api.post("/memory/episodes", episode);
      await stage.api.send("PATCH", `/conversations/${said.conversationId}`, { title: `About ${word}s` });
      await stage.api.extracted();
    },
    forget: ({ api }, { said }) => forget(api, { conversationId: said.conversationId }),
  },
  {
    way: "the statement, in the CLI",
    forget: ({ cli }, { factId }) => cli.type(`/forget ${factId}`, /Forgotten/),
  },
  { way: "the entity, over REST", named: true, forget: ({ api }, { entityId }) => forget(api, { entityId }) },
  {
    way: "the entity, over MCP",
    named: true,
    forget: (stage, { entityId }) => callTool(stage, { entityId }),
  },
  {
    way: "the entity, named in keys, speakers and other names",
    named: true,
    async tell(stage, thing, n) {
      const { object } = thing.told(n).fact;
      const text = `It rained on ${n}.`;
      await stage.api.post("/memory/episodes", { text, speaker: object, externalId: `${object}-${n}` });
      await say(stage, `Hello ${n}.`, "Hi.", {}, { "idempotency-key": `${object.toLowerCase()}:${n}` });
      const husband = { subject: `${object}'s husband`, predicate: "LIKES", object: "tea" };
      await stage.api.post("/memory/facts", { ...husband, text: `${object}'s husband likes tea.` });
    },
    forget: ({ api }, { entityId }) => forget(api, { entityId }),
  },
  {
    way: "everything that was said in a time",
    async forget(stage, told) {
      for (const { occurredAt } of await turnsOf(stage, told)) {
        const to = new Date(Date.parse(occurredAt) + 1).toISOString();
        await forget(stage.api, { from: occurredAt, to });
      }
    },
  },
];

/** Forgetting one statement leaves what other turns say of its thing. */
export const takesTurns = ({ way }: Way): boolean => !way.startsWith("the statement") || way.includes("keys");

const isCorrected = ({ way }: Way): boolean => way.includes("corrected");

/** Every way of forgetting for each thing it is for. */
export const CASES = WAYS.flatMap((way) =>
  THINGS.filter((thing) => way.named !== true || thing.isNamed).map((thing) => ({ way, thing })),
).map((one, n) => ({ ...one, n }));

export type Case = (typeof CASES)[number];

/** Somebody whose name begins alike is told of as well, and stays. */
export const hasTwin = ({ way, thing }: Pick<Case, "way" | "thing">): boolean =>
  thing.isNamed && !isCorrected(way);

/** Words that may stand nowhere once it is forgotten. */
export const wordsOf = ({ way, thing, n }: Case): string[] =>
  isCorrected(way) ? [thing.word(n), twinOf(n)] : [thing.word(n)];
