/** The turns that are stored, the same through the store and raw. */
import type { Mutation, MutationBatch } from "../../../src/domain/model/mutation.ts";
import type { Evidence } from "../../../src/domain/model/fact.ts";
import type {
  Embeddable,
  Embedded,
  MemoryStore,
  UserStore,
  Vectors,
} from "../../../src/ports/memory-store.ts";
import { broughtBy } from "../../../src/services/embedding/embed-memories.ts";
import { THINGS, TOWNS } from "../first-token.ts";

export const TAG = "bench/384";
const DIMENSIONS = 384;
const AT = "2026-03-01T09:00:00.000Z";

/** A word that stands in few turns, one that stands in every tenth, one in every hundredth. */
function wordsOf(n: number): { name: string; town: string; thing: string } {
  return {
    name: `Name${n % 997}`,
    town: TOWNS[Math.floor(n / 10) % TOWNS.length] as string,
    thing: `${THINGS[n % THINGS.length]}${Math.floor(n / 10) % 10}`,
  };
}

function messageOf(n: number): string {
  const { name, town, thing } = wordsOf(n);
  return `My friend ${name} moved to ${town}, works there since ${1950 + (n % 75)} and talks about a ${thing}.`;
}

export function questionOf(n: number): string {
  const { name, thing } = wordsOf(n);
  return `Where does ${name} live, and what about the ${thing}?`;
}

/** Any direction, the same for the same key. */
export function vectorOf(key: string): Float32Array {
  let seed = 7;
  for (let i = 0; i < key.length; i++) seed = (seed * 31 + key.charCodeAt(i)) | 0;
  const vector = Float32Array.from({ length: DIMENSIONS }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff - 0.5;
  });
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}

/** A turn with what was read from it, and the vectors of both. */
export interface Turn {
  n: number;
  batch: MutationBatch;
  vectors: Vectors;
}

export function turnOf(n: number, selfId: string): Turn {
  const batch: MutationBatch = {
    actor: "live",
    reason: "extraction",
    once: `extract:e${n}`,
    expect: { episodeId: `e${n}`, extraction: "pending" },
    mutations: extractionOf(n, selfId),
  };
  const items = broughtBy({ id: `e${n}`, userMessage: messageOf(n), speaker: null }, batch);
  return { n, batch, vectors: { tag: TAG, items: items.map(withVector) } };
}

function withVector(item: Embeddable): Embedded {
  return { ...item, vector: vectorOf(item.id) };
}

/** A user whose memories get vectors as they come. */
export async function newUser(store: MemoryStore, name: string): Promise<{ user: UserStore; self: string }> {
  const user = store.forUser(name);
  const { id } = await user.self();
  await embedWaiting(user);
  return { user, self: id };
}

async function embedWaiting(user: UserStore): Promise<void> {
  for (let waiting = await user.unembedded(TAG, 700); waiting.length > 0;) {
    await user.putVectors(TAG, waiting.map(withVector));
    waiting = await user.unembedded(TAG, 700);
  }
}

/**
 * One turn as the service stores it: its words, then what the extraction found in them, with the vectors. `waits` for its
 * words to be stored before the rest; else both are sent as they come, which only SQLite keeps in order.
 */
export async function storeTurn(
  user: UserStore,
  { n, batch, vectors }: Turn,
  { waits = true }: { waits?: boolean } = {},
): Promise<void> {
  const said = sayTurn(user, n, "c0");
  if (waits) await said;
  await Promise.all([said, user.apply(batch, vectors)]);
}

async function sayTurn(
  user: UserStore,
  n: number,
  conversationId: string,
  userMessage = messageOf(n),
): Promise<void> {
  await user.openEpisode({
    id: `e${n}`,
    conversationId,
    createConversation: true,
    userMessage,
    assistantReply: "Noted.",
    source: "import",
    state: "complete",
    memory: "on",
    mode: "chat",
    occurredAt: AT,
    recordedAt: AT,
    extract: true,
  });
}

