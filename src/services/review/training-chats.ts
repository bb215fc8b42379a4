import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import { endsOf, type Evidence, type Fact } from "../../domain/model/fact.ts";
import { SELF_NAME } from "../../domain/model/proposal.ts";
import type { ModelMessage } from "../../ports/chat-model.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { contextOf } from "../extraction/live-request.ts";
import { extractionMessages } from "../extraction/request.ts";
import { turnMessages } from "../chat/history.ts";
import { groupedBy } from "../collections.ts";
import { pagesOf } from "../pages.ts";
import { hiddenTurns } from "../forgetting/hide.ts";

/** An extraction request as the model gets it, with an answer; `label`: whether this is how to answer. */
export interface TrainingChat {
  messages: (ModelMessage | { role: "assistant"; content: string })[];
  label: boolean;
}

const PAGE = 100;
/** Facts and refusals of one page of turns. */
const OF_PAGE_MAX = 2_000;
/** Refusals of one turn that make its wrong answer. */
const REFUSED_MAX = 50;

/**
 * Turns whose statements were all judged, newest first: the verified ones are the right answer, the refused ones a wrong
 * one. Turns off the record, replaced, or waiting to be forgotten are left out.
 */
export async function* trainingChats(
  user: UserStore,
  rules: string,
  limit: number,
): AsyncGenerator<TrainingChat, void, undefined> {
  const hidden = await hiddenTurns(user);
  const { timeZone } = await user.settings();
  const system: ModelMessage = { role: "system", content: rules };
  let left = limit;
  for await (const page of pagesOf((cursor) => user.episodePage({ limit: PAGE, cursor }))) {
    const turns = page.filter((turn) => isJudged(turn) && !hidden.has(turn.id));
    const right = await rightAnswers(user, turns);
    for (const turn of turns) {
      const answers = [
        { facts: right.get(turn.id) ?? [], label: true },
        { facts: await refusedOf(user, turn.id), label: false },
      ].filter(({ facts }) => facts.length > 0);
      if (answers.length === 0) continue;
      const before = (await contextOf(user, turn)).flatMap(turnMessages);
      const prompt = extractionMessages([system, ...before], [turn], timeZone);
      for (const { facts, label } of answers.slice(0, left)) {
        left -= 1;
        yield { messages: [...prompt, { role: "assistant", content: answerOf(turn, facts) }], label };
      }
    }
    if (left <= 0) return;
  }
}

function isJudged({ memory, replacedBy, extraction, verification }: Episode): boolean {
  return (
    memory === "on" && replacedBy === null && extraction.state === "done" && verification.state !== "pending"
  );
}

/** The verified statements about each turn, as proposals. */
async function rightAnswers(user: UserStore, turns: readonly Episode[]): Promise<Map<string, object[]>> {
  const episodeIds = turns.map(({ id }) => id);
  if (episodeIds.length === 0) return new Map();
  const facts = await user.facts({ episodeIds, statuses: ["verified"], limit: OF_PAGE_MAX });
  const entities = await user.entitiesById([...endsOf(facts)]);
  const names = new Map(entities.map((entity) => [entity.id, nameOf(entity)]));
  return groupedBy(
    facts.flatMap((fact) => fact.evidence.map((evidence) => ({ fact, evidence }))),
    ({ evidence }) => evidence.episodeId,
    ({ fact, evidence }) => proposalOf(fact, evidence, names),
  );
}

function nameOf({ name, isSelf }: Entity): string {
  return isSelf ? SELF_NAME : name;
}

function proposalOf(fact: Fact, { quote, assertedBy }: Evidence, names: ReadonlyMap<string, string>): object {
  const { subjectId, predicate, objectId, value, polarity, text, change, validAt, invalidAt } = fact;
  return {
    quote,
    subject: names.get(subjectId) ?? "",
    predicate,
    object: objectId === null ? value : (names.get(objectId) ?? ""),
    objectKind: objectId === null ? "value" : "entity",
    polarity,
    text,
    assertedBy,
    change,
    validAt: validAt?.at ?? null,
    invalidAt: invalidAt?.at ?? null,
    confidence: fact.base ?? fact.confidence,
  };
}

/** What was refused of a turn, and not overruled since. */
async function refusedOf(user: UserStore, episodeId: string): Promise<unknown[]> {
  const { items } = await user.rejectionPage({ episodeId, limit: REFUSED_MAX });
  return items.flatMap(({ overruledAt, proposal }) => (overruledAt || proposal === null ? [] : [proposal]));
}

function answerOf({ summary, emotion, valence, importance }: Episode, facts: readonly unknown[]): string {
  return JSON.stringify({ turns: [{ turn: 1, summary, emotion, valence, importance, facts }] });
}
