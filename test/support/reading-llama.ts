import type { Ruling } from "../../src/domain/model/trace.ts";
import { startFakeLlama, type ChatBody, type FakeLlama, type Reply } from "./fake-llama/index.ts";

/** One statement as an extractor writes it down; what is left out has the usual value. */
export interface ToldFact {
  subject: string;
  predicate: string;
  object: string;
  text: string;
  objectKind?: "entity" | "value";
  quote?: string;
  polarity?: "positive" | "negative";
  change?: "none" | "update" | "ending" | "correction" | "retraction";
  assertedBy?: string;
  validAt?: string;
  invalidAt?: string;
  confidence?: number;
}

/** What is read out of one message, which is known by its exact words. */
export interface Reading {
  facts?: ToldFact[];
  entities?: { name: string; type: string; aliases?: string[]; summary?: string | null }[];
  requests?: { kind: "forget" | "remember" | "off_record" | "correct"; target: string; quote?: string }[];
  outcome?: "success" | "partial" | "failure";
}

type Gone = "over" | "never" | "unclear";

/** What the model knows: everything it is asked is looked up here, and it says nothing of its own. */
export interface ReadingTable {
  reads: Record<string, Reading>;
  /** Statements that a reader does not find in the turn; all others are supported. */
  unsupported?: RegExp;
  /** How a new statement stands to an old one; any other pair is "both". `second`: the other reader's opinion. */
  rulings?: { old: string; new: string; ruling: Ruling; second?: Ruling }[];
  /** Its pairs are missing from an answer that rules on others too. */
  leavesOut?: string;
  /** What ends with which news though no pair names it; `second`: the other reader's opinion, the same if not given. */
  changes?: { known: string; news: string; standing: Gone; second?: Gone | "holds" }[];
  /** Memories that a wish to forget means. */
  meant?: RegExp;
  /** Memories that it could mean too. */
  maybe?: RegExp;
  /** Other words for a statement; none for any other. */
  expansions?: Record<string, string[]>;
  /** Of all messages, or by the message. */
  reply?: Reply | ((message: string) => Reply);
}

export interface ReadingLlama extends FakeLlama {
  table: ReadingTable;
  /** Schemas that are answered with what nobody can read. */
  readonly garbled: Set<string>;
  /** Answers in place of the table; what it leaves undefined the table answers. */
  lies: ((schema: string, body: ChatBody) => Reply | undefined | Promise<Reply | undefined>) | null;
  /** Requests with this schema so far. */
  calls(schema: string): number;
  /** What they were asked: the last message of each. */
  asked(schema: string): string[];
  /** The messages of each reply in the chat. */
  chats(): ChatBody["messages"][];
}

/** Words of `prompts/confirm` that no other prompt has. */
const CONFIRMING = "second, careful reader";

/** A fake llama-server that plays a strong model: it extracts, votes, rules and reads wishes by a table. */
export async function startReadingLlama(table: ReadingTable): Promise<ReadingLlama> {
  const fake = await startFakeLlama({ slots: 2 });
  const bodies = (schema: string | undefined): ChatBody[] =>
    fake.requests.map(({ body }) => body).filter((body) => schemaOf(body) === schema);
  const llama: ReadingLlama = Object.assign(fake, {
    table,
    garbled: new Set<string>(),
    lies: null,
    calls: (schema: string) => bodies(schema).length,
    asked: (schema: string) => bodies(schema).map(lastText),
    chats: () => bodies(undefined).map(({ messages }) => messages),
  });
  fake.reply(async (body) => {
    const schema = schemaOf(body);
    if (schema === undefined) return replyOf(llama.table, body);
    if (llama.garbled.has(schema)) return "I would rather talk about the weather.";
    const lie = await llama.lies?.(schema, body);
    if (lie !== undefined) return lie;
    const answer = ANSWERS[schema]?.(llama.table, body);
    return answer === undefined ? undefined : JSON.stringify(answer);
  });
  return llama;
}

function replyOf({ reply = "I see." }: ReadingTable, body: ChatBody): Reply {
  return typeof reply === "function" ? reply(lastText(body)) : reply;
}

const ANSWERS: Record<string, (table: ReadingTable, body: ChatBody) => object> = {
  extraction,
  verdicts: ({ unsupported }, body) => ({
    verdicts: [...lastText(body).matchAll(/^(\d+)\. (.*)$/gm)].map(([, n, text = ""]) => ({
      n: Number(n),
      why: "",
      saidBy: "user",
      verdict: unsupported?.test(text) === true ? "not" : "supported",
    })),
  }),
  rulings,
  changes,
  standings,
  wishes,
  expansions: ({ expansions = {} }, body) => ({
    items: [...lastText(body).matchAll(/^(\d+)\. (.*)$/gm)].map(([, n, statement = ""]) => ({
      n: Number(n),
      words: expansions[statement] ?? [],
    })),
  }),
};