/** An episode patch, three entities with mentions, three facts. */
function extractionOf(n: number, selfId: string): Mutation[] {
  const text = messageOf(n);
  const { name, town, thing } = wordsOf(n);
  const entity = (part: string, label: string, type: string): Mutation => ({
    op: "entity.put",
    entity: {
      id: `${part}${n}`,
      name: `${label} ${n}`,
      type,
      aliases: [{ alias: `${label} ${n}`, kind: "name" }],
      summary: null,
      properties: {},
      confidence: 0.7,
      mentionCount: 1,
      createdAt: AT,
      lastMentionedAt: AT,
      status: "verified",
      isSelf: false,
      externalKeys: [],
    },
  });
  const mention = (part: string, word: string): Mutation => {
    const start = text.indexOf(word);
    return {
      op: "mention.put",
      episodeId: `e${n}`,
      entityId: `${part}${n}`,
      start,
      end: start + word.length,
    };
  };
  const fact = (
    part: string,
    subjectId: string,
    predicate: string,
    objectId: string,
    said: string,
  ): Mutation => ({
    op: "fact.put",
    fact: {
      id: `${part}${n}`,
      subjectId,
      predicate,
      objectId,
      value: null,
      polarity: "positive",
      text: said,
      confidence: 0.8,
      validAt: null,
      invalidAt: null,
      createdAt: AT,
      expiredAt: null,
      status: "verified",
      supersedes: null,
      change: "none",
      origin: null,
      evidence: [evidenceOf(n, text)],
    },
  });
  return [
    entity("p", name, "person"),
    entity("t", town, "place"),
    entity("o", thing, "thing"),
    mention("p", name),
    mention("t", town),
    mention("o", thing),
    fact("fa", selfId, "HAS_FRIEND", `p${n}`, `The user's friend is ${name}.`),
    fact("fb", `p${n}`, "LIVES_IN", `t${n}`, `${name} lives in ${town} since ${1950 + (n % 75)}.`),
    fact("fc", `p${n}`, "TALKS_ABOUT", `o${n}`, `${name} talks about a ${thing}.`),
    {
      op: "episode.patch",
      id: `e${n}`,
      set: {
        summary: `A friend moved to ${town}.`,
        extraction: { state: "done", attempts: 1, error: null },
        verification: { state: "pending", attempts: 0, error: null },
      },
    },
  ];
}

function evidenceOf(n: number, text: string): Evidence {
  return {
    episodeId: `e${n}`,
    part: "user",
    start: 0,
    end: text.length,
    quote: text,
    assertedBy: "user",
    occurredAt: AT,
  };
}

export const FACTS_PER_TURN = 3;
const TURNS_AT_ONCE = 100;
const SAID_AT_ONCE = 10;

/** What nothing is learned from, in words that others of its kind have too. */
function trifleOf(n: number): string {
  const { town, thing } = wordsOf(n);
  return `On the way to ${town} I saw a ${thing} again and thought of nothing in particular for ${n % 60} minutes.`;
}

/** Many turns, their facts in few batches, to measure beside; the turns beyond those that told facts are trifles. */
export async function fill(
  user: UserStore,
  { facts, turns }: { facts: number; turns: number },
): Promise<void> {
  const self = await user.self();
  const telling = Math.ceil(facts / FACTS_PER_TURN);
  await user.unembedded(TAG, 1);
  for (let from = 0; from < turns; from += TURNS_AT_ONCE) {
    const some = Array.from({ length: Math.min(TURNS_AT_ONCE, turns - from) }, (_, i) => from + i);
    for (let at = 0; at < some.length; at += SAID_AT_ONCE) {
      const said = some.slice(at, at + SAID_AT_ONCE);
      const textOf = (n: number): string => (n < telling ? messageOf(n) : trifleOf(n));
      await Promise.all(said.map((n) => sayTurn(user, n, `c${Math.floor(n / 50)}`, textOf(n))));
    }
    const mutations = some.filter((n) => n < telling).flatMap((n) => extractionOf(n, self.id));
    if (mutations.length > 0) await user.apply({ actor: "import", reason: "bench", mutations });
    await embedWaiting(user);
  }
}
