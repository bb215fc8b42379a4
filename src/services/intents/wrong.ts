import type { Fact } from "../../domain/model/fact.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import { toMs, type Instant } from "../../domain/model/time.ts";
import { numbered } from "../forgetting/notice.ts";
import { describeFact } from "../retrieval/memory-items.ts";
import { outcome, intentOf, type Execute, type IntentContext, type IntentOutcome } from "./plan.ts";
import { memoriesUsedIn } from "./used-memories.ts";

/** Facts the last reply was based on and that are still believed. */
async function believed(context: IntentContext): Promise<Fact[]> {
  const { user, previous } = context;
  if (previous === null) return [];
  const used = (await memoriesUsedIn(context, previous)).filter((item) => item.kind === "fact");
  const facts = await user.factsById(used.map((item) => item.id));
  return facts.filter((fact) => CURRENT_STATUSES.includes(fact.status));
}

/** "That's wrong": disputes the facts the last reply was based on. Null if it was not based on memory. */
export async function planWrong(context: IntentContext): Promise<Execute | null> {
  const facts = await believed(context);
  if (facts.length === 0) return null;
  if (facts.length === 1) return () => dispute(context, facts);
  return async () => askWhich(context, facts.slice(0, CHOICES_MAX));
}

/** Maximum choices shown; more would not be a usable question. */
const CHOICES_MAX = 5;

/** Asks with numbered choices; nothing is done until the user answers. */
function askWhich({ say }: IntentContext, facts: readonly Fact[]): IntentOutcome {
  const lines = numbered(facts.map(({ text }) => text));
  const note = "You asked the user which memory they mean and did nothing yet.";
  const ids = facts.map(({ id }) => id);
  return outcome([say.askWrong, ...lines, say.howToAnswer(facts.length)].join("\n"), note, {
    actions: [{ action: "asked", ids, counts: { choices: facts.length } }],
    // The reply shows them: forgetting one also goes through this turn.
    recalled: facts.map((fact, at) => ({
      n: at + 1,
      kind: "fact",
      id: fact.id,
      ...describeFact(fact),
      score: 1,
    })),
    intent: intentOf("wrong", {
      state: "asked",
      candidates: ids.map((id) => ({ factIds: [id], episodeIds: [] })),
    }),
  });
}

export async function dispute(context: IntentContext, facts: readonly Fact[]): Promise<IntentOutcome> {
  const { deps, user, say } = context;
  const { changeIds } = await deps.graphLock.run(user.userId, () =>
    user.apply({
      actor: "user",
      reason: "called_wrong",
      mutations: facts.map(({ id }) => ({ op: "fact.patch", id, set: { status: "disputed" } })),
    }),
  );
  const factIds = facts.map((fact) => fact.id);
  return outcome(say.disputed, "The user called what you said wrong; it is marked as disputed.", {
    actions: [{ action: "disputed", ids: factIds, counts: { facts: factIds.length } }],
    intent: intentOf("wrong", { candidates: [{ factIds, episodeIds: [] }], changeIds }),
  });
}

/** "Why do you think so?": the evidence behind the last reply. Null if it was not based on memory. */
export async function planWhy(context: IntentContext): Promise<Execute | null> {
  const { user, previous, say } = context;
  const used = previous === null ? [] : await memoriesUsedIn(context, previous);
  if (used.length === 0) return null;
  const facts = new Map((await user.factsById(used.map((item) => item.id))).map((fact) => [fact.id, fact]));
  const lines = used.map((item) => {
    const fact = facts.get(item.id);
    const evidence = item.evidence.at(-1);
    const status = say.status[(fact?.status ?? item.status) as keyof typeof say.status];
    const source = evidence
      ? `"${evidence.quote}" (${say.saidBy(speakerOf(evidence.assertedBy), evidence.assertedBy, dayOf(context, evidence.occurredAt))})`
      : `${item.text} (${say.entered})`;
    return `${item.n}. ${source.replace(/\s+/g, " ")}${item.kind === "fact" && status ? `: ${status}` : ""}`;
  });
  return async () =>
    outcome(
      `${say.because}\n${lines.join("\n")}`,
      "You have just shown the user the memories behind your last reply.",
      {
        actions: [
          { action: "explained", ids: used.map((item) => item.id), counts: { memories: used.length } },
        ],
        recalled: used,
        intent: intentOf("why", { candidates: [{ factIds: [...facts.keys()], episodeIds: [] }] }),
      },
    );
}

/** A date as written in that language, in the user's zone. */
function dayOf({ say, timeZone }: IntentContext, at: Instant): string {
  return new Intl.DateTimeFormat(say.locale, { dateStyle: "long", timeZone }).format(toMs(at));
}

function speakerOf(assertedBy: string): "user" | "assistant" | "other" {
  return assertedBy === "user" || assertedBy === "assistant" ? assertedBy : "other";
}
