import { z } from "zod";
import { asLine } from "../../../domain/model/prompt-data.ts";
import { oneLine } from "../../../language/text.ts";
import { exactly, integer, object, readNumbered, text } from "../../model/response-schema.ts";
import { askModel, type AskDeps } from "../ask-model.ts";
import type { Asking, JobRun } from "../job.ts";

/** An item to be summarised: its title and its known facts. */
export interface Source {
  title: string;
  facts: string[];
}

interface Texts {
  name: string;
  summary: string;
}

/** Maximum number of items in one call, and of calls per run. */
const SOURCES_PER_CALL = 5;
const CALLS_MAX = 6;
const NAME_CHARS_MAX = 80;
const SUMMARY_CHARS_MAX = 400;

type PromptName = "topics" | "entity-summary";

/**
 * Lets a model name and sum up items, a few per call. It only words them: `plan` checks that a text adds nothing to its source.
 */
export function wordTexts<Item extends { id: string; source: Source }>(
  deps: AskDeps,
  job: JobRun,
  promptName: PromptName,
  asked: Pick<Asking<Item, Texts | null>, "ids" | "reason" | "show" | "plan">,
): Promise<void> {
  const ask = (items: Item[]): Promise<(Texts | null)[] | null> =>
    askTexts(
      deps,
      promptName,
      items.map(({ source }) => source),
      job,
    );
  return job.ask({ ...asked, perCall: SOURCES_PER_CALL, callsMax: CALLS_MAX, ask });
}

/** Null for an item without an answer; as a whole, if no call was made: the budget is spent or the model is unreachable. */
async function askTexts(
  deps: AskDeps,
  promptName: PromptName,
  sources: readonly Source[],
  run: JobRun,
): Promise<(Texts | null)[] | null> {
  const items = sources.map(({ title, facts }, at) =>
    [`${at + 1}. ${asLine(title)}`, ...facts.map((fact) => `   - ${asLine(fact)}`)].join("\n"),
  );
  const answer = await askModel(deps, run, {
    purpose: "summarise",
    prompt: promptName,
    text: `<items>\n${items.join("\n")}\n</items>`,
    effort: "low",
    schema: { name: "texts", schema: schemaFor(sources.length) },
  });
  if (answer === null) return null;
  const read = readNumbered(answer.json, "items", TEXTS, sources) ?? [];
  const written = new Map(read.map((one) => [one.item, one.answer]));
  return sources.map((source) => {
    const { name, summary } = written.get(source) ?? {};
    return name && summary ? { name: oneLine(name), summary: oneLine(summary) } : null;
  });
}

function schemaFor(count: number): Record<string, unknown> {
  const item = object({ n: integer, name: text(NAME_CHARS_MAX), summary: text(SUMMARY_CHARS_MAX) });
  return object({ items: exactly(count, item) });
}

const TEXTS = {
  name: z.string().trim().max(NAME_CHARS_MAX).catch(""),
  summary: z.string().trim().max(SUMMARY_CHARS_MAX).catch(""),
};
