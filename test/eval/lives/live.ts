import { MINUTE_MS, plusMs, toInstant, type Instant } from "../../../src/domain/model/time.ts";
import { DEFAULT_SETTINGS } from "../../../src/domain/model/user.ts";
import { countCalls, type ModelCall, type PassName } from "../recorded/calls.ts";
import { openService, type EvalService } from "../service/open.ts";
import { idlePass, liveThrough } from "../service/passes.ts";
import { refusals } from "../service/refusals.ts";
import { say } from "../service/say.ts";
import type { Review } from "../../../src/domain/model/review.ts";
import type { UserStore } from "../../../src/ports/memory-store.ts";
import { isAboutFact, wordsOf } from "../../../src/services/forgetting/memories.ts";
import { openForgettings, contentOf } from "../../../src/services/forgetting/hide.ts";
import type { Life, LifeQuestion } from "./format.ts";
import type { LifeModel } from "./model.ts";
import type { TurnIds } from "./observe.ts";
import { wouldConfirm } from "./would-confirm.ts";
import { instantOf, timedTurns, type TimedTurn } from "./times.ts";

const USER_ID = "person";
/** The idle pass begins when nothing was said for longer than this. */
const SILENCE_MS = 31 * MINUTE_MS;

/** What is looked at when a question is asked. */
export interface Asking {
  service: EvalService;
  userId: string;
  question: LifeQuestion;
  turnIds: TurnIds;
}

export interface Lived<T> {
  asked: T[];
  /** By the words of a refused proposal: why. */
  refused: Map<string, string>;
  /** Calls of the model that were no chat replies. */
  calls: ModelCall[];
  /** Reads of the memory by idle passes, with the look for duplicates and the other words that follow. */
  idleReads: number;
}

/**
 * Lives a life through the service in the order of time: every turn is said in the chat and extracted, the idle pass
 * runs half an hour after each session, and `ask` is called whenever the life asks a question.
 */
export async function live<T>(
  life: Life,
  modelOf: LifeModel,
  ask: (asking: Asking) => Promise<T>,
  person: Person = (turnId, { text }) => wouldConfirm(life, turnId, [text]),
): Promise<Lived<T>> {
  let reply = "";
  const steps = stepsOf(life);
  const start = steps[0]?.at ?? toInstant(0);
  const calls: ModelCall[] = [];
  let idleReads = 0;
  let pass: PassName = "live";
  const model = countCalls(
    modelOf(() => reply),
    calls,
    () => pass,
  );
  const service = await openService(model, start);
  const turnIds = new Map<string, string>();
  const asked: T[] = [];
  try {
    await greet(service, life);
    for (const step of steps) {
      service.clock.driveTo(step.at);
      await service.engine.forgetting.eraseDue();
      if ("question" in step) {
        asked.push(await ask({ service, userId: USER_ID, question: step.question, turnIds }));
      } else {
        await session(service, person, step.turns, turnIds, (text) => (reply = text));
        pass = "idle";
        const readBefore = service.reads();
        await afterwards(service);
        idleReads += service.reads() - readBefore;
        pass = "live";
      }
    }
    return { asked, refused: await refusals(service, USER_ID), calls, idleReads };
  } finally {
    await service.close();
  }
}

type Step = { at: Instant } & ({ turns: TimedTurn[] } | { question: LifeQuestion });

/** Sessions and questions by time; a question at the time of a session is asked before it. */
function stepsOf(life: Life): Step[] {
  const turns = timedTurns(life);
  const questions = life.questions.map((question) => ({ at: instantOf(question.at), question }));
  const sessions = life.sessions.map(({ id, at }) => ({
    at: instantOf(at),
    turns: turns.filter((turn) => turn.sessionId === id),
  }));
  return [...questions, ...sessions].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

async function greet({ engine }: EvalService, { user }: Life): Promise<void> {
  const settings = { ...DEFAULT_SETTINGS, timeZone: user.timezone, language: user.language };
  await engine.store.forUser(USER_ID).putSettings(settings);
}

async function session(
  service: EvalService,
  person: Person,
  turns: TimedTurn[],
  turnIds: Map<string, string>,
  prepare: (reply: string) => void,
): Promise<void> {
  let conversationId: string | undefined;
  for (const { turn, at } of turns) {
    service.clock.driveTo(at);
    prepare(turn.assistant);
    const ids = await say(service, USER_ID, turn.user, conversationId);
    conversationId = ids.conversationId;
    turnIds.set(ids.episodeId, turn.id);
    await liveThrough(service, USER_ID);
    await answerBack(service, ids.episodeId, turn.id, turnIds, person);
  }
}

/** The idle pass, once nothing was said for long enough. */
async function afterwards(service: EvalService): Promise<void> {
  service.clock.driveTo(plusMs(service.clock.now(), SILENCE_MS));
  await idlePass(service, USER_ID);
}

/** What the service has put away for one wish, as it shows it. */
interface Shown {
  text: string;
  /** Turns of the life that it rests on. */
  turns: string[];
}

/** Whether the person confirms that one memory shown is what they asked to forget in that turn. */
export type Person = (turnId: string, shown: Shown) => boolean;

/** The person is shown what was put away for the wish of this turn, and says which of it is to go. */
async function answerBack(
  { engine }: EvalService,
  episodeId: string,
  turnId: string,
  turnIds: TurnIds,
  person: Person,
): Promise<void> {
  const user = engine.store.forUser(USER_ID);
  const open = (await openForgettings(user)).filter(({ left }) => left === episodeId);
  const listed: string[] = [];
  const chosen: string[] = [];
  for (const review of open) {
    const text = await contentOf(user, review);
    if (text === null) continue;
    listed.push(review.id);
    if (person(turnId, { text, turns: await turnsBehind(user, review, turnIds) })) chosen.push(review.id);
  }
  if (listed.length > 0) await engine.forgetting.answer(user, listed, chosen);
}

async function turnsBehind(user: UserStore, review: Review, turnIds: TurnIds): Promise<string[]> {
  const episodes = isAboutFact(review)
    ? ((await user.fact(review.right))?.evidence.map(({ episodeId }) => episodeId) ?? [])
    : [wordsOf(review)?.episodeId ?? ""];
  return [...new Set(episodes.flatMap((id) => turnIds.get(id) ?? []))];
}
