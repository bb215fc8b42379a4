import { afterAll, beforeAll, expect, test } from "vitest";
import { createRuleModel } from "../../src/adapters/rule-model/index.ts";
import { GRAMMARS, RULE_LANGUAGES } from "../../src/adapters/rule-model/languages/index.ts";
import { fold } from "../../src/language/text.ts";
import { openService, type EvalService } from "../eval/service/open.ts";
import { liveThrough } from "../eval/service/passes.ts";
import { say } from "../eval/service/say.ts";
import { plainLife, type PlainQuestion } from "../support/plain-questions.ts";

/** What the rule model says of forty told facts is true or it says that it does not know. */
let service: EvalService;
beforeAll(async () => {
  service = await openService(createRuleModel(), "2026-03-01T09:00:00.000Z");
});
afterAll(() => service.close());

const QUESTIONS = 200;
const FACTS = 40;
const NOT_KNOWING = RULE_LANGUAGES.map((language) => GRAMMARS[language].replies.nothing);
/** Not knowing is fine, knowing nothing is not. */
const ANSWERED_MIN = 0.8;

async function replyTo(userId: string, text: string): Promise<string> {
  const { episodeId } = await say(service, userId, text, undefined);
  const episode = await service.engine.store.forUser(userId).episode(episodeId);
  return episode?.assistantReply ?? "";
}

/** What a reply says that is not so; null for a true reply, or for one that says nothing. */
function falsehood(reply: string, question: PlainQuestion, values: string[]): string | null {
  const said = fold(reply.replace(/\[\d+\]/g, ""));
  const has = (value: string): boolean =>
    new RegExp(`(?<![\\p{L}\\p{N}])${fold(value)}(?![\\p{L}\\p{N}])`, "u").test(said);
  const may = [...question.answers, ...question.beside];
  const others = values.filter((value) => has(value) && !may.some((one) => one.includes(value)));
  const isEmpty = !question.answers.some(has);
  return others.length > 0 || isEmpty ? `${question.text} -> ${reply}` : null;
}

test.each(RULE_LANGUAGES)(
  "no false statement in %s",
  async (language) => {
    const { told, values, questions } = plainLife(language);
    expect(told.length).toBeGreaterThanOrEqual(FACTS);
    expect(questions.length).toBeGreaterThanOrEqual(QUESTIONS);
    const userId = `plain-${language}`;
    for (const message of told) await say(service, userId, message, undefined);
    await liveThrough(service, userId);
    const wrong: string[] = [];
    const unknown: string[] = [];
    for (const question of questions) {
      const reply = await replyTo(userId, question.text);
      const isUnknown = NOT_KNOWING.includes(reply);
      if (isUnknown && question.answers.length > 0) unknown.push(question.text);
      const said = isUnknown ? null : falsehood(reply, question, values);
      if (said !== null) wrong.push(said);
    }
    const answerable = questions.filter(({ answers }) => answers.length > 0).length;
    expect(wrong).toEqual([]);
    expect(1 - unknown.length / answerable, unknown.join("\n")).toBeGreaterThanOrEqual(ANSWERED_MIN);
  },
  60_000,
);
