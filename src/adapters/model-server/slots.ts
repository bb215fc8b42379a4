import { estimateTokens } from "../../language/text.ts";
import type { ModelMessage, ModelRequest, ModelUsage } from "../../ports/chat-model.ts";

/** A slot that a request asks for. */
export interface ChosenSlot {
  slot: number;
  /** Tokens, as estimated, that it must have read already if it is what it is taken for. */
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

const BACKGROUND = "background";
/** A program's own requests about a chat: a title, tags. */
const PROGRAM = "program";
/** Asked before a request is sent, so it may cost little. */
export type AskIdle = () => Promise<boolean[] | null>;

/** An aborted request frees its slot within the batch it is in, milliseconds. */
const LEAVING_MS = 2_000;
/** A prompt that another one begins with to this share of its length is overwritten, not saved to the server's RAM cache. */
const ALIKE_MIN = 0.5;
/** Of what must be known; fewer tokens found tell that slots are not kept apart. */
const FOUND_MIN = 0.3;
const KNOWN_MIN = 600;
const STRIKES_MAX = 2;
/** Prompts go cold by themselves too, as at midnight, when the date in them changes: after this it is tried again. */
const FORGIVEN_MS = 3_600_000;

/**
 * Keeps conversations in slots of their own, and background work in others. Left to itself the server takes the slot whose
 * prompt begins most alike, and all chats begin alike: two conversations would drive each other out of one slot while
 * another is empty. What begins otherwise may share a slot: the server saves what it had to its RAM cache and finds it
 * there. A slot is asked for only while it is idle, as a request waits for the one it names. On a server that does not keep
 * slots apart (`-kvu`), or that others use, what was read is not found again: then none is named, nor on one with one slot.
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
    if (slots === null || slots === 1 || this.#strikes >= STRIKES_MAX) return null;
    const idle = await this.#askIdle();
    if (idle === null) return null;
    const owner = ownerOf(request);
    const table = this.#table(slots);
    const own = table.findIndex((one) => one.owner === owner);
    const slot = own >= 0 ? own : cheapest(table, idle, request.messages);
    const held = table[slot];
    if (held === undefined || !(idle[slot] === true || performance.now() - held.leftAt < LEAVING_MS))
      return null;
    const known = own >= 0 ? commonTokens(held.prompt, request.messages) : 0;
    Object.assign(held, { owner, usedAt: performance.now(), prompt: request.messages });
    return { slot, known };
  }

  /** The request ended; with what the server found of its prompt, where it tells. */
  left({ slot, known }: ChosenSlot, usage: ModelUsage | null): void {
    const held = this.#held[slot];
    if (held !== undefined) held.leftAt = performance.now();
    if (usage === null || known < KNOWN_MIN) return;
    const isFound = usage.cachedTokens >= known * FOUND_MIN;
    this.#strikes = isFound ? 0 : this.#strikes + 1;
    this.#struckAt = performance.now();
  }

  /** The server went away: whoever comes back has read nothing. */
  forget(): void {
    this.#held = [];
  }

  #table(slots: number): SlotContents[] {
    while (this.#held.length < slots)
      this.#held.push({ owner: null, usedAt: 0, leftAt: Number.NEGATIVE_INFINITY, prompt: [] });
    return this.#held;
  }
}

/** The idle slot whose contents are missed least; -1 where none is idle. */
function cheapest(
  table: readonly SlotContents[],
  idle: readonly boolean[],
  messages: readonly ModelMessage[],
): number {
  const lossOf = ({ owner, prompt }: SlotContents): number => {
    if (owner === null) return 0;
    const isOverwritten = commonTokens(prompt, messages) >= tokensOf(prompt) * ALIKE_MIN;
    return (isOverwritten ? 3 : 1) + (owner === BACKGROUND || owner === PROGRAM ? 0 : 1);
  };
  return table
    .flatMap((held, slot) => (idle[slot] === true ? [{ slot, usedAt: held.usedAt, loss: lossOf(held) }] : []))
    .reduce(
      (best, one) =>
        one.loss < best.loss || (one.loss === best.loss && one.usedAt < best.usedAt) ? one : best,
      { slot: -1, usedAt: Number.POSITIVE_INFINITY, loss: Number.POSITIVE_INFINITY },
    ).slot;
}

/** What is read ahead for a conversation belongs to it. */
function ownerOf({ purpose, conversationId }: ModelRequest): string {
  return purpose === "chat" || purpose === "warm" ? (conversationId ?? PROGRAM) : BACKGROUND;
}

function tokensOf(messages: readonly ModelMessage[]): number {
  return messages.reduce(
    (sum, { content }) => sum + (typeof content === "string" ? estimateTokens(content) : 0),
    0,
  );
}

/** Of the messages with which both prompts begin. */
function commonTokens(before: readonly ModelMessage[], now: readonly ModelMessage[]): number {
  const differs = now.findIndex(
    ({ role, content }, at) => before[at]?.role !== role || before[at].content !== content,
  );
  return tokensOf(differs < 0 ? now : now.slice(0, differs));
}
