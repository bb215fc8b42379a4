import { createInterface } from "node:readline/promises";
import { stdin, stdout } from "node:process";
import { ApiError, type Engram, type Recalled } from "#client";
import { parseArguments } from "./arguments.ts";
import { runJob } from "./maintain.ts";
import { harmless, tell } from "./print.ts";
import { apiOf, countsLine, reachService } from "./service.ts";
import { readEvents } from "./sse.ts";

interface Session {
  url: string;
  api: Engram;
  conversationId: string | undefined;
  recalled: Recalled[];
  memory: "on" | "read" | "off";
  mode: "chat" | "memory";
}

/** Chats in the terminal (CLI-1): an empty line is ignored, quit leaves, a slash begins a command. */
export async function chat(args: string[]): Promise<void> {
  const { values } = parseArguments(args, 0, { key: { type: "string" } });
  await using service = await reachService();
  const session: Session = {
    url: service.url,
    api: apiOf(service, values.key),
    conversationId: undefined,
    recalled: [],
    memory: "on",
    mode: "chat",
  };
  const left = new AbortController();
  try {
    tell(await banner(session));
    const noting = noteStaged(session, left.signal);
    await talk(session);
    left.abort();
    await noting;
  } finally {
    left.abort();
  }
}

/** Prints the facts noted from a message once they are extracted, shortly after the reply. */
async function noteStaged({ api }: Session, signal: AbortSignal): Promise<void> {
  try {
    const { body } = await api.open("GET /events", { signal });
    if (body === null) return;
    for await (const { data } of readEvents(body)) {
      const { type, items = [] } = JSON.parse(data) as { type?: string; items?: { text: string }[] };
      if (type === "staged") for (const { text } of items) tell(`  noted: ${oneLine(text)}`);
    }
  } catch (error) {
    // A key without the right to listen may still chat.
    if (!signal.aborted && !(error instanceof ApiError)) throw error;
  }
}

/** Reads lines until the user leaves; piped input may end before its lines are answered. */
async function talk(session: Session): Promise<void> {
  const terminal = createInterface({ input: stdin, output: stdout, prompt: "you> " });
  let open = true;
  terminal.once("close", () => (open = false));
  terminal.prompt();
  for await (const line of terminal) {
    if (!(await handle(session, line.trim()))) break;
    if (open) terminal.prompt();
  }
  terminal.close();
}

async function banner(session: Session): Promise<string> {
  const health = await session.api("GET /health");
  const model = health.model
    ? `${health.model.name}${health.model.note ? ` (${health.model.note})` : ""}`
    : "unknown";
  return `Engram at ${session.url}, answered by ${model}\n/help lists the commands, quit leaves.\n`;
}

/** False if the user leaves. */
async function handle(session: Session, line: string): Promise<boolean> {
  if (line === "") return true;
  if (["quit", "exit", "q", "/quit", "/exit"].includes(line.toLowerCase())) return false;
  try {
    // What stands for bytes that are no UTF-8: the letters are lost.
    if (line.includes("\uFFFD")) throw new Error("this is not UTF-8; it was not sent");
    if (line.startsWith("/")) await command(session, line);
    else await say(session, line);
  } catch (error) {
    tell(`! ${(error as Error).message}`);
  }
  return true;
}

async function say(session: Session, message: string): Promise<void> {
  const { memory, mode, conversationId } = session;
  const given = { body: { message, memory, mode, conversationId }, accept: "text/event-stream" };
  const { body } = await session.api.open("POST /chat", given);
  if (body === null) return;
  stdout.write("engram> ");
  for await (const { event, data } of readEvents(body)) {
    const told = JSON.parse(data) as {
      text?: string;
      recalled?: Recalled[];
      conversationId?: string;
      detail?: string;
    };
    if (event === "delta") stdout.write(harmless(told.text ?? ""));
    if (event === "recall") session.recalled = told.recalled ?? [];
    if (event === "done") session.conversationId = told.conversationId;
    if (event === "error") stdout.write(harmless(`\n! ${told.detail ?? "failed"}`));
  }
  stdout.write("\n");
}

interface SlashCommand {
  help: string;
  run(session: Session, argument: string): Promise<void>;
}

