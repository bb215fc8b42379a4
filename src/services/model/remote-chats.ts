import type { Coordination } from "../../ports/coordination.ts";

/** Active chats in the other processes. */
export type RemoteChats = ReturnType<typeof watchRemoteChats>;

const TOPIC = "chats";
const ASK = "chats?";
/** Interval at which a process with chats repeats its announcement, milliseconds. */
const REPEAT_MS = 1_000;
/** A process silent for this long counts as having none: it died, or messages do not get through. */
const FORGET_MS = 3_500;

/**
 * Each process announces its number of chats when it changes, and repeats it while there are any; nothing is stored.
 * `onChange` is called when another process's number changes.
 */
export function watchRemoteChats(coordination: Coordination, onChange: () => void) {
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
    count: (): number => [...others.values()].reduce((sum, { chats }) => sum + chats, 0),
    /** Announces the number of chats here to the others. */
    tell(chats: number): void {
      here = chats;
      tell();
    },
    close(): void {
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
