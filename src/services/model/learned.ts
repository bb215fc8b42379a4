import type { ChatModel, ModelLearned } from "../../ports/chat-model.ts";
import type { Probe } from "./probe.ts";

/** What is known of a model server, as `/health` and `doctor` show it. */
export type Learned = Partial<ModelLearned & Probe> & { contextTokens?: number | null };

export function learnedOf(model: ChatModel, probe: Probe | null): Learned {
  const { learned, contextTokens } = model.info();
  if (learned === undefined) return {};
  const seen = probe && { keepsSchema: probe.keepsSchema, reusesPrompt: probe.reusesPrompt };
  return { contextTokens, ...learned, ...seen };
}

/** A line for each thing that is known, and whether it is as Engram needs it. */
export function learnedLines(learned: Learned): [ok: boolean, line: string][] {
  const { contextTokens, slots, promptSpeed, generationSpeed, takesEffort, keepsSchema, reusesPrompt } =
    learned;
  const lines: [boolean, string][] = [];
  if (contextTokens) lines.push([true, `context: ${contextTokens} tokens in each of ${slots ?? "?"} slots`]);
  if (slots === 1)
    lines.push([
      true,
      "one slot: the server's RAM cache keeps conversations apart; -np 2 --no-kv-unified needs none",
    ]);
  if (promptSpeed && generationSpeed) {
    const [reads, writes] = [Math.round(promptSpeed), Math.round(generationSpeed)];
    lines.push([true, `speed: reads ${reads} and writes ${writes} tokens a second`]);
  }
  if (typeof takesEffort === "boolean")
    lines.push([
      true,
      `reasoning effort: ${takesEffort ? "taken" : "not in the model's template, without effect"}`,
    ]);
  const told = (is: boolean | null | undefined, good: string, bad: string): void => {
    if (typeof is === "boolean") lines.push([is, is ? good : bad]);
  };
  told(keepsSchema, "schema: kept", "schema: not kept; extraction will fail");
  told(
    reusesPrompt,
    "prompt cache: works",
    "prompt cache: a prompt is read again each time; replies will be slow",
  );
  return lines;
}