const SLASH: Record<string, SlashCommand> = {
  help: {
    help: "this list",
    run: async () => {
      for (const [name, { help }] of Object.entries(SLASH)) tell(`  /${name.padEnd(10)} ${help}`);
    },
  },
  new: {
    help: "begin a new conversation",
    run: async (session) => {
      session.conversationId = undefined;
      tell("A new conversation begins with your next message.");
    },
  },
  why: {
    help: "the memories behind the last reply, with the words they rest on",
    run: async ({ recalled }) => {
      if (recalled.length === 0) tell("The last reply rested on no memory.");
      for (const item of recalled)
        tell(`  [${item.n}] (${item.status}) ${oneLine(item.text)}${quoteOf(item)}`);
    },
  },
  search: {
    help: "/search WORDS: look into memory",
    run: async (session, argument) => {
      if (argument === "") throw new Error("use /search WORDS");
      const { results, weak } = await session.api("GET /memory/search", { query: { q: argument } });
      if (results.length === 0) tell("Nothing in memory speaks of that.");
      else if (weak) tell("What was found hardly speaks of that:");
      for (const r of results)
        tell(`  ${r.score.toFixed(3)} ${r.kind} ${r.id} (${r.status}) ${oneLine(r.text)}`);
    },
  },
  facts: {
    help: "what is believed, newest first",
    run: async (session) => {
      const query = { limit: 20, status: "verified,staged,disputed" };
      const { items } = await session.api("GET /memory/facts", { query });
      for (const fact of items) tell(`  ${fact.id} (${fact.status}) ${fact.text}`);
    },
  },
  forget: {
    help: "/forget ID: forget a fact, an entity, an episode or a conversation for good",
    run: async (session, argument) => {
      if (argument === "") throw new Error("use /forget ID; /facts and /search tell ids");
      for (const key of ["factId", "entityId", "episodeId", "conversationId"]) {
        const { forgotten } = await session.api("POST /memory/forget", { body: { [key]: argument } });
        const counts = Object.entries(forgotten).filter(([, count]) => count > 0);
        if (counts.length > 0)
          return tell(`Forgotten: ${counts.map(([name, n]) => `${n} ${name}`).join(", ")}`);
      }
      tell("There is nothing of that id.");
    },
  },
  memory: {
    help: "/memory on|read|off: whether the next messages are remembered",
    run: async (session, argument) => {
      if (argument !== "on" && argument !== "read" && argument !== "off")
        throw new Error("use /memory on, read or off");
      session.memory = argument;
      tell(`Memory is ${argument}.`);
    },
  },
  mode: {
    help: "/mode chat|memory: memory answers from what is remembered alone",
    run: async (session, argument) => {
      if (argument !== "chat" && argument !== "memory") throw new Error("use /mode chat or memory");
      session.mode = argument;
      tell(argument === "memory" ? "Answers come from memory alone." : "Answers come as in a chat.");
    },
  },
  dedup: {
    help: "/dedup: which entities are one; /dedup now brings them together",
    run: (session, argument) => carefully(session, "deduplicate", argument),
  },
  consolidate: {
    help: "/consolidate: which old turns a summary would stand for; /consolidate now writes it",
    run: (session, argument) => carefully(session, "consolidate", argument),
  },
  backup: {
    help: "write your memory into BACKUP_DIR",
    run: async (session) => {
      const run = await runJob(session.api, "backup", false);
      tell(`${run.state}: ${countsLine(run.result)}`);
    },
  },
  verify: {
    help: "check what was heard so far, now",
    run: async (session) => {
      const run = await runJob(session.api, "verify", false);
      tell(run.result.episodes === 0 ? "Nothing waited." : `${run.state}: ${countsLine(run.result)}`);
    },
  },
  stats: {
    help: "counts",
    run: async (session) => {
      tell(JSON.stringify(await session.api("GET /memory/stats"), null, 2));
    },
  },
};

/** A job that merges or removes only reports what it would do, until the user confirms. */
async function carefully(session: Session, job: string, argument: string): Promise<void> {
  const dryRun = argument !== "now";
  const run = await runJob(session.api, job, dryRun);
  tell(`${run.state}: ${countsLine(run.result)}${dryRun ? " (nothing was changed)" : ""}`);
}

async function command(session: Session, line: string): Promise<void> {
  const [name = "", ...rest] = line.slice(1).split(/\s+/);
  const known = SLASH[name];
  if (!known) throw new Error(`there is no /${name} in this version; /help lists the commands`);
  await known.run(session, rest.join(" "));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

function quoteOf(item: Recalled): string {
  const [first] = item.evidence;
  return first && item.kind === "fact"
    ? `\n      "${oneLine(first.quote)}" (${first.assertedBy}, ${first.occurredAt.slice(0, 10)})`
    : "";
}
