import type { Call, CallKind } from "./call.ts";
import { idealsOf, type Ideal } from "./ideal.ts";
import type { Session } from "./session.ts";

/** Tokens read against tokens that had to be read. */
export interface Reading {
  calls: number;
  reread: number;
  ideal: number;
  /** Null where nothing had to be read. */
  ratio: number | null;
}

export interface Measured {
  replies: number;
  /** Messages that got no reply. */
  failed: number;
  /** Replies after the first, which finds an empty cache. */
  reply: Reading;
  extraction: Reading;
  /** Extractions that a message cut short. */
  extractionsAborted: number;
  /** Turns that are still to be extracted at the end, and those that were set aside. */
  notExtracted: { waiting: number; setAside: number };
  /** Titles and follow-up questions of chat clients. */
  background: Reading;
  idlePass: { promptTokens: number; reread: number; verified: number; perStatement: number | null };
  /** The first reply after each idle pass. */
  afterPass: Reading;
  /** All prompt tokens the server read, by its own count. */
  readInAll: number;
  /** Calls whose prompt, as the bench made it, is not as long as the server says: the ideals would be wrong. */
  promptsUnlike: number;
  failures: string[];
  /** Every call, for whoever wants to know which one read too much. */
  calls: (Pick<Call, "id" | "kind" | "reread" | "promptTokens" | "aborted"> & { ideal: number | null })[];
}

export async function measured(session: Session, readInAll: number): Promise<Measured> {
  const { api, llama, proxy } = session.rig;
  const { pending, failed } = (await api.get("/health")).body;
  const ideals = await idealsOf(llama.url, proxy.calls);
  const calls = proxy.calls.filter(({ id }) => id >= session.measuredFrom);
  const of = (kind: CallKind): Call[] => calls.filter((call) => call.kind === kind);
  const answered = (kind: CallKind): Call[] => of(kind).filter(({ reread }) => reread !== null);
  const passCalls = calls.filter(({ id }) => session.passes.some(({ from, to }) => id >= from && id < to));
  const verified = session.passes.reduce((sum, pass) => sum + pass.verified, 0);
  const promptTokens = sum(passCalls, ({ id }) => ideals.get(id)?.promptTokens ?? 0);
  const reading = (some: Call[]): Reading => readingOf(some, ideals);
  return {
    replies: answered("reply").length,
    failed: session.failures.length,
    reply: reading(answered("reply").slice(1)),
    extraction: reading(answered("extraction").slice(1)),
    extractionsAborted: of("extraction").filter(({ aborted }) => aborted).length,
    notExtracted: { waiting: pending.extraction, setAside: failed.extraction },
    background: reading(answered("background")),
    idlePass: {
      promptTokens,
      reread: sum(passCalls, ({ reread }) => reread ?? 0),
      verified,
      perStatement: verified === 0 ? null : Math.round(promptTokens / verified),
    },
    afterPass: reading(firstAfterPasses(session, answered("reply"))),
    readInAll,
    promptsUnlike: calls.filter(
      ({ id, promptTokens }) => promptTokens !== null && promptTokens !== ideals.get(id)?.promptTokens,
    ).length,
    failures: session.failures,
    calls: calls.map(({ id, kind, reread, promptTokens, aborted }) => {
      return { id, kind, reread, promptTokens, aborted, ideal: ideals.get(id)?.tokens ?? null };
    }),
  };
}

function firstAfterPasses(session: Session, replies: Call[]): Call[] {
  return session.passes.flatMap(({ to }) => replies.find(({ id }) => id >= to) ?? []);
}

function readingOf(calls: Call[], ideals: ReadonlyMap<number, Ideal>): Reading {
  const reread = sum(calls, (call) => call.reread ?? 0);
  const ideal = sum(calls, ({ id }) => ideals.get(id)?.tokens ?? 0);
  return { calls: calls.length, reread, ideal, ratio: ideal === 0 ? null : reread / ideal };
}

function sum(calls: readonly Call[], of: (call: Call) => number): number {
  return calls.reduce((total, call) => total + of(call), 0);
}
