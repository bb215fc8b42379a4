import { z } from "zod";
import type { Fact } from "../../../domain/model/fact.ts";
import { asLine } from "../../../domain/model/prompt-data.ts";
import { BELIEVED_STATUSES } from "../../../domain/model/status.ts";
import { crudeStem } from "../../../language/stems.ts";
import { words } from "../../../language/text.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { KeyedLock } from "../../locks.ts";
import { atMost, exactly, integer, object, text } from "../../model/response-schema.ts";
import { askModel, type AskDeps } from "../ask-model.ts";
import type { RunContext } from "../runs.ts";

export interface ExpandDeps extends AskDeps {
  graphLock: KeyedLock;
  /** Whether there is a model that reads. */
  canVote: () => boolean;
}

/** Statements put to the model in one call, newest first, and calls of one run; the next goes on. */
const STATEMENTS_PER_CALL = 25;
const CALLS_MAX = 8;
const TERMS_MAX = 6;
const TERM_CHARS_MAX = 40;
const TERM_WORDS_MAX = 3;

/**
 * Gives what is believed other words by which questions may ask for it: "Which instrument do I play?" has no word of "The
 * user plays the oboe." Document expansion (Nogueira et al. 2019), a statement at a time, once. Returns how many have some.
 */
export async function expandStatements(deps: ExpandDeps, user: UserStore, run: RunContext): Promise<number> {
  let expanded = 0;
  for (let calls = 0; calls < CALLS_MAX && deps.canVote(); calls += 1) {
    run.signal.throwIfAborted();
    const forgettings = await user.forgettings();
    const facts = await user.facts({
      statuses: BELIEVED_STATUSES,
      unexpanded: true,
      limit: STATEMENTS_PER_CALL,
    });
    const terms = facts.length === 0 ? null : await askTerms(deps, facts, run);
    if (terms === null) break;
    expanded += await deps.graphLock.run(user.userId, () =>
      keep(user, { facts, terms, forgettings }, run.runId),
    );
  }
  return expanded;
}

/** Nothing of what was asked together, where one statement changed meanwhile or was forgotten: the answer may tell of it. */
async function keep(
  user: UserStore,
  { facts, terms, forgettings }: { facts: Fact[]; terms: string[][]; forgettings: number },
  runId: string,
): Promise<number> {
  const now = new Map((await user.factsById(facts.map(({ id }) => id))).map((fact) => [fact.id, fact.text]));
  if (facts.some(({ id, text: asked }) => now.get(id) !== asked)) return 0;
  const mutations = facts.map(({ id, text: asked }, at) => ({
    op: "fact.patch" as const,
    id,
    set: { expansion: termsBeside(asked, terms[at] ?? []).join(", ") },
  }));
  const reason = "expanded";
  const { applied } = await user.apply({ actor: "maintenance", reason, runId, forgettings, mutations });
  if (!applied) return 0;
  return mutations.filter(({ set }) => set.expansion !== "").length;
}

/** Null when nobody answered: the budget is spent, no model is there, or nobody can read what it said. */
async function askTerms(deps: AskDeps, facts: Fact[], run: RunContext): Promise<string[][] | null> {
  const lines = facts.map(({ text: statement }, at) => `${at + 1}. ${asLine(statement)}`);
  const item = object({ n: integer, words: atMost(TERMS_MAX, text(TERM_CHARS_MAX)) });
  const answer = await askModel(deps, run, {
    purpose: "summarise",
    prompt: "expand",
    text: `<statements>\n${lines.join("\n")}\n</statements>`,
    effort: "low",
    schema: { name: "expansions", schema: object({ items: exactly(facts.length, item) }) },
  });
  const read = Answer.safeParse(answer?.json);
  if (!read.success) return null;
  const told = new Map(read.data.items.map((one) => [one.n, one.words]));
  return facts.map((_, at) => told.get(at + 1) ?? []);
}

const Answer = z.object({
  items: z.array(z.object({ n: z.int().positive(), words: z.array(z.string()) })),
});

/** Short terms that say more than the statement does; figures would be guesses. */
export function termsBeside(statement: string, terms: readonly string[]): string[] {
  const said = new Set(words(statement).map(crudeStem));
  const isNew = (term: string): boolean => {
    const some = words(term);
    const isShort = term.length <= TERM_CHARS_MAX && some.length <= TERM_WORDS_MAX;
    return isShort && !/\d/.test(term) && some.some((word) => !said.has(crudeStem(word)));
  };
  return [...new Set(terms.map((term) => asLine(term).trim()))].filter(isNew).slice(0, TERMS_MAX);
}
