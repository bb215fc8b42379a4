import type { ModelMessage, ModelRequest } from "../../../src/ports/chat-model.ts";
import type { Ask } from "./ask.ts";
import type { Answer } from "./folder.ts";
import { numbered, section, type Numbered } from "./marks.ts";

/** A request that puts a numbered list to the model, item by item. */
interface ListRequest {
  messages: ModelMessage[];
  schema: NonNullable<ModelRequest["schema"]>;
}

type ListAnswer = (ask: Ask, request: ListRequest) => object;

/** How lists are answered, by the name of their schema. */
export const LIST_ANSWERS: Record<string, ListAnswer> = {
  verdicts,
  rulings,
  identities,
  changes,
  standings,
  wishes,
  expansions,
};

const NOT_RECORDED = "not recorded";

/** A turn may have been said after others of the same request: whoever answers reads them too. */
function verdicts(ask: Ask, { messages }: ListRequest): object {
  const said: string[] = [];
  const answered = lastOf(messages)
    .split(/(?<=<\/statements>)\s*/)
    .flatMap((part) => {
      said.push(section(part, "before"));
      const made = verdictsOnTurn(ask, part, said.join("\n").trim());
      said.push(section(part, "turn"));
      return made;
    });
  return { verdicts: answered };
}

function verdictsOnTurn(ask: Ask, part: string, before: string): object[] {
  const turn = section(part, "turn");
  return numbered(section(part, "statements")).map(({ n, text: statement }) => {
    const answer = ask({ kind: "verdict", turn, before, statement });
    const { why, saidBy = "user", verdict = "unclear" } = reasoned(answer);
    return { n, why, saidBy, verdict };
  });
}

function rulings(ask: Ask, { messages, schema }: ListRequest): object {
  const answered = pairsIn(section(lastOf(messages), "pairs")).map(({ n, old, newer }) => {
    const answer = ask({ kind: "ruling", old, new: newer });
    const { why, ruling = "unclear" } = reasoned(answer);
    return { n, why, ruling: rulingOf(String(ruling), schema.schema) };
  });
  return { rulings: answered };
}

/** What schemas without these rulings call them. */
const NEAREST_RULING: Record<string, string> = { ending: "update", precise: "duplicate" };

function rulingOf(ruling: string, schema: object): string {
  if (JSON.stringify(schema).includes(`"${ruling}"`)) return ruling;
  return NEAREST_RULING[ruling] ?? "unclear";
}

/** "new (...): Y" and, numbered below it, each "old (...): X" that is held against it. */
export function pairsIn(text: string): { n: number; old: string; newer: string }[] {
  return text.split(/^(?=new \()/m).flatMap((part) => {
    const [newer = "", ...olds] = part.trim().split("\n");
    return numbered(olds.join("\n")).map(({ n, text: old }) => ({ n, old, newer }));
  });
}

/** The schema tells how list and answer are named there. */
function identities(ask: Ask, { messages, schema }: ListRequest): object {
  const system = messages[0]?.content.slice(0, 80) ?? "";
  const { list, field } = namesIn(schema.schema);
  const answered = numbered(section(lastOf(messages), "pairs")).map(({ n, text: pair }) => {
    const { why, verdict = "unclear" } = reasoned(ask({ kind: "identity", pair, system }));
    return { n, why, [field]: verdict };
  });
  return { [list]: answered };
}

function namesIn(schema: object): { list: string; field: string } {
  const { properties = {} } = schema as { properties?: Record<string, { items?: Items }> };
  const [list = "identities", { items } = {}] = Object.entries(properties)[0] ?? [];
  const field = Object.entries(items?.properties ?? {}).find(([, property]) => "enum" in property)?.[0];
  return { list, field: field ?? "verdict" };
}

interface Items {
  properties?: Record<string, object>;
}

/** Answered pair by pair, so that other batches of the same statements find their answers. */
function changes(ask: Ask, { messages }: ListRequest): object {
  const body = lastOf(messages);
  const news = numbered(section(body, "news"));
  const known = numbered(section(body, "known"));
  const open: string[] = [];
  const changed = known.flatMap(({ n, text }) => {
    const answers = news.map((one) => ({
      one,
      answer: ask.recorded({ kind: "changed", news: one.text, known: text }),
    }));
    const over = answers.find(({ answer }) => answer !== undefined && answer["standing"] !== "holds");
    if (over) return [{ known: n, news: over.one.n, why: "", standing: over.answer?.["standing"] }];
    if (answers.some(({ answer }) => answer === undefined)) open.push(text);
    return [];
  });
  if (open.length > 0) ask({ kind: "change", news: news.map(({ text }) => text), known: open });
  return { changed };
}

function standings(ask: Ask, { messages }: ListRequest): object {
  const body = lastOf(messages);
  const news = numbered(section(body, "news")).map(({ text }) => text);
  const old = numbered(section(body, "old"));
  return { standings: judged(old, "standing", (one) => ask({ kind: "standing", news, old: one })) };
}

function wishes(ask: Ask, { messages }: ListRequest): object {
  const body = lastOf(messages);
  const wish = section(body, "wish").trim();
  return {
    wishes: judged(numbered(section(body, "memories")), "meant", (memory) =>
      ask({ kind: "wish", wish, memory }),
    ),
  };
}

function expansions(ask: Ask, { messages }: ListRequest): object {
  const items = numbered(section(lastOf(messages), "statements")).map(({ n, text: statement }) => {
    const { words = [] } = ask({ kind: "expansion", statement }) ?? {};
    return { n, words };
  });
  return { items };
}

function judged(list: Numbered[], field: string, answer: (text: string) => Answer | undefined): object[] {
  return list.map(({ n, text }) => {
    const { why, [field]: judgement } = reasoned(answer(text));
    return { n, why, [field]: judgement ?? "unclear" };
  });
}

/** An answer with its reason; recorded ones may have none. */
function reasoned(answer: Answer | undefined): Answer & { why: unknown } {
  return answer === undefined ? { why: NOT_RECORDED } : { why: "", ...answer };
}

function lastOf(messages: ModelMessage[]): string {
  return messages.at(-1)?.content ?? "";
}
