import { randomUUID } from "node:crypto";
import type { Coordination } from "../../ports/coordination.ts";
import type { ServerFrame } from "./frames.ts";
import type { LiveTurns, TurnListener } from "./turns.ts";

/** Turns that run in other processes, for a client that reconnected to this one. */
export type RemoteTurns = ReturnType<typeof createRemoteTurns>;

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
 * The process that runs a turn answers for it: others learn of it only on request, so that an ordinary turn sends
 * nothing. Forwarded frames are not stored.
 */
export function createRemoteTurns(turns: LiveTurns, coordination: Coordination) {
  answerOthers(turns, coordination);
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
    /** Sends the frames after `seq` and follows the turn; null if no process has the turn. The result stops it. */
    async follow(
      userId: string,
      id: string,
      seq: number,
      listener: TurnListener,
    ): Promise<(() => void) | null> {
      const question: Asked = { ask: randomUUID(), kind: "follow", userId, id, seq };
      const found = await ask(question, (answer) => {
        if ("frame" in answer) listener.frame(answer.frame);
        if (!("finished" in answer)) return;
        asked.delete(question.ask);
        listener.finished();
      });
      if (!found) return null;
      return () => {
        if (asked.delete(question.ask)) coordination.tell(LEFT, question.ask);
      };
    },
    /** False if no process has the turn, or it has ended. */
    async cancel(userId: string, id: string): Promise<boolean> {
      const question: Asked = { ask: randomUUID(), kind: "cancel", userId, id, seq: 0 };
      const found = await ask(question, () => undefined);
      asked.delete(question.ask);
      return found;
    },
  };
}

/** Answers for the turns of this process. */
function answerOthers(turns: LiveTurns, coordination: Coordination): void {
  const followers = new Map<string, () => void>();
  const answer = (answered: Answered): void => coordination.tell(ANSWERED, answered);
  coordination.listen(LEFT, (ask) => followers.get(String(ask))?.());
  coordination.listen(ASKED, (message) => {
    const { ask, kind, userId, id, seq } = message as Asked;
    const turn = turns.get(userId, id);
    if (!turn || (kind === "cancel" && turn.finished)) return;
    answer({ ask, found: true });
    if (kind === "cancel") return turn.abort.abort(new Error("cancelled"));
    for (const frame of turn.frames.slice(seq)) answer({ ask, frame });
    if (turn.finished) return answer({ ask, finished: true });
    const listener: TurnListener = {
      frame: (frame) => answer({ ask, frame }),
      finished() {
        followers.delete(ask);
        answer({ ask, finished: true });
      },
    };
    turn.listeners.add(listener);
    followers.set(ask, () => {
      followers.delete(ask);
      turn.listeners.delete(listener);
    });
  });
}
