import type { Coordination } from "../../ports/coordination.ts";

/** Active chats of the other processes. */
export interface RemoteChats {
  count(): number;
  /** Tells the others how many run here. */
  tell(chats: number): void;
  close(): void;
}

const TOPIC = "chats";
const ASK = "chats?";
/** How often a process with chats says so, milliseconds. */
const REPEAT_MS = 1_000;
/** A process that does not repeat itself for this long has none: it died, or nobody can be heard. */
const FORGET_MS = 3_500;

/**
 * Each process announces the number of its chats when it changes, and repeats it while there are any; nothing is
 * stored. `onChange` is called when the number of another process changed.
 */
export function watchRemoteChats(coordination: Coordination, onChange: () => void): RemoteChats {
  const others = new Map<string, { chats: number; heardAt: number }>();
  let here = 0;

  const tell = (): void => coordination.tell(TOPIC, here);
  const hear = (message: unknown, processId: string): void => {
    const chats = Number(message);
    if (chats > 0) others.set(processId, { chats, heardAt: performance.now() });
    else others.delete(processId);
    onChange();
  };
  const forgetDead = (): void => {
    const before = performance.now() - FORGET_MS;
    const dead = [...others].filter(([, { heardAt }]) => heardAt < before);
    for (const [processId] of dead) others.delete(processId);
    if (dead.length > 0) onChange();
  };

  const stops = [
    coordination.listen(TOPIC, hear),
    coordination.listen(ASK, () => {
      if (here > 0) tell();
    }),
  ];
  coordination.tell(ASK, null);
  const timer = setInterval(() => {
    if (here > 0) tell();
    forgetDead();
  }, REPEAT_MS);
  timer.unref();

  return {
    count: () => [...others.values()].reduce((sum, { chats }) => sum + chats, 0),
    tell(chats) {
      here = chats;
      tell();
    },
    close() {
      clearInterval(timer);
      for (const stop of stops) stop();
      if (here > 0) coordination.tell(TOPIC, 0);
    },
  };
}

export const NO_REMOTE_CHATS: RemoteChats = {
  count: () => 0,
  tell: () => undefined,
  close: () => undefined,
};
