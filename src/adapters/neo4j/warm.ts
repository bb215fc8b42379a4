import { v7 as uuid } from "uuid";
import { newEntity } from "../../domain/model/entity.ts";
import { newFact } from "../../domain/model/fact.ts";
import type { Instant } from "../../domain/model/time.ts";
import { EngramError } from "../../errors.ts";
import type { NewEpisode, SearchKind } from "../../ports/memory-store.ts";
import type { HashKey } from "../store-core/hash-key.ts";
import { type Connection, LONG_MS } from "./connection.ts";
import { createContext } from "./context.ts";
import { USER } from "./operations.ts";
import { type UserContext, userContext } from "./user-context.ts";

const ROLLED_BACK = new EngramError("cancelled", "Warmed up");

/**
 * A server plans each statement on first use, which takes up to a second for each; that must not delay a
 * user's first message. Plays one turn of a nonexistent user, with all its statements, and rolls it back.
 */
export async function warm(connection: Connection, now: Instant, hashKey: HashKey): Promise<void> {
  try {
    await connection.run(
      "write",
      (tx) => turn(userContext(createContext(tx, `warm ${uuid()}`, { now, hashKey }, "first"))),
      LONG_MS,
    );
  } catch (error) {
    if (error !== ROLLED_BACK) throw error;
  }
}

const KINDS: SearchKind[] = ["fact", "entity", "episode", "reply", "dialogue"];
const CONVERSATION = "c";
const EPISODE = "e";

async function turn(ctx: UserContext): Promise<never> {
  const { openEpisode, apply, self } = USER;
  const me = await self(ctx);
  const opened = await openEpisode(ctx, newEpisode(ctx.now));
  await reads(ctx, me.id);
  await USER.completeEpisode(ctx, EPISODE, {
    assistantReply: "warm",
    state: "complete",
    recalled: [],
    model: null,
  });
  const evidence = {
    episodeId: EPISODE,
    part: "user",
    start: 0,
    end: 4,
    quote: "warm",
    assertedBy: "user",
  } as const;
  await apply(ctx, {
    actor: "live",
    reason: "warm",
    once: "warm",
    expect: { episodeId: EPISODE, extraction: "pending" },
    mutations: [
      { op: "entity.put", entity: newEntity({ id: "x", name: "warm", createdAt: ctx.now }) },
      { op: "mention.put", episodeId: EPISODE, entityId: "x", start: 0, end: 4 },
      {
        op: "fact.put",
        fact: newFact({
          id: "f",
          subjectId: me.id,
          predicate: "LIKES",
          objectId: "x",
          text: "warm",
          confidence: 0.5,
          createdAt: ctx.now,
          status: "staged",
          evidence: [{ ...evidence, occurredAt: ctx.now }],
        }),
      },
      { op: "episode.patch", id: EPISODE, set: { extraction: { state: "done", attempts: 1, error: null } } },
    ],
  });
  await reads(ctx, me.id);
  if (opened.outcome !== "opened") throw new EngramError("internal", "The warm-up found another's turn");
  throw ROLLED_BACK;
}

async function reads(ctx: UserContext, selfId: string): Promise<void> {
  const ops = USER;
  const statuses = ["staged", "verified"] as const;
  const ids = [EPISODE];
  await Promise.all([ops.settings(ctx), ops.conversation(ctx, CONVERSATION), ops.episode(ctx, EPISODE)]);
  await ops.episodes(ctx, { conversationId: CONVERSATION, order: "newest", limit: 5 });
  await ops.episodes(ctx, { conversationId: CONVERSATION, extraction: "pending", order: "oldest", limit: 5 });
  await ops.episodes(ctx, { occurred: { from: ctx.now }, order: "newest", limit: 5 });
  await ops.entitiesByAlias(ctx, ["warm", "i"]);
  const words = { terms: ["warm"], limit: 5, statuses };
  await Promise.all(KINDS.map((kind) => ops.search(ctx, { ...words, kind })));
  await ops.facts(ctx, { entityIds: [selfId, "x"], statuses, limit: 5 });
  await ops.facts(ctx, { valid: { from: ctx.now, to: ctx.now }, statuses, limit: 5 });
  await ops.facts(ctx, { episodeIds: ids, statuses, limit: 5 });
  await ops.known(ctx, { names: ["warm", "i"], self: true, statuses, limit: 5, around: 5, depth: 3 });
  await Promise.all([ops.factsById(ctx, ["f"]), ops.entitiesById(ctx, ["x"]), ops.episodesById(ctx, ids)]);
  await Promise.all([ops.neighbours(ctx, ids, 1), ops.mentions(ctx, ids), ops.mentionsOf(ctx, ["x"])]);
}

function newEpisode(now: Instant): NewEpisode {
  return {
    id: EPISODE,
    conversationId: CONVERSATION,
    createConversation: true,
    userMessage: "warm",
    source: "chat",
    state: "open",
    memory: "on",
    mode: "chat",
    occurredAt: now,
    recordedAt: now,
    extract: true,
  };
}
