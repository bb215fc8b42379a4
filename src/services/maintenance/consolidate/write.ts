import { guessLanguage } from "../../../language/index.ts";
import { z } from "zod";
import type { Episode } from "../../../domain/model/episode.ts";
import {
  unsupportedNames,
  unsupportedNumbers,
  missingDetails,
  type Detail,
} from "../../../domain/grounding/names-and-numbers.ts";
import { saidText } from "../../../domain/model/embedded-text.ts";
import { asLine } from "../../../domain/model/prompt-data.ts";
import { clip } from "../../../language/text.ts";
import { object, text } from "../../model/response-schema.ts";
import { isTrusted } from "../../model/trust.ts";
import { askModel, type AskDeps } from "../ask-model.ts";
import { extractiveSummary, missingLines, SUMMARY_CHARS_MAX } from "./extractive.ts";
import type { JobRun } from "../job.ts";

/** Longest excerpt of a turn shown to the model, characters. */
const TURN_CHARS_MAX = 600;

/**
 * One text for several turns. If there is a model, it writes the text; code checks that every name, number and date is included and
 * none is invented, asks once more for missing ones, then appends them. Without a model, code selects sentences. Null if the
 * required details do not fit. `away`: the model is unreachable or its budget is spent.
 */
export async function writeSummary(
  deps: AskDeps,
  run: JobRun,
  turns: readonly Episode[],
  required: readonly Detail[],
): Promise<{ text: string | null; away: boolean }> {
  if (!isTrusted(deps.model)) return { text: extractiveSummary(turns, required), away: false };
  const first = await askSummary(deps, run, turns, []);
  const missing = first ? missingDetails(first, required) : [];
  const text =
    missing.length === 0
      ? first
      : await askSummary(
          deps,
          run,
          turns,
          missing.map((detail) => detail.text),
        );
  return text === null ? { text, away: true } : { text: checked(turns, required, text), away: false };
}

function checked(turns: readonly Episode[], required: readonly Detail[], text: string): string | null {
  if (text === "" || isInvented(turns, text)) return extractiveSummary(turns, required);
  const whole =
    missingDetails(text, required).length === 0 ? text : `${text}\n${missingLines(turns, text, required)}`;
  return whole.length > SUMMARY_CHARS_MAX ? extractiveSummary(turns, required) : whole;
}

/** In German every noun is capitalised like a name. */
function isInvented(turns: readonly Episode[], text: string): boolean {
  const sources = turns.flatMap((turn) => [saidText(turn), shownTime(turn), turn.occurredAt]);
  if (unsupportedNumbers(text, sources).length > 0) return true;
  return guessLanguage(text) !== "de" && unsupportedNames(text, sources).length > 0;
}

/** The text of the answer, empty if unreadable. Null if no call was made. */
async function askSummary(
  deps: AskDeps,
  run: JobRun,
  turns: readonly Episode[],
  keep: readonly string[],
): Promise<string | null> {
  const lines = turns.map((turn) => `[${shownTime(turn)}] ${asLine(clip(saidText(turn), TURN_CHARS_MAX))}`);
  const kept = keep.length === 0 ? "" : `\n<keep>\n${asLine(keep.join(", "))}\n</keep>`;
  const answer = await askModel(deps, run, {
    purpose: "summarise",
    prompt: "consolidate",
    text: `<turns>\n${lines.join("\n")}\n</turns>${kept}`,
    effort: "medium",
    schema: { name: "summary", schema: SCHEMA },
  });
  return answer && (Answer.safeParse(answer.json).data?.summary.trim() ?? "");
}

/** llama.cpp drops longer limits from its grammar. */
const ENFORCED_CHARS_MAX = 2_000;

const SCHEMA = object({ summary: text(ENFORCED_CHARS_MAX) });

const Answer = z.object({ summary: z.string() });

function shownTime({ occurredAt }: Episode): string {
  return occurredAt.slice(0, "2026-03-01T10:00".length).replace("T", " ");
}
