import { startFakeLlama, type ChatBody, type FakeLlama } from "./fake-llama/index.ts";
import { voterAnswer, type KnownStatement, type Noise } from "./noisy-voter.ts";

/** Turns whose extraction brings one true statement and one that says more than the turn did. */
export function toldTurn(n: number): string {
  return `My friend Frida${n} lives in Town${n}.`;
}

function statementsOf(message: string): KnownStatement[] {
  const [, n] = /Frida(\d+) lives/.exec(message) ?? [];
  if (n === undefined) return [];
  const subject = `Frida${n}`;
  const object = `Town${n}`;
  return [
    { subject, predicate: "LIVES_IN", object, text: `${subject} lives in ${object}.`, isTrue: true },
    {
      subject,
      predicate: "OWNS_HOUSE_IN",
      object,
      text: `${subject} owns a house in ${object}.`,
      isTrue: false,
    },
  ];
}

/** Asked for at this effort, an extraction is the blind reading of the idle pass. */
const BLIND_EFFORT = "high";

/** A fake llama-server that extracts both statements, and votes on them with faults at a known rate. */
export async function startVotingLlama(options: {
  slots: number;
  noise: Noise;
  /** Before the first token of a vote: how long a model thinks. */
  voteDelayMs: number;
  /** What it thinks before a vote. */
  thought?: string;
  /** What it makes of a pair of entities or names; without it every pair is unclear. */
  compare?: (one: string, other: string) => "same" | "different" | "unclear";
  /** How it sums up a thing it is shown. */
  write?: (item: string) => { name: string; summary: string };
}): Promise<FakeLlama> {
  const fake = await startFakeLlama({ slots: options.slots });
  fake.reply((body) => {
    const schema = body.response_format?.json_schema?.name;
    if (schema === undefined) return { content: "I see.", reasoning: "They told me something." };
    if (schema === "identities") return { content: comparisons(body, options), delayMs: options.voteDelayMs };
    if (schema === "summary") return { content: summaryOf(body), delayMs: options.voteDelayMs };
    if (schema === "texts") return { content: texts(body, options), delayMs: options.voteDelayMs };
    const told = userTexts(body).findLast((text) => /Frida\d+ lives/.test(text)) ?? "";
    const isVote = schema !== "extraction" || effortOf(body) === BLIND_EFFORT;
    if (!isVote) return JSON.stringify(proposals(body));
    const content = voterAnswer(schema, userTexts(body).at(-1) ?? "", statementsOf(told), options.noise);
    return {
      content: content ?? "",
      delayMs: options.voteDelayMs,
      reasoning: options.thought ?? "Based on the turn.",
    };
  });
  return fake;
}

function effortOf(body: ChatBody): unknown {
  return body["reasoning_effort"];
}

function userTexts(body: ChatBody): string[] {
  return body.messages.filter((message) => message.role === "user").map((message) => message.content);
}

/** One extraction per turn asked about; the trigger at the end names how many those are. */
function proposals(body: ChatBody): object {
  const texts = userTexts(body);
  const count = Number(/^turns: (\d+)$/m.exec(texts.at(-1) ?? "")?.[1] ?? 1);
  const told = texts.slice(0, -1).slice(-count);
  return {
    turns: told.map((message, index) => ({
      turn: index + 1,
      facts: statementsOf(message).map(({ isTrue: _isTrue, ...statement }) => ({
        ...statement,
        confidence: 0.7,
      })),
    })),
  };
}

/** Says all the turns again, but for the last word, which it has to be asked for. */
function summaryOf(body: ChatBody): string {
  const text = userTexts(body).at(-1) ?? "";
  const told = [...text.matchAll(/^\[[^\]]*\] (.*)$/gm)].map(([, said = ""]) => said).join(" ");
  const kept = /<keep>\n(.*)\n<\/keep>/.exec(text)?.[1] ?? "";
  return JSON.stringify({ summary: kept === "" ? told.replace(/\S+$/, "") : `${told} ${kept}` });
}

function comparisons(
  body: ChatBody,
  { compare }: Pick<Parameters<typeof startVotingLlama>[0], "compare">,
): string {
  const lines = [...(userTexts(body).at(-1) ?? "").matchAll(/^(\d+)\. one: (.*)\n {3}other: (.*)$/gm)];
  const pairs = lines.map(([, n, one = "", other = ""]) => ({
    n: Number(n),
    why: "",
    answer: compare?.(one, other) ?? "unclear",
  }));
  return JSON.stringify({ pairs });
}

function texts(body: ChatBody, { write }: Pick<Parameters<typeof startVotingLlama>[0], "write">): string {
  const items = (userTexts(body).at(-1) ?? "").split(/^\d+\. /m).slice(1);
  return JSON.stringify({ items: items.map((item, at) => ({ n: at + 1, ...write?.(item) })) });
}
