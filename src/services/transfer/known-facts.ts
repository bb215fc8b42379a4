import type { Fact } from "../../domain/model/fact.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { AWAY_STATUSES, factsAbout, KNOWN_STATUSES, type StoredFacts } from "../extraction/turn-context.ts";

/**
 * The facts that turns planned one after another are compared with, read once per entity instead of once per turn: reading
 * them again for each of many turns about one person takes quadratic time. Valid while its owner holds the graph lock.
 */
export class KnownFacts {
  /** By subject, then by id. */
  readonly #facts = new Map<string, Map<string, Fact>>();
  readonly #user: UserStore;

  constructor(user: UserStore) {
    this.#user = user;
  }

  async about(ids: readonly string[]): Promise<StoredFacts> {
    for (const id of ids) {
      if (this.#facts.has(id)) continue;
      const { known, away } = await factsAbout(this.#user, [id]);
      this.#facts.set(id, new Map([...known, ...away].map((fact) => [fact.id, fact])));
    }
    const all = ids.flatMap((id) => [...(this.#facts.get(id)?.values() ?? [])]);
    return {
      known: all.filter(({ status }) => KNOWN_STATUSES.includes(status)),
      away: all.filter(({ status }) => AWAY_STATUSES.includes(status)),
    };
  }

  /** Reads what a batch changed. */
  async applied(mutations: readonly Mutation[]): Promise<void> {
    const ids = mutations.flatMap((one) => {
      if (one.op === "fact.put") return one.fact.id;
      return one.op === "fact.patch" || one.op === "fact.evidence" ? one.id : [];
    });
    for (const fact of ids.length === 0 ? [] : await this.#user.factsById([...new Set(ids)]))
      this.#facts.get(fact.subjectId)?.set(fact.id, fact);
  }
}
