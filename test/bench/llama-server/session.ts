import { setTimeout as sleep } from "node:timers/promises";
import { until, type Client } from "../../support/client.ts";
import type { Rig } from "./rig.ts";

/** What a scenario does with the service. */
export interface Session {
  rig: Rig;
  /** One message in the conversation of that name; a new name begins one. Failures are counted, not thrown. */
  say(message: string, conversation?: string): Promise<void>;
  /** One message as a chat client sends it to `/v1`, the whole history with it. */
  sayByClient(message: string): Promise<void>;
  /** What chat clients ask for themselves after a reply. */
  askForTitle(): Promise<void>;
  /** Waits until everything said is extracted, but for what failed and waits for its next attempt. */
  drained(): Promise<void>;
  /** The idle pass, from its start to its end. */
  idlePass(): Promise<void>;
  /** Nothing that was done so far is measured. */
  measureFromHere(): void;
  readonly failures: string[];
  readonly passes: Pass[];
  readonly measuredFrom: number;
}

/** One idle pass: its calls are those from `from` up to before `to`. */
interface Pass {
  from: number;
  to: number;
  verified: number;
}

const DRAIN_MS_MAX = 180_000;
const LOOK_MS = 50;
const CLIENT_CONVERSATION = { "x-engram-conversation": "a chat client's" };

export function openSession(rig: Rig): Session {
  const { api, proxy } = rig;
  const ids = new Map<string, string>();
  const history: { role: string; content: string }[] = [];
  const failures: string[] = [];
  const passes: Pass[] = [];
  let measuredFrom = 0;

  const complete = async (messages: typeof history): Promise<string> => {
    const answer = await api.post("/v1/chat/completions", { model: "any", messages }, CLIENT_CONVERSATION);
    if (answer.status === 200) return answer.body.choices[0].message.content as string;
    failures.push(`${answer.status} ${answer.text.slice(0, 200)}`);
    return "";
  };

  const session: Session = {
    rig,
    failures,
    passes,
    get measuredFrom() {
      return measuredFrom;
    },
    async say(message, conversation = "only") {
      const conversationId = ids.get(conversation);
      const answer = await api.post("/chat", {
        message,
        ...(conversationId === undefined ? {} : { conversationId }),
      });
      if (answer.status !== 200) failures.push(`${answer.status} ${answer.text.slice(0, 200)}`);
      const id = (answer.body?.conversationId ?? answer.body?.error?.conversationId) as string | undefined;
      if (id !== undefined) ids.set(conversation, id);
    },
    async sayByClient(message) {
      history.push({ role: "user", content: message });
      history.push({ role: "assistant", content: await complete(history) });
    },
    async askForTitle() {
      const told = history.slice(-6).map(({ role, content }) => `${role.toUpperCase()}: ${content}`);
      const content = `### Task:\nSuggest three follow-up questions.\n### Chat History:\n<chat_history>\n${told.join("\n")}\n</chat_history>`;
      await complete([{ role: "user", content }]);
    },
    drained: () =>
      until(
        async () => {
          await sleep(LOOK_MS);
          const { pending, failed, queue } = (await api.get("/health")).body;
          return pending.extraction <= failed.retrying && queue.running === 0;
        },
        "the extraction of all turns",
        DRAIN_MS_MAX,
      ),
    async idlePass() {
      const from = proxy.calls.length;
      const run = await runPass(api, DRAIN_MS_MAX);
      passes.push({ from, to: proxy.calls.length, verified: Number(run.result?.verified ?? 0) });
    },
    measureFromHere() {
      measuredFrom = proxy.calls.length;
    },
  };
  return session;
}

/** One idle pass, as it ended. */
export async function runPass(api: Client, waitMs: number): Promise<any> {
  const { runId } = (await api.post("/maintenance/jobs/verify/run", {})).body;
  let run: any;
  await until(
    async () => {
      run = (await api.get(`/maintenance/runs/${runId as string}`)).body;
      return run.state !== "running";
    },
    "the idle pass",
    waitMs,
  );
  return run;
}
