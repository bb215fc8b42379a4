import { z } from "zod";
import { RULINGS } from "../../domain/model/trace.ts";
import { LANGUAGES } from "../../language/index.ts";
import questions from "./questions.json" with { type: "json" };

const language = z.enum(LANGUAGES);

/** A message, its recalled lines, and words of which a reply must contain one; without them any reply in prose is right. */
const ReplyQuestion = z.object({
  language,
  message: z.string(),
  lines: z.array(z.string()),
  /** Any one of these, ignoring case. */
  has: z.array(z.string()).optional(),
});
export type ReplyQuestion = z.infer<typeof ReplyQuestion>;

/**
 * A turn and the words its extraction must contain, in an object or text with an exact quote; if empty, nothing must be extracted.
 */
const ReadingQuestion = z.object({
  language,
  user: z.string(),
  assistant: z.string(),
  finds: z.array(z.string()),
});
export type ReadingQuestion = z.infer<typeof ReadingQuestion>;

/** A turn and statements it supports or does not. */
const VerdictQuestion = z.object({
  language,
  user: z.string(),
  isSaid: z.string(),
  lies: z.tuple([z.string(), z.string()]),
});
export type VerdictQuestion = z.infer<typeof VerdictQuestion>;

/** An older statement, a newer one, and the correct rulings, best first. */
const RulingQuestion = z.object({
  language,
  older: z.string(),
  newer: z.string(),
  right: z.array(z.enum(RULINGS)).min(1),
});
export type RulingQuestion = z.infer<typeof RulingQuestion>;

/** A turn that may ask to forget something: a word of the target, or null. */
const RequestQuestion = z.object({ language, user: z.string(), target: z.string().nullable() });
export type RequestQuestion = z.infer<typeof RequestQuestion>;

/** A wish to forget, and memories of which only the first is meant. */
const MeantQuestion = z.object({
  language,
  wish: z.string(),
  target: z.string(),
  memories: z.tuple([z.string(), z.string(), z.string()]),
});
export type MeantQuestion = z.infer<typeof MeantQuestion>;

/** Short, in four languages, covering every task of a model. */
export const QUESTIONS = z
  .object({
    replies: z.array(ReplyQuestion),
    recalls: z.array(ReplyQuestion),
    readings: z.array(ReadingQuestion),
    nothings: z.array(ReadingQuestion),
    verdicts: z.array(VerdictQuestion),
    rulings: z.array(RulingQuestion),
    requests: z.array(RequestQuestion),
    meants: z.array(MeantQuestion),
  })
  .parse(questions);
