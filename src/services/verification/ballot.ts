import { z } from "zod";
import type { SaidTurn } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { asData, asLine } from "../../domain/model/prompt-data.ts";
import { clip } from "../../language/text.ts";
import type { Ballot } from "../../domain/model/trace.ts";
import type { ModelMessage } from "../../ports/chat-model.ts";
import { exactly, numbered, object, readNumbered } from "../model/response-schema.ts";

/** Characters of an earlier turn shown to a voter. */
const EARLIER_CHARS_MAX = 600;
/** Characters of the turn being voted on. */
const TURN_CHARS_MAX = 24_000;

export function verdictSchema(count: number): Record<string, unknown> {
  const item = numbered({
    saidBy: { enum: ["user", "assistant", "other", "nobody"] },
    verdict: { enum: ["supported", "not", "unclear"] },
  });
  return object({ verdicts: exactly(count, item) });
}

export type VotedStatement = Pick<Fact, "id" | "text" | "change" | "evidence">;

/** A turn with its context and the statements put to the vote. */
export interface VotedTurn {
  turn: SaidTurn;
  /** Oldest first. */
  earlier: readonly SaidTurn[];
  statements: readonly VotedStatement[];
}

/** Turns of one conversation, oldest first, each with its context and its statements; all marked as data. */
export function verdictMessage(voted: readonly VotedTurn[]): ModelMessage {
  const shown = new Set(voted.map(({ turn }) => turn.id));
  let count = 0;
  const parts = voted.map(({ turn, earlier, statements }, at) => {
    const before = earlier.filter(({ id }) => !shown.has(id));
    for (const { id } of before) shown.add(id);
    const lines = statements.map((fact) => `${++count}. ${statementLine(fact)}`);
    const saidBefore = before.map((episode) => clip(said(episode), EARLIER_CHARS_MAX)).join("\n");
    return [
      ...(at > 0 && before.length === 0 ? [] : [`<before>\n${saidBefore}\n</before>`]),
      `<turn date="${turn.occurredAt}">\n${clip(said(turn), TURN_CHARS_MAX)}\n</turn>`,
      `<statements>\n${lines.join("\n")}\n</statements>`,
    ].join("\n\n");
  });
  return { role: "user", content: parts.join("\n\n") };
}

function said(episode: SaidTurn): string {
  const user = `${asLine(episode.speaker ?? "user")}: ${asData(episode.userMessage)}`;
  return episode.assistantReply === null ? user : `${user}\nassistant: ${asData(episode.assistantReply)}`;
}

/** What is taken back may be worded as it was said; other denials say so themselves. */
export function statementLine({ text, change }: Pick<Fact, "text" | "change">): string {
  return `${asLine(text)}${change === "retraction" ? " (taken back)" : ""}`;
}

const VERDICT = {
  saidBy: z.enum(["user", "assistant", "other", "nobody"]).catch("user"),
  verdict: z.enum(["supported", "not", "unclear"]),
};

/** Ballots by fact id; null if the answer is not a valid verdict. Words attributed to the wrong speaker support nothing. */
export function readVerdicts(
  json: unknown,
  statements: readonly VotedStatement[],
): Record<string, Ballot> | null {
  const ballots: Record<string, Ballot> = {};
  for (const { item: fact, answer } of readNumbered(json, "verdicts", VERDICT, statements) ?? []) {
    const { saidBy, verdict } = answer;
    const wrongMouth = verdict === "supported" && !carries(fact, saidBy);
    ballots[fact.id] =
      verdict === "unclear" ? "unclear" : verdict === "not" || wrongMouth ? "against" : "for";
  }
  return Object.keys(ballots).length === 0 ? null : ballots;
}

function carries(fact: VotedStatement, saidBy: "user" | "assistant" | "other" | "nobody"): boolean {
  const speaker = fact.evidence[0]?.assertedBy ?? "user";
  if (speaker === "assistant") return saidBy === "assistant";
  return saidBy === "user" || (saidBy === "other" && speaker !== "user");
}