function schemaOf(body: ChatBody): string | undefined {
  return body.response_format?.json_schema?.name;
}

function lastText(body: ChatBody): string {
  return body.messages.at(-1)?.content ?? "";
}

/** One extraction per turn asked about; the trigger at the end names how many those are. */
function extraction({ reads }: ReadingTable, body: ChatBody): object {
  return extractionBy((message) => reads[message] ?? {}, body);
}

/** An extraction of each turn that is asked about, by its words. */
export function extractionBy(read: (message: string) => Reading, body: ChatBody): object {
  const texts = body.messages.filter(({ role }) => role === "user").map(({ content }) => content);
  const count = Number(/^turns: (\d+)$/m.exec(texts.at(-1) ?? "")?.[1] ?? 1);
  const turns = texts.slice(0, -1).slice(-count);
  return {
    turns: turns.map((message, index) => {
      const { facts = [], entities = [], requests = [], outcome = "neutral" } = read(message);
      return {
        turn: index + 1,
        outcome,
        entities: entities.map((entity) => ({ aliases: [], summary: null, ...entity })),
        facts: facts.map((fact) => ({ objectKind: "value", confidence: 0.95, ...fact })),
        requests,
      };
    }),
  };
}

function rulings(table: ReadingTable, body: ChatBody): object {
  const isSecond = body.messages[0]?.content.includes(CONFIRMING) === true;
  const pairs = pairsIn(lastText(body));
  const others = pairs.filter(({ now }) => now !== table.leavesOut);
  const answered = others.length === 0 ? pairs : others;
  return {
    rulings: answered.map(({ n, old, now }) => ({ n, why: "", ruling: rulingOf(table, old, now, isSecond) })),
  };
}

/** Each new statement with the old ones that are numbered below it. */
function pairsIn(text: string): { n: number; old: string; now: string }[] {
  return text.split(/^(?=new \()/m).flatMap((part) => {
    const now = /^new \([^)]*\): (.*)$/m.exec(part)?.[1] ?? "";
    const olds = [...part.matchAll(/^(\d+)\. old \([^)]*\): (.*)$/gm)];
    return olds.map(([, n, old = ""]) => ({ n: Number(n), old: withoutMark(old), now: withoutMark(now) }));
  });
}

function rulingOf(table: ReadingTable, old: string, now: string, isSecond: boolean): Ruling {
  const pair = table.rulings?.find((one) => one.old === old && one.new === now);
  if (pair === undefined) return "both";
  return isSecond ? (pair.second ?? pair.ruling) : pair.ruling;
}

function withoutMark(statement: string): string {
  return statement.replace(/ \(taken back\)$/, "");
}

function changes(table: ReadingTable, body: ChatBody): object {
  const text = lastText(body);
  const news = statementsIn(between(text, "news"));
  const known = statementsIn(between(text, "known"));
  const changed = (table.changes ?? []).flatMap((change) => {
    const [at, of] = [news.indexOf(change.news), known.indexOf(change.known)];
    return at < 0 || of < 0 ? [] : [{ known: of + 1, news: at + 1, why: "", standing: change.standing }];
  });
  return { changed };
}

/** The second reader sees the news and what they are said to end, not which of them ends what. */
function standings(table: ReadingTable, body: ChatBody): object {
  const text = lastText(body);
  const news = statementsIn(between(text, "news"));
  return {
    standings: statementsIn(between(text, "old")).map((old, at) => {
      const change = table.changes?.find((one) => one.known === old && news.includes(one.news));
      return { n: at + 1, why: "", standing: change?.second ?? change?.standing ?? "holds" };
    }),
  };
}

function wishes({ meant, maybe }: ReadingTable, body: ChatBody): object {
  const memories = statementsIn(between(lastText(body), "memories"));
  const answers = memories.map((text, at) => ({
    n: at + 1,
    why: "",
    meant: meant?.test(text) === true ? "yes" : maybe?.test(text) === true ? "unclear" : "no",
  }));
  return { wishes: answers };
}

function between(text: string, mark: string): string {
  return new RegExp(`<${mark}>\\n([\\s\\S]*?)\\n</${mark}>`).exec(text)?.[1] ?? "";
}

function statementsIn(lines: string): string[] {
  return [...lines.matchAll(/^\d+\. \([^)]*\) (.*)$/gm)].map(([, text = ""]) => withoutMark(text));
}
