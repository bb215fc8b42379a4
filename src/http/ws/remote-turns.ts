import { randomUUID } from "node:crypto";
import type { Coordination } from "../../ports/coordination.ts";
import type { ServerFrame } from "./frames.ts";
import { createLiveTurns, type LiveTurn, type TurnListener } from "./turns.ts";

export type Turns = ReturnType<typeof createTurns>;

/** A process asks the others about a turn; `ask` names the question. */
interface Asked {
  ask: string;
  kind: "follow" | "cancel";
  userId: string;
  id: string;
  seq: number;
}

type Answered = { ask: string } & ({ found: true } | { frame: ServerFrame } | { finished: true });

const ASKED = "turn-asked";
const ANSWERED = "turn-answered";
const LEFT = "turn-left";
/** Longest the owner of a turn may take to respond, milliseconds. */
const ANSWER_MS_MAX = 1_000;

/**
 * Turns of this process, and of others for a client that reconnected to this one. The process that runs a turn answers for it:
 * others learn of it only on request, so that an ordinary turn sends nothing. Forwarded frames are not stored.
 */
export function createTurns(coordination: Coordination) {
  const here = createLiveTurns();
  answerOthers(here, coordination);
  const asked = new Map<string, (answer: Answered) => void>();
  coordination.listen(ANSWERED, (message) => {
    const answer = message as Answered;
    asked.get(answer.ask)?.(answer);
  });

  /** Resolves with whether any process answered; later answers go to `hear` until `asked` forgets it. */
  const ask = (question: Asked, hear: (answer: Answered) => void): Promise<boolean> => {
    if (coordination.kind === "in-process") return Promise.resolve(false);
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        asked.delete(question.ask);
        resolve(false);
      }, ANSWER_MS_MAX);
      asked.set(question.ask, (answer) => {
        clearTimeout(late);
        resolve(true);
        hear(answer);
      });
      coordination.tell(ASKED, question);
    });
  };

  return {
    begin: (userId: string, id: string): LiveTurn | null => here.begin(userId, id),
    /** Sends the frames after `seq` and follows the turn; false if no process has it. */
    async follow(userId: string, id: string, seq: number, listener: TurnListener): Promise<boolean> {
      if (here.follow(userId, id, seq, listener)) return true;
      const question: Asked = { ask: randomUUID(), kind: "follow", userId, id, seq };
      const isFound = await ask(question, (answer) => {
        if ("frame" in answer) listener.frame(answer.frame);
        if (!("finished" in answer)) return;
        asked.delete(question.ask);
        listener.finished();
      });
      const leave = (): void => {
        if (asked.delete(question.ask)) coordination.tell(LEFT, question.ask);
      };
      if (listener.left.aborted) leave();
      else listener.left.addEventListener("abort", leave);
      return isFound;
    },
    /** False if no process has the turn, or it has ended. */
    async cancel(userId: string, id: string): Promise<boolean> {
      if (here.cancel(userId, id)) return true;
      const question: Asked = { ask: randomUUID(), kind: "cancel", userId, id, seq: 0 };
      const isFound = await ask(question, () => undefined);
      asked.delete(question.ask);
      return isFound;
    },
  };
}

/** Answers for the turns of this process. */
function answerOthers(here: ReturnType<typeof createLiveTurns>, coordination: Coordination): void {
  const followers = new Map<string, AbortController>();
  const answer = (answered: Answered): void => coordination.tell(ANSWERED, answered);
  coordination.listen(LEFT, (ask) => {
    followers.get(String(ask))?.abort();
    followers.delete(String(ask));
  });
  coordination.listen(ASKED, (message) => {
    const { ask, kind, userId, id, seq } = message as Asked;
    const leaving = new AbortController();
    followers.set(ask, leaving);
    const listener: TurnListener = {
      frame: (frame) => answer({ ask, frame }),
      finished() {
        followers.delete(ask);
        answer({ ask, finished: true });
      },
      left: leaving.signal,
    };
    const isFound = kind === "cancel" ? here.cancel(userId, id) : here.follow(userId, id, seq, listener);
    if (isFound) answer({ ask, found: true });
    if (!isFound || kind === "cancel") followers.delete(ask);
  });
}
