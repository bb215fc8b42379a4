import { setTimeout as sleep } from "node:timers/promises";
import { NotifyError, type Notice, type Notifier } from "../../ports/notifier.ts";

/** One channel to notify the owner; one attempt. Rejects with `NotifyError`. */
export interface Channel {
  name: string;
  send(notice: Notice): Promise<void>;
  close(): Promise<void>;
}

/** Delays before the second and third attempts, milliseconds. */
const PAUSES_MS = [1_000, 5_000];

/** Each channel is tried separately; one success is enough. */
export function createNotifier(
  channels: readonly Channel[],
  options: { onError: (channel: string, error: unknown) => void; pausesMs?: readonly number[] },
): Notifier {
  const pauses = options.pausesMs ?? PAUSES_MS;
  const closing = new AbortController();

  const deliver = async (channel: Channel, notice: Notice): Promise<void> => {
    for (let tries = 0; ; tries++) {
      try {
        return await channel.send(notice);
      } catch (error) {
        const pause = pauses[tries];
        if (pause === undefined || (error instanceof NotifyError && error.final)) throw error;
        await sleep(pause, undefined, { signal: closing.signal, ref: false });
      }
    }
  };

  return {
    channels: channels.map(({ name }) => name),
    async send(notice) {
      if (channels.length === 0) return;
      const told = await Promise.allSettled(channels.map((channel) => deliver(channel, notice)));
      told.forEach((one, at) => {
        if (one.status === "rejected") options.onError(channels[at]?.name ?? "", one.reason);
      });
      if (told.every(({ status }) => status === "rejected"))
        throw new NotifyError("No channel took the notice");
    },
    test: (notice) =>
      Promise.all(
        channels.map(async (channel) => {
          try {
            await channel.send(notice);
            return { channel: channel.name, error: null };
          } catch (error) {
            options.onError(channel.name, error);
            return { channel: channel.name, error: error instanceof NotifyError ? error.message : "failed" };
          }
        }),
      ),
    async close() {
      closing.abort();
      await Promise.all(channels.map((channel) => channel.close()));
    },
  };
}
