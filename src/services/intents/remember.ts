import type { Mutation } from "../../domain/model/mutation.ts";
import { EXPLICIT_IMPORTANCE } from "../../domain/model/episode.ts";
import { outcome, intentOf, lastSaid, type Execute, type IntentContext, type IntentOutcome } from "./plan.ts";
import type { Intent } from "./types.ts";

/** "Remember: ..." is an ordinary turn of high importance; "remember that" raises the importance of the last one. */
export async function planRemember(context: IntentContext, intent: Intent): Promise<Execute | null> {
  const { memory, say } = context;
  if (memory !== "on") {
    return async () =>
      outcome(say.notRemembered, "Memory is off for this message, so you cannot keep it.", {
        intent: intentOf("remember"),
      });
  }
  if (intent.scope === "words") return (episodeId) => raise(context, episodeId);
  const last = await lastSaid(context);
  return last === null || last.memory !== "on" ? null : () => raise(context, last.id);
}

async function raise(context: IntentContext, episodeId: string): Promise<IntentOutcome> {
  const { deps, user, say } = context;
  const mutations: Mutation[] = [
    { op: "episode.patch", id: episodeId, set: { importance: EXPLICIT_IMPORTANCE } },
  ];
  await deps.graphLock.run(user.userId, () => user.apply({ actor: "user", reason: "remember", mutations }));
  return outcome(say.remembered, "You have just promised the user to remember this.", {
    actions: [{ action: "remembered", ids: [episodeId], counts: { turns: 1 } }],
    intent: intentOf("remember"),
  });
}
