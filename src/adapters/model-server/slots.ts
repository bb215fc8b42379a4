import { promptTokens } from "../../domain/model/prompt-tokens.ts";
import type { ModelMessage, ModelRequest, ModelUsage } from "../../ports/chat-model.ts";

/** A slot requested for a call. */
export interface ChosenSlot {
  slot: number;
  /** Estimated tokens it should have cached if it holds the expected prompt. */
  known: number;
}

interface SlotContents {
  /** Whose prompts it has cached: a conversation's, or those of background work; null at first. */
  owner: string | null;
  usedAt: number;
  /** When our last request on it ended: the server may take a moment to notice. */
  leftAt: number;
  prompt: readonly ModelMessage[];
}

const BACKGROUND = "background";
/** A program's own requests about a chat: a title, tags. */
const PROGRAM = "program";
/** Called before each request, so it must be cheap. */
export type AskIdle = () => Promise<boolean[] | null>;

/** An aborted request frees its slot after its current batch, milliseconds. */
const LEAVING_MS = 2_000;
/** A prompt that shares this much of its length as a prefix with another is overwritten, not saved to the server's RAM cache. */
const ALIKE_MIN = 0.5;
/** Share of the expected tokens; fewer cache hits mean that slots are not kept apart. */
const FOUND_MIN = 0.3;
const KNOWN_MIN = 600;
const STRIKES_MAX = 2;
/** Prompts also go cold by themselves, as at midnight, when their date changes: after this it is tried again. */
const FORGIVEN_MS = 3_600_000;

/**
 * Keeps conversations in separate slots, and background work in others. By default the server picks the slot with the
 * longest common prefix, and all chats begin alike: two conversations would evict each other from one slot while
 * another is empty. Prompts with different beginnings may share a slot: the server saves the old one to its RAM cache and
 * finds it there. A slot is requested only while it is idle, since a request waits for its slot. If a server does not keep
 * slots apart (`-kvu`), or others use it, cached prompts are lost: then no slot is requested, nor if there is only one.
 */
export class SlotKeeper {
  readonly #askIdle: AskIdle;
  #held: SlotContents[] = [];
  #strikes = 0;
  #struckAt = 0;

  constructor(askIdle: AskIdle) {
    this.#askIdle = askIdle;
  }

  /** Null: the server chooses. */
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

  /** The request ended; with the server's cache hits, if reported. */
  left({ slot, known }: ChosenSlot, usage: ModelUsage | null): void {
    const held = this.#held[slot];
    if (held !== undefined) held.leftAt = performance.now();
    if (usage === null || known < KNOWN_MIN) return;
    const isFound = usage.cachedTokens >= known * FOUND_MIN;
    this.#strikes = isFound ? 0 : this.#strikes + 1;
    this.#struckAt = performance.now();
  }

  /** The server went away: the next one has nothing cached. */
  forget(): void {
    this.#held = [];
  }

  #table(slots: number): SlotContents[] {
    while (this.#held.length < slots)
      this.#held.push({ owner: null, usedAt: 0, leftAt: Number.NEGATIVE_INFINITY, prompt: [] });
    return this.#held;
  }
}

/** The idle slot whose contents are least useful; -1 if none is idle. */
function cheapest(
  table: readonly SlotContents[],
  idle: readonly boolean[],
  messages: readonly ModelMessage[],
): number {
  const lossOf = ({ owner, prompt }: SlotContents): number => {
    if (owner === null) return 0;
    const isOverwritten = commonTokens(prompt, messages) >= promptTokens(prompt) * ALIKE_MIN;
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

/** A prompt processed ahead for a conversation belongs to it. */
function ownerOf({ purpose, conversationId }: ModelRequest): string {
  return purpose === "chat" || purpose === "warm" ? (conversationId ?? PROGRAM) : BACKGROUND;
}

/** Of the messages both prompts begin with. */
function commonTokens(before: readonly ModelMessage[], now: readonly ModelMessage[]): number {
  const differs = now.findIndex(
    ({ role, content }, at) => before[at]?.role !== role || before[at].content !== content,
  );
  return promptTokens(differs < 0 ? now : now.slice(0, differs));
}
