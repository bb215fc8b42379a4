import type { Mutation } from "../../src/domain/model/mutation.ts";
import { DAY_MS, plusMs } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { batch, entity, fact, quote, say } from "../contracts/memory-store-story.ts";
import type { KillScenario } from "./kill-jobs.ts";

const LONG_AGO = "2024-01-03T09:00:00.000Z";
/** Months of trifles; each makes a summary, and so a call of the model. */
const MONTHS = 24;
const TURNS_PER_MONTH = 4;
const MONTH_DAYS = 31;
/** People of whom something is known; several pages of them and of facts. */
const PEOPLE = 500;
const MILLS = 60;
const MUTATIONS_AT_ONCE = 500;

/**
 * An old memory: trifles by month, facts that fade and facts that are told often, entities of which nothing is known,
 * and people who work at one place. What is put away may leave an entity less sure, so confidence is looked at again.
 */
export const UPKEEP: KillScenario = {
  jobs: ["adjust-confidence", "prune", "adjust-confidence", "consolidate", "infer-relations"],
  async stage(user) {
    await user.self();
    await stageTrifles(user);
    await stageGraph(user);
  },
};

async function stageTrifles(user: UserStore): Promise<void> {
  const mutations: Mutation[] = [];
  for (let month = 0; month < MONTHS; month++) {
    for (let n = 0; n < TURNS_PER_MONTH; n++) {
      const occurredAt = plusMs(LONG_AGO, (month * MONTH_DAYS + n) * DAY_MS);
      const id = `trifle-${month}-${n}`;
      const text = `The bus ${month}${n} came ${n + 3} minutes late in Porto.`;
      await say(user, id, text, { conversationId: `talk${month}`, occurredAt, extract: false });
      mutations.push({ op: "episode.patch", id, set: { importance: 0.1 } });
    }
  }
  await applied(user, mutations);
}

async function stageGraph(user: UserStore): Promise<void> {
  const told = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      say(user, `told-${n}`, `Tea, said ${n}.`, {
        conversationId: "told",
        occurredAt: LONG_AGO,
        extract: false,
      }),
    ),
  );
  const mutations: Mutation[] = [];
  const old = { createdAt: LONG_AGO, lastMentionedAt: LONG_AGO, status: "verified" } as const;
  for (let n = 0; n < MILLS; n++)
    mutations.push({ op: "entity.put", entity: entity(`mill${n}`, `Mill ${n}`, old) });
  for (let n = 0; n < PEOPLE; n++) {
    mutations.push({ op: "entity.put", entity: entity(`p${n}`, `Person ${n}`, old) });
    if (n % 5 === 0) continue;
    const evidence = told.slice(0, 1 + (n % 6)).map((episode) => quote(episode, "Tea"));
    const known = { origin: "extract", createdAt: LONG_AGO, evidence };
    const weak = n % 3 === 0;
    const likes = fact(`likes${n}`, `p${n}`, "LIKES", {
      ...known,
      value: `tea ${n}`,
      status: weak ? "staged" : "verified",
      confidence: weak ? 0.35 : 0.8,
    });
    const work = {
      ...known,
      objectId: `mill${n % MILLS}`,
      value: null,
      status: "verified",
      confidence: 0.9,
    } as const;
    mutations.push(
      { op: "fact.put", fact: likes },
      { op: "fact.put", fact: fact(`works${n}`, `p${n}`, "WORKS_AT", work) },
    );
  }
  await applied(user, mutations);
}

async function applied(user: UserStore, mutations: Mutation[]): Promise<void> {
  for (let at = 0; at < mutations.length; at += MUTATIONS_AT_ONCE)
    await user.apply(batch(mutations.slice(at, at + MUTATIONS_AT_ONCE)));
}
