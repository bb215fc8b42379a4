import { setTimeout as sleep } from "node:timers/promises";
import type { ServerShape } from "./llama-server.ts";
import type { Session } from "./session.ts";
import { message, messageInJapanese, ownedBy, ownSentence, PEOPLE, thing } from "./words.ts";

/** One way of using the service whose reading the bench measures. */
export interface Scenario {
  name: string;
  shape?: Partial<ServerShape>;
  env?: Record<string, string>;
  /** `turns` replies, or about so many. */
  run(session: Session, turns: number): Promise<void>;
}

const SHORT_WORDS = 22;
const MIDDLE_WORDS = 60;
const LONG_WORDS = 300;
/** Sentences about each person that fill the memory; more than one block holds. */
const REMEMBERED_EACH = 60;
/** How fast the extraction of the fast typist comes, tokens per second: it takes some seconds, as on a real model. */
const SLOW_TOKENS_PER_SECOND = 40;
/** Between a reply and the next message of the fast typist. */
const TYPING_MS = 400;
const ROUND_TURNS = 3;

export const SCENARIOS: readonly Scenario[] = [
  { name: "short", run: (session, turns) => talk(session, turns, SHORT_WORDS) },
  { name: "long", run: (session, turns) => talk(session, turns, LONG_WORDS) },
  { name: "full block", run: fullBlock },
  { name: "alternating", run: alternating },
  { name: "fast typist", run: fastTypist },
  { name: "client requests", run: clientRequests },
  { name: "idle pass between", run: idlePassBetween },
  { name: "one slot", shape: { slots: 1, context: 8_192 }, run: oneSlot },
  { name: "near-full context", shape: { context: 12_288 }, run: nearFull },
  { name: "Japanese", run: japanese },
];

async function talk(session: Session, turns: number, words: number, conversation?: string): Promise<void> {
  for (let n = 0; n < turns; n++) {
    await session.say(message(n, words), conversation);
    await session.drained();
  }
}

/** Every message names another person of whom more is known than fits into the block. */
async function fullBlock(session: Session, turns: number): Promise<void> {
  const { api } = session.rig;
  for (let n = 0; n < REMEMBERED_EACH * PEOPLE.length; n++) {
    const person = PEOPLE[n % PEOPLE.length] ?? "";
    await api.post("/memory/episodes", { text: `${ownedBy(person, 400 + n)} It was bought at the market.` });
  }
  await session.drained();
  session.measureFromHere();
  for (let n = 0; n < turns; n++) {
    const person = PEOPLE[n % PEOPLE.length] ?? "";
    await session.say(`${ownSentence(n)} What does ${person} own that was bought at the market?`);
    await session.drained();
  }
}

async function alternating(session: Session, turns: number): Promise<void> {
  for (let n = 0; n < turns; n++) {
    await session.say(message(n, MIDDLE_WORDS), n % 2 === 0 ? "one" : "other");
    await session.drained();
  }
}

/** The next message comes before what was said is extracted; at the end there is time. */
async function fastTypist(session: Session, turns: number): Promise<void> {
  const { faults } = session.rig.proxy;
  const throttle = { type: "throttle", tokensPerSecond: SLOW_TOKENS_PER_SECOND } as const;
  const slowness = faults.add({ fault: throttle, kinds: ["extraction"] });
  for (let n = 0; n < turns * 2; n++) {
    await session.say(message(n, SHORT_WORDS));
    await sleep(TYPING_MS);
  }
  await session.drained();
  slowness.lift();
}

async function clientRequests(session: Session, turns: number): Promise<void> {
  for (let n = 0; n < turns; n++) {
    await session.sayByClient(message(n, MIDDLE_WORDS));
    await session.askForTitle();
    await session.drained();
  }
}

/** A few messages, a pass over them, and the message after it. */
async function idlePassBetween(session: Session, turns: number): Promise<void> {
  for (let n = 0; n < turns; n++) {
    await session.say(message(n, MIDDLE_WORDS));
    await session.drained();
    if (n % ROUND_TURNS === ROUND_TURNS - 1) await session.idlePass();
  }
}

/** A little of everything, where chat and background share the one cache. */
async function oneSlot(session: Session, turns: number): Promise<void> {
  await talk(session, Math.ceil(turns / 2), SHORT_WORDS, "one");
  for (let n = 0; n < Math.floor(turns / 2); n++) {
    await session.say(message(100 + n, SHORT_WORDS), n % 2 === 0 ? "one" : "other");
    await session.drained();
  }
  await session.idlePass();
  await session.say(`Is there anything else about the ${thing(1)}?`, "one");
  await session.drained();
}

/** More is said than a slot holds; the last message is short. */
async function nearFull(session: Session, turns: number): Promise<void> {
  await talk(session, turns * 2, LONG_WORDS / 2);
  await session.say("Hello");
  await session.drained();
}

async function japanese(session: Session, turns: number): Promise<void> {
  for (let n = 0; n < turns; n++) {
    await session.say(messageInJapanese(n));
    await session.drained();
  }
}
