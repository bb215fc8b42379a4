/**
 * Open sockets of a process. When a caller or the process exceeds its limit, a socket that has never answered
 * is closed, else the longest idle one: a thousand abandoned sockets keep no one out.
 */
export type OpenSockets = ReturnType<typeof createOpenSockets>;

export interface HeldSocket {
  readonly caller: string;
  makeRoom(): void;
}

/** Tabs and programs of one key or user. */
const CALLER_MAX = 128;
/** A socket costs some 30 kB and a file handle, of which 4,096 are common. */
const PROCESS_MAX = 1_024;

export function createOpenSockets() {
  /** The longest idle first, with whether it has ever answered. */
  const open = new Map<HeldSocket, boolean>();
  return {
    add(socket: HeldSocket): void {
      open.set(socket, false);
      const own = [...open.keys()].filter(({ caller }) => caller === socket.caller);
      const some = own.length > CALLER_MAX ? own : open.size > PROCESS_MAX ? [...open.keys()] : [];
      const surplus = some.find((one) => open.get(one) === false && one !== socket) ?? some[0];
      if (surplus === undefined) return;
      open.delete(surplus);
      surplus.makeRoom();
    },
    /** It has sent something. */
    heard(socket: HeldSocket): void {
      if (open.delete(socket)) open.set(socket, true);
    },
    remove: (socket: HeldSocket): void => void open.delete(socket),
  };
}
