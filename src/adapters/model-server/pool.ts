import { createHash } from "node:crypto";
import { EngramError } from "../../errors.ts";
import type {
  ChatModel,
  ModelEvent,
  ModelLearned,
  ModelRequest,
  ModelState,
} from "../../ports/chat-model.ts";

export interface PooledServer {
  url: string;
  model: ChatModel;
}

interface Member extends PooledServer {
  /** Answers in progress for this process. */
  busy: number;
  /** Skipped until then if another server is available: it did not answer. */
  downUntil: number;
}

/** A server that did not answer is retried after this, milliseconds. */
const DOWN_MS = 5_000;
/** How many more answers than the least busy server a conversation's server may have before its cached prefix is given up. */
const SLACK = 1;

/**
 * Several model servers as one. A request goes to the server of its conversation, which has its prefix cached,
 * unless that is busier than others; else to the least busy. A conversation's server follows from its
 * id (highest random weight), so that all processes agree without communication. One that does not answer is skipped for
 * a while; a request without any answer yet goes to the next.
 */
export function createModelPool(servers: PooledServer[]): ChatModel {
  const members: Member[] = servers.map((server) => ({ ...server, busy: 0, downUntil: 0 }));
  const first = members[0] as Member;

  const choose = (conversationId: string | undefined, tried: Set<Member>): Member | undefined => {
    const left = members.filter((member) => !tried.has(member));
    const up = left.filter(({ downUntil }) => downUntil <= performance.now());
    const candidates = up.length > 0 ? up : left;
    const least = Math.min(...candidates.map(({ busy }) => busy));
    const own =
      conversationId &&
      candidates.toSorted((a, b) => weight(conversationId, b.url) - weight(conversationId, a.url))[0];
    if (own && own.busy <= least + SLACK) return own;
    return candidates.find(({ busy }) => busy === least);
  };

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const tried = new Set<Member>();
    for (;;) {
      const member = choose(request.conversationId, tried);
      if (!member) throw new EngramError("model_unavailable");
      tried.add(member);
      member.busy += 1;
      let begun = false;
      try {
        for await (const event of member.model.stream(request, signal)) {
          begun = true;
          yield event;
        }
        member.downUntil = 0;
        return;
      } catch (error) {
        if (!isAway(error)) throw error;
        member.downUntil = performance.now() + DOWN_MS;
        if (begun || signal.aborted || tried.size === members.length) throw error;
      } finally {
        member.busy -= 1;
      }
    }
  }

  return {
    info() {
      const infos = members.map(({ model }) => model.info());
      const contexts = infos.flatMap(({ contextTokens }) => contextTokens ?? []);
      return {
        ...first.model.info(),
        contextTokens: contexts.length > 0 ? Math.min(...contexts) : null,
        learned: slowest(infos.flatMap(({ learned }) => learned ?? [])),
      };
    },
    async health(signal) {
      const states = await Promise.all(members.map(({ model }) => model.health(signal)));
      for (const [at, member] of members.entries())
        member.downUntil = states[at] === "ready" ? 0 : performance.now() + DOWN_MS;
      const order: ModelState[] = ["ready", "loading"];
      return order.find((state) => states.includes(state)) ?? "down";
    },
    stream,
    warm: (request, signal) => ofEach(members, async ({ model }) => model.warm?.(request, signal) ?? []),
    probe: (signal) => ofEach(members, async ({ model }) => model.probe?.(signal) ?? []),
    async close() {
      await Promise.all(members.map(({ model }) => model.close()));
    },
  };
}

/** The results of those that succeeded. */
async function ofEach<T>(members: Member[], work: (member: Member) => Promise<T[]>): Promise<T[]> {
  const all = await Promise.allSettled(members.map(work));
  return all.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}

/** Facts about the pool that hold for any of its servers. */
function slowest(all: ModelLearned[]): ModelLearned | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const least = (numbers: (number | null)[]): number | null => {
    const known = numbers.filter((one) => one !== null);
    return known.length > 0 ? Math.min(...known) : null;
  };
  const every = (answers: (boolean | null)[]): boolean | null =>
    answers.includes(false) ? false : answers.includes(null) ? null : true;
  return {
    served: [...new Set(all.flatMap(({ served }) => served ?? []))].toSorted().join(", ") || null,
    models: all.flatMap(({ models }) => models),
    choice: first.choice,
    refusesKey: all.some(({ refusesKey }) => refusesKey),
    takesEffort: every(all.map(({ takesEffort }) => takesEffort)),
    slots: least(all.map(({ slots }) => slots)),
    streams: every(all.map(({ streams }) => streams)),
    tellsUsage: every(all.map(({ tellsUsage }) => tellsUsage)),
    thought: first.thought,
    keepsSchema: every(all.map(({ keepsSchema }) => keepsSchema)),
    reusesPrompt: every(all.map(({ reusesPrompt }) => reusesPrompt)),
    tokensPerEstimate: Math.max(...all.map(({ tokensPerEstimate }) => tokensPerEstimate)),
    promptSpeed: least(all.map(({ promptSpeed }) => promptSpeed)),
    generationSpeed: least(all.map(({ generationSpeed }) => generationSpeed)),
  };
}

function isAway(error: unknown): boolean {
  return error instanceof EngramError && error.code === "model_unavailable";
}

function weight(conversationId: string, url: string): number {
  return createHash("sha256").update(`${conversationId}\u0000${url}`).digest().readUInt32BE(0);
}
