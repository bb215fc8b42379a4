import type { FakeLlama } from "./fake-llama.ts";
import { Misbehaviours } from "./misbehaviour.ts";
import type { ChatBody, ReplyFunction } from "./script.ts";
import { Slots } from "./slots.ts";
import { smallestJson } from "./smallest-json.ts";

export interface FakeOptions {
  /** Default 0: any free one. */
  port?: number;
  slots?: number;
  /** Between two tokens, unless a script says otherwise. */
  tokenDelayMs?: number;
  /** When set, requests without it get 401. */
  apiKey?: string;
  contextTokens?: number;
  /** Answers `GET /slots`; without it that route is off, as with `--no-slots`. */
  tellsSlots?: boolean;
}

export interface RecordedRequest {
  body: ChatBody;
  headers: Record<string, string | string[] | undefined>;
  /** `Date.now()` */
  arrivedAt: number;
  /** When a slot took it; null while it waits. */
  startedAt: number | null;
  /** When its slot was free again. */
  endedAt: number | null;
  /** The client left before the answer was complete. */
  aborted: boolean;
}

export interface FakeState {
  options: FakeOptions;
  slots: Slots;
  misbehaviours: Misbehaviours;
  requests: RecordedRequest[];
  readAheads: RecordedRequest[];
  /** Names of transcripts for the next requests. */
  replays: string[];
  reply: ReplyFunction;
  extract: (body: ChatBody) => unknown;
  /** False: `/v1/embeddings` fails like a server without `--embeddings`, and `/health` is well. */
  embeds: boolean;
  /** For the control endpoint. */
  control: FakeLlama | undefined;
}

export function createState(options: FakeOptions): FakeState {
  return {
    options,
    slots: new Slots(options.slots ?? 1),
    misbehaviours: new Misbehaviours(),
    requests: [],
    readAheads: [],
    replays: [],
    reply: () => undefined,
    extract: nothingFound,
    embeds: true,
    control: undefined,
  };
}

function nothingFound(body: ChatBody): unknown {
  const schema = body.response_format?.json_schema?.schema;
  return schema === undefined ? { turns: [] } : smallestJson(schema);
}
