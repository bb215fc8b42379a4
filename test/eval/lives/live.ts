import { MINUTE_MS, plusMs, toInstant, type Instant } from "../../../src/domain/time.ts";
import { DEFAULT_SETTINGS } from "../../../src/domain/user.ts";
import { countCalls, type ModelCall, type PassName } from "../recorded/calls.ts";
import { openService, type EvalService } from "../service/open.ts";
import { idlePass, liveThrough } from "../service/passes.ts";
import { refusals } from "../service/refusals.ts";
import { say } from "../service/say.ts";
import type { Life, LifeQuestion, LifeTurn } from "./format.ts";
import type { LifeModel } from "./model.ts";
import type { TurnIds } from "./observe.ts";
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
}

/**
 * Lives a life through the service in the order of time: every turn is said in the chat and extracted, the idle pass
 * runs half an hour after each session, and `ask` is called whenever the life asks a question.
 */
export async function live<T>(
  life: Life,
  modelOf: LifeModel,
  ask: (asking: Asking) => Promise<T>,
): Promise<Lived<T>> {
  let reply = "";
  const steps = stepsOf(life);
  const start = steps[0]?.at ?? toInstant(0);
  const calls: ModelCall[] = [];
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
      if ("question" in step) {
        asked.push(await ask({ service, userId: USER_ID, question: step.question, turnIds }));
      } else {
        await session(service, life, step.turns, turnIds, (text) => (reply = text));
        pass = "idle";
        await afterwards(service);
        pass = "live";
      }
    }
    return { asked, refused: await refusals(service, USER_ID), calls };
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
  life: Life,
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
    await answerBack(service, life, turn, ids.conversationId);
    await liveThrough(service, USER_ID);
  }
}

/** The idle pass, once nothing was said for long enough. */
async function afterwards(service: EvalService): Promise<void> {
  service.clock.driveTo(plusMs(service.clock.now(), SILENCE_MS));
  await idlePass(service, USER_ID);
}

/**
 * Where the person answers the service back. A reply that shows memories and asks whether to forget them is confirmed,
 * in a turn of its own, when `wouldConfirm` says so of what it shows. The service asks nothing of the kind yet.
 */
async function answerBack(
  _service: EvalService,
  _life: Life,
  _turn: LifeTurn,
  _conversationId: string,
): Promise<void> {}
