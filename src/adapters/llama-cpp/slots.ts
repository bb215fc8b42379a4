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

/** Asked before a request is sent, so it may cost little. */
export type AskIdle = () => Promise<boolean[] | null>;

const BACKGROUND = "background";
/** An aborted request frees its slot within the batch it is in, milliseconds. */
const LEAVING_MS = 2_000;
/** Of what must be known; fewer tokens found tell that slots are not kept apart. */
const FOUND_MIN = 0.3;
const KNOWN_MIN = 600;
const STRIKES_MAX = 2;
/** Prompts go cold by themselves too, as at midnight, when the date in them changes: after this it is tried again. */
const FORGIVEN_MS = 3_600_000;

/**
 * Keeps conversations in slots of their own, and background work in another. Left to itself the server takes the slot whose
 * prompt begins most alike, and all chats begin alike: two conversations, or a client's own request, would drive each other
 * out of one slot while another is empty. A slot is asked for only while it is idle, as a request waits for the one it
 * names. On a server that does not keep them apart (`-kvu`), or that others use, what was read is not found again: then
 * none is named, nor on a server with one slot.
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
    const slot = own >= 0 ? own : leastRecent(table, idle);
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

/** Of the idle ones; -1 where none is. */
function leastRecent(table: readonly SlotContents[], idle: readonly boolean[]): number {
  const free = table.flatMap(({ usedAt }, slot) => (idle[slot] === true ? [{ slot, usedAt }] : []));
  return free.toSorted((a, b) => a.usedAt - b.usedAt)[0]?.slot ?? -1;
}

/** What is read ahead for a conversation belongs to it. */
function ownerOf({ purpose, conversationId }: ModelRequest): string {
  return purpose === "chat" || purpose === "warm" ? (conversationId ?? BACKGROUND) : BACKGROUND;
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
