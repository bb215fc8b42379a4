import type { ChatModel, ModelChoice, ModelLearned } from "../../ports/chat-model.ts";

/** Known properties of a model server, as shown by `/health` and `doctor`. */
export type Learned = Partial<ModelLearned> & { contextTokens?: number | null };

export function learnedOf(model: ChatModel): Learned {
  const { learned, contextTokens } = model.info();
  return learned === undefined ? {} : { contextTokens, ...learned };
}

type Line = [ok: boolean, line: string];

/** One line per known property, with its consequence, and whether it is as Engram needs it. */
export function learnedLines(learned: Learned): Line[] {
  const { contextTokens, slots, promptSpeed, generationSpeed, refusesKey } = learned;
  const lines: Line[] = [];
  if (refusesKey === true) lines.push([false, "key: refused; set LLAMA_CPP_API_KEY"]);
  lines.push(...choiceLines(learned));
  if (contextTokens)
    lines.push([true, `context: ${contextTokens} tokens${slots ? ` in each of ${slots} slots` : ""}`]);
  else if (contextTokens === null)
    lines.push([true, "context: the server does not say; it is learned when a prompt is too long"]);
  if (slots === 1)
    lines.push([
      true,
      "one slot: the server's RAM cache keeps conversations apart; -np 3 --no-kv-unified needs none",
    ]);
  const reads = promptSpeed ? `reads ${Math.round(promptSpeed)} and ` : "";
  if (generationSpeed)
    lines.push([true, `speed: ${reads}writes ${Math.round(generationSpeed)} tokens a second`]);
  return [...lines, ...featureLines(learned)];
}

function featureLines(learned: Learned): Line[] {
  const { takesEffort, keepsSchema, reusesPrompt, streams, tellsUsage, thought } = learned;
  const lines: Line[] = [];
  const told = (is: boolean | null | undefined, good: string, bad: string, isBadOk = true): void => {
    if (typeof is === "boolean") lines.push([is || isBadOk, is ? good : bad]);
  };
  told(takesEffort, "reasoning effort: taken", "reasoning effort: without effect on this model or server");
  if (thought === "field") lines.push([true, "thoughts: in a field of their own"]);
  if (thought === "tags") lines.push([true, "thoughts: between <think> tags, split from the answer"]);
  if (streams === false)
    lines.push([true, "streaming: none; a reply appears when it is complete, and stops late"]);
  if (tellsUsage === false) lines.push([true, "usage: the server counts no tokens; they are estimated"]);
  told(
    keepsSchema,
    "schema: kept",
    "schema: not enforced; it stands in the prompt, and answers are repaired",
  );
  told(
    reusesPrompt,
    "prompt cache: works",
    "prompt cache: a prompt is read again each time; replies will be slow",
    false,
  );
  return lines;
}

const CHOICES: Record<Exclude<ModelChoice, "configured" | "only">, string> = {
  unlisted: "LLAMA_CPP_MODEL is not in the server's list; it is asked for nevertheless",
  instead: "LLAMA_CPP_MODEL is not served; the only model that is served is used",
  loaded: "several are served, and one that is loaded is used; set LLAMA_CPP_MODEL to choose",
  first: "several are served, and the first by name is used; set LLAMA_CPP_MODEL to choose",
};

function choiceLines({ models = [], choice }: Learned): Line[] {
  if (models.length > 0 && models.every(({ kind }) => kind === "embedding"))
    return [[false, "models: the server makes embeddings only; set LLAMA_CPP_URL to one that chats"]];
  if (!choice || choice === "configured" || choice === "only") return [];
  const names = models.slice(0, NAMES_MAX).map(({ name }) => name);
  const more = models.length > NAMES_MAX ? ` and ${models.length - NAMES_MAX} more` : "";
  return [[choice !== "unlisted", `models: ${names.join(", ")}${more}: ${CHOICES[choice]}`]];
}

/** Maximum names when listing models in one line. */
const NAMES_MAX = 8;
