import type { ChatBody } from "./script.ts";

export const MISBEHAVIOURS = [
  "malformed-json",
  "truncated",
  "stall",
  "silent",
  "loading",
  "error-in-stream",
  "cut",
  "cut-before-first-byte",
  "peg-500",
  "ctx-exceeded",
  "refuse",
  "slow-prompt",
] as const;

export type MisbehaviourKind = (typeof MISBEHAVIOURS)[number];

export interface MisbehaveOptions {
  /** How many chat requests are hit; by default all until `restore()`. */
  times?: number;
  when?: (body: ChatBody) => boolean;
  /** `slow-prompt`: how long the prompt is processed. Default 1,000. */
  ms?: number;
  /** `slow-prompt`: between two pings. Default 100. */
  pingMs?: number;
}

export interface Misbehaviour extends MisbehaveOptions {
  kind: MisbehaviourKind;
  left: number;
}

/** Active misbehaviours; the latest one that matches a request wins. */
export class Misbehaviours {
  #active: Misbehaviour[] = [];

  add(kind: MisbehaviourKind, options: MisbehaveOptions): void {
    this.#active.unshift({ ...options, kind, left: options.times ?? Infinity });
  }

  clear(): void {
    this.#active = [];
  }

  /** The one that hits this chat request; it is counted. */
  hit(body: ChatBody): Misbehaviour | undefined {
    const found = this.#active.find((one) => one.when?.(body) ?? true);
    if (found !== undefined) found.left -= 1;
    this.#active = this.#active.filter((one) => one.left > 0);
    return found;
  }

  /** While a model loads, every route answers 503. */
  get loading(): boolean {
    return this.#active.some((one) => one.kind === "loading" && one.when === undefined);
  }
}
