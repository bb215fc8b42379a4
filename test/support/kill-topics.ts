import type { Mutation } from "../../src/domain/model/mutation.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { batch, entity, fact } from "../contracts/memory-store-story.ts";
import { all, type KillScenario } from "./kill-jobs.ts";

/** Circles of friends; no more of whom a model writes than one run may ask about. */
const CIRCLES = 4;
const FRIENDS = 6;
/** Things with two facts each, which code sums up: several pages of them. */
const OTHERS = 300;

/** The jobs that gather what is known: topics, and summaries of entities. */
export const TOPICS: KillScenario = { jobs: ["communities", "summarise"], stage, stateOf };

async function stage(user: UserStore): Promise<void> {
  await user.self();
  const mutations: Mutation[] = [];
  const add = (id: string, name: string): void =>
    void mutations.push({
      op: "entity.put",
      entity: entity(id, name, { type: "person", status: "verified" }),
    });
  const tell = (id: string, subject: string, text: string, objectId?: string): void =>
    void mutations.push({
      op: "fact.put",
      fact: fact(id, subject, "KNOWS", {
        text,
        status: "verified",
        ...(objectId === undefined ? { value: text } : { objectId, value: null }),
      }),
    });
  for (let circle = 0; circle < CIRCLES; circle++) {
    for (let n = 0; n < FRIENDS; n++) {
      const id = `p${circle}-${n}`;
      add(id, `Frida${circle}x${n}`);
      for (let other = 0; other < n; other++)
        tell(
          `k${id}-${other}`,
          id,
          `Frida${circle}x${n} sails with Frida${circle}x${other}.`,
          `p${circle}-${other}`,
        );
    }
  }
  for (let n = 0; n < OTHERS; n++) {
    add(`o${n}`, `Otto${n}`);
    tell(`o${n}-tea`, `o${n}`, `Otto${n} likes tea.`);
    tell(`o${n}-cake`, `o${n}`, `Otto${n} likes cake.`);
  }
  for (let at = 0; at < mutations.length; at += 300) await user.apply(batch(mutations.slice(at, at + 300)));
}

/** Ids of topics are made up as they are found. */
async function stateOf(user: UserStore): Promise<string[]> {
  const entities = await all((cursor) => user.entityPage({ limit: 200, cursor }));
  const topics = await all((cursor) => user.communityPage({ limit: 200, cursor }));
  return [
    ...entities.map(
      ({ id, summary, summaryBasis }) => `entity ${id} ${summary} ${JSON.stringify(summaryBasis)}`,
    ),
    ...topics.map(
      ({ name, summary, members, factIds, writtenBy, asked }) =>
        `topic ${JSON.stringify({ name, summary, members, factIds, writtenBy, asked })}`,
    ),
  ].sort();
}
