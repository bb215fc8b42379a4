import { z } from "zod";
import { asLine } from "../../../domain/model/prompt-data.ts";
import { BELIEVED_STATUSES } from "../../../domain/model/status.ts";
import { crudeStem } from "../../../language/stems.ts";
import { words } from "../../../language/text.ts";
import type { Needs } from "../../kernel.ts";
import { atMost, exactly, integer, object, readNumbered, text } from "../../model/response-schema.ts";
import { askModel, type AskDeps } from "../ask-model.ts";
import type { JobRun } from "../job.ts";

export type ExpandDeps = AskDeps & Needs<"canVote">;

/** Statements per model call, newest first, and calls per run; the next run continues. */
const STATEMENTS_PER_CALL = 25;
const CALLS_MAX = 8;
const TERMS_MAX = 10;
const TERM_CHARS_MAX = 40;
const TERM_WORDS_MAX = 3;

/**
 * Adds search terms to believed statements: "Which instrument do I play?" shares no word with "The user plays the oboe." Document
 * expansion (Nogueira et al. 2019), once per statement. Returns how many got terms.
 */
export async function expandStatements(deps: ExpandDeps, job: JobRun): Promise<number> {
  if (!deps.canVote()) return 0;
  const { user } = job;
  let expanded = 0;
  const limit = STATEMENTS_PER_CALL * CALLS_MAX;
  const waiting = await user.facts({ statuses: BELIEVED_STATUSES, unexpanded: true, limit });
  await job.ask({
    ids: waiting.map(({ id }) => id),
    perCall: STATEMENTS_PER_CALL,
    callsMax: CALLS_MAX,
    reason: "expanded",
    whole: true,
    async show(ids) {
      const facts = new Map((await user.factsById([...ids])).map((fact) => [fact.id, fact]));
      return ids.flatMap((id) => facts.get(id) ?? []).map(({ id, text: source }) => ({ id, source }));
    },
    ask: (statements) => askTerms(deps, statements, job),
    plan({ id, source }, terms: string[]) {
      const expansion = addedTerms(source, terms).join(", ");
      if (expansion !== "") expanded += 1;
      return [{ op: "fact.patch", id, set: { expansion } }];
    },
  });
  return expanded;
}

/** Null without an answer: the budget is spent, there is no model, or its answer is unreadable. */
async function askTerms(
  deps: AskDeps,
  statements: { source: string }[],
  run: JobRun,
): Promise<string[][] | null> {
  const lines = statements.map(({ source: statement }, at) => `${at + 1}. ${asLine(statement)}`);
  const item = object({ n: integer, words: atMost(TERMS_MAX, text(TERM_CHARS_MAX)) });
  const answer = await askModel(deps, run, {
    purpose: "summarise",
    prompt: "expand",
    text: `<statements>\n${lines.join("\n")}\n</statements>`,
    effort: "low",
    schema: { name: "expansions", schema: object({ items: exactly(statements.length, item) }) },
  });
  const read = readNumbered(answer?.json, "items", { words: z.array(z.string()) }, statements);
  const terms = new Map(read?.map((one) => [one.item, one.answer.words]));
  return read && statements.map((statement) => terms.get(statement) ?? []);
}

/** Short terms that add to the statement; figures would be guesses. */
export function addedTerms(statement: string, terms: readonly string[]): string[] {
  const said = new Set(words(statement).map(crudeStem));
  const isNew = (term: string): boolean => {
    const some = words(term);
    const isShort = term.length <= TERM_CHARS_MAX && some.length <= TERM_WORDS_MAX;
    return isShort && !/\d/.test(term) && some.some((word) => !said.has(crudeStem(word)));
  };
  return [...new Set(terms.map((term) => asLine(term).trim()))].filter(isNew).slice(0, TERMS_MAX);
}
