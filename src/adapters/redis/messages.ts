import { openRedis, redisOptions } from "./connection.ts";
import type { RedisLink } from "./link.ts";

/** Between two pings of a subscriber connection: only they detect a cut network, milliseconds. */
const PING_MS = 5_000;
const SILENT_MS_MAX = 5_000;

type Listener = (message: unknown, processId: string) => void;

/** A channel for events between processes. Events without a subscriber are lost. */
export type Messages = ReturnType<typeof openMessages>;

interface ReceivedMessage {
  from: string;
  topic: string;
  message: unknown;
}

export function openMessages(link: RedisLink, processId: string) {
  const channel = `${link.prefix}:told`;
  const listeners = new Map<string, Set<Listener>>();
  const subscriber = openRedis(
    { ...redisOptions(link.settings), maxRetriesPerRequest: null, socketTimeout: SILENT_MS_MAX },
    () => undefined,
  );
  // The client resubscribes when it reconnects.
  subscriber.subscribe(channel).catch(() => undefined);
  subscriber.on("message", (_channel: string, text: string) => {
    const { from, topic, message } = JSON.parse(text) as ReceivedMessage;
    if (from === processId) return;
    for (const listener of listeners.get(topic) ?? []) listener(message, from);
  });
  const timer = setInterval(() => {
    if (subscriber.status === "ready") subscriber.ping().catch(() => undefined);
  }, PING_MS);
  timer.unref();

  return {
    /** To the other processes; dropped while Redis is down. */
    tell(topic: string, message: unknown): void {
      const told: ReceivedMessage = { from: processId, topic, message };
      void link.ask((client) => client.publish(channel, JSON.stringify(told)));
    },
    listen(topic: string, listener: Listener): () => void {
      const known = listeners.get(topic) ?? new Set();
      listeners.set(topic, known.add(listener));
      return () => void known.delete(listener);
    },
    close(): void {
      clearInterval(timer);
      subscriber.disconnect();
    },
  };
}
