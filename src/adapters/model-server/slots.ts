import { estimateTokens } from "../../language/text.ts";
import type { ModelMessage, ModelRequest, ModelUsage } from "../../ports/chat-model.ts";

/** Where a request finds its prompt read. */
export interface SlotTarget {
  /** The slot it asks for; null on a server with one. */
  slot: number | null;
  /** In front of the instructions: the places of one slot differ from there on. */
  blankLines: number;
}

export interface ChosenSlot extends SlotTarget {
  /** In the table. */
  at: number;
  /** Tokens, as estimated, that the place must have read already if it is what it is taken for. */
  known: number;
}

interface SlotContents {
  /** Whose prompts it has read: a conversation's, or those of background work; null at first. */
  owner: string | null;
  usedAt: number;
  /** When a request of ours on it ended: the server may take a moment to see that. */
  leftAt: number;
  prompt: readonly ModelMessage[];
}

/** Asked before a request is sent, so it may cost little. */
export type AskIdle = () => Promise<boolean[] | null>;

const BACKGROUND = "background";
/** After this a conversation is taken to be left, milliseconds. */
const REVISITED_MS = 600_000;
/** An aborted request frees its slot within the batch it is in, milliseconds. */
const LEAVING_MS = 2_000;
/** Of what must be known; fewer tokens found tell that slots are not kept apart. */
const FOUND_MIN = 0.3;
const KNOWN_MIN = 600;
const STRIKES_MAX = 2;
/** Places of a server with one slot: as many conversations in turn are found again. */
const CACHED_PROMPTS_OF_ONE = 4;
/**
 * The order in which they are read ahead. What left the slot comes once more, twice: a server without a RAM cache does not
 * find it, and has places no longer; its slot then has what a prompt without blank lines begins with.
 */
const AHEAD_OF_ONE = [1, 0, 1, 0, 2, 3];
/** Prompts go cold by themselves too, as at midnight, when the date in them changes: after this it is tried again. */
const FORGIVEN_MS = 3_600_000;

/**
 * Keeps conversations in slots of their own. Left to itself the server takes the slot whose prompt begins most alike, and
 * all chats begin with the same rules: two conversations, or a client's own request, would drive each other out of one
 * slot while another is empty. A slot is asked for only while it is idle, as a request waits for the one it names. On a
 * server that does not keep them apart (`-kvu`), or that others use, what was read is not found again: then none is named.
 *
 * One slot drops what comes behind a common beginning that is half of its prompt or more, and keeps in RAM what begins
 * otherwise. There a conversation's place is a number of blank lines in front of its instructions.
 */
export class SlotKeeper {
  readonly #askIdle: AskIdle;
  #held: SlotContents[] = [];
  #strikes = 0;
  #struckAt = 0;

  constructor(askIdle: AskIdle) {
    this.#askIdle = askIdle;
  }

  /** Null: the server is to choose. */
  async choose(request: ModelRequest, slots: number | null): Promise<ChosenSlot | null> {
    if (performance.now() - this.#struckAt > FORGIVEN_MS) this.#strikes = 0;
    if (slots === null || this.#strikes >= STRIKES_MAX) return null;
    const owner = ownerOf(request);
    // Background work begins otherwise than chats: one slot keeps both.
    if (slots === 1 && owner === BACKGROUND) return null;
    const idle = slots === 1 ? ALL_OF_ONE : await this.#askIdle();
    if (idle === null) return null;
    const table = this.#table(slots);
    const own = table.findIndex((one) => one.owner === owner);
    const at = own >= 0 ? own : this.#placeFor(request, idle);
    const held = table[at];
    if (held === undefined || !(idle[at] === true || performance.now() - held.leftAt < LEAVING_MS))
      return null;
    const known = own >= 0 ? commonTokens(held.prompt, request.messages) : 0;
    Object.assign(held, { owner, usedAt: performance.now(), prompt: request.messages });
    return chosenSlotAt(at, slots, known);
  }

  /** Where what every conversation begins with is to be read ahead, one after the other, until a conversation is there. */
  *ahead(request: ModelRequest, unused: readonly number[], slots: number | null): Generator<ChosenSlot> {
    if (slots !== 1) return yield* unused.map((at) => chosenSlotAt(at, slots, 0));
    for (const at of unused.length > 0 ? AHEAD_OF_ONE : []) {
      const held = this.#table(slots)[at];
      if (held?.owner !== null || this.#strikes >= STRIKES_MAX) return;
      yield chosenSlotAt(at, slots, commonTokens(held.prompt, request.messages));
      held.prompt = request.messages;
    }
  }

  /** The request ended; with what the server found of its prompt, where it tells. */
  left(chosen: ChosenSlot, usage: ModelUsage | null): void {
    const held = this.#held[chosen.at];
    if (held !== undefined) held.leftAt = performance.now();
    if (usage === null || chosen.known < KNOWN_MIN) return;
    const isFound = usage.cachedTokens >= chosen.known * FOUND_MIN;
    this.#strikes = isFound ? 0 : this.#strikes + 1;
    this.#struckAt = performance.now();
  }

  /** The server went away: whoever comes back has read nothing. */
  forget(): void {
    this.#held = [];
  }

  #table(slots: number): SlotContents[] {
    const cachedPrompts = slots === 1 ? CACHED_PROMPTS_OF_ONE : slots;
    const never = Number.NEGATIVE_INFINITY;
    while (this.#held.length < cachedPrompts)
      this.#held.push({ owner: null, usedAt: 0, leftAt: never, prompt: [] });
    return this.#held;
  }

  /** The one used least recently; of a conversation that is left, or of none, the one that has read the same rules. */
  #placeFor({ messages }: ModelRequest, idle: readonly boolean[]): number {
    const left = performance.now() - REVISITED_MS;
    const free = this.#held
      .flatMap((held, at) => (idle[at] === true ? [{ at, ...held }] : []))
      .sort((a, b) => a.usedAt - b.usedAt);
    const alike = free.find(
      ({ owner, usedAt, prompt }) =>
        (owner === null || usedAt < left) && commonTokens(prompt, messages) >= KNOWN_MIN,
    );
    return (alike ?? free[0])?.at ?? -1;
  }
}

const ALL_OF_ONE = Array.from({ length: CACHED_PROMPTS_OF_ONE }, () => true);

function chosenSlotAt(at: number, slots: number | null, known: number): ChosenSlot {
  const isOne = slots === 1;
  return { at, known, slot: isOne ? null : at, blankLines: isOne ? at : 0 };
}

function ownerOf({ purpose, conversationId }: ModelRequest): string {
  return purpose === "chat" || purpose === "extract" ? (conversationId ?? BACKGROUND) : BACKGROUND;
}

/** Of the messages with which both prompts begin. */
function commonTokens(before: readonly ModelMessage[], now: readonly ModelMessage[]): number {
  let tokens = 0;
  for (const [at, { role, content }] of now.entries()) {
    const same = before[at];
    if (same?.role !== role || same.content !== content) break;
    tokens += typeof content === "string" ? estimateTokens(content) : 0;
  }
  return tokens;
}
