import type { ChatModel } from "../../../src/ports/chat-model.ts";
import { dataFiles, stem } from "../files.ts";
import type { Life, LifeQuestion } from "../lives/format.ts";
import { live } from "../lives/live.ts";
import { lifeModels, tellUnanswered } from "../lives/model.ts";
import { readLife } from "../lives/read.ts";
import { personOf } from "../recorded/person.ts";
import { configuredModel } from "../service/configured-model.ts";
import { share, type Measure } from "../stats/measure.ts";
import { resultOf, type Suite } from "../suite.ts";
import { answer } from "./answer.ts";
import { contextsOf, SYSTEMS, type Contexts, type System } from "./contexts.ts";
import { isRightAnswer, STRICTNESS, type Strictness } from "./judge.ts";

/** Each answer is asked for and judged this often. */
const SEEDS = [1, 2, 3];

interface GivenAnswer {
  system: System;
  seed: number;
  text: string;
  right: Record<Strictness, boolean>;
}

interface AnswerItem {
  id: string;
  life: string;
  language: string;
  type: string;
  question: string;
  reference: string;
  answers: GivenAnswer[];
}

/** Questions answered by a model from what the service recalls, judged by the same model. */
export const answers: Suite = {
  about: "questions about lives answered from memory and judged; needs LLAMA_CPP_URL, also for the judge",
  extracts: true,
  async run(options) {
    const { data, progress } = options;
    const model = configuredModel();
    const models = lifeModels(options);
    const items: AnswerItem[] = [];
    try {
      for (const file of dataFiles(data, /\.json$/, "lives")) {
        const life = readLife(file);
        progress(`${stem(file)}: ${life.questions.length} questions`);
        const { asked } = await live(
          life,
          models.modelFor(stem(file), life),
          async (asking) => ({ question: asking.question, contexts: await contextsOf(life, asking) }),
          personOf(stem(file), options),
        );
        for (const { question, contexts } of asked)
          items.push(await ask(model, life, stem(file), question, contexts));
      }
    } finally {
      await model.close();
    }
    tellUnanswered(models, options);
    return resultOf(items, MEASURES, { clusterOf: (item) => item.life });
  },
};

async function ask(
  model: ChatModel,
  life: Life,
  name: string,
  question: LifeQuestion,
  contexts: Contexts,
): Promise<AnswerItem> {
  const given: GivenAnswer[] = [];
  for (const system of SYSTEMS) {
    for (const seed of SEEDS) {
      const text = await answer(model, life, question, contexts[system], seed);
      const strict = await isRightAnswer(model, question, text, "strict", seed);
      const lenient = await isRightAnswer(model, question, text, "lenient", seed);
      given.push({ system, seed, text, right: { strict, lenient } });
    }
  }
  const { id, type, q, answer: reference } = question;
  return { id, life: name, language: life.user.language, type, question: q, reference, answers: given };
}

const MEASURES: Measure<AnswerItem>[] = SYSTEMS.flatMap((system) =>
  STRICTNESS.map((strictness) =>
    share<AnswerItem>(`${system}_${strictness}`, "more", ({ answers: given }) => {
      const mine = given.filter((one) => one.system === system);
      return [mine.filter(({ right }) => right[strictness]).length, mine.length];
    }),
  ),
);
