import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  plusMs,
  toInstant,
  type Instant,
} from "../../../src/domain/model/time.ts";
import { dataFiles, readJson } from "../files.ts";
import { openService, type EvalService } from "../service/open.ts";
import { resultOf, type Suite } from "../suite.ts";
import { ask, type EvidenceQuestion, type RetrievalItem } from "./ask.ts";
import { MEASURES, perCategory } from "./measures.ts";
import { noModel } from "./no-model.ts";

/** Two friends who chat over months; the public form of LoCoMo. */
export interface LocomoSample {
  sample_id: string;
  /** `session_N`: turns; `session_N_date_time`: when, as in "1:56 pm on 8 May, 2023". */
  conversation: Record<string, LocomoTurn[] | string>;
  qa: { question: string; evidence: string[]; category: number }[];
}

export interface LocomoTurn {
  speaker: string;
  dia_id: string;
  text: string;
  blip_caption?: string;
}

/** Category of questions that nothing in the conversation answers. */
const ADVERSARIAL = 5;

/** Turn-level evidence of the questions, nothing extracted. */
export const locomo: Suite = {
  about: "LoCoMo: the turns an answer stands in, found among two friends' chats",
  extracts: false,
  async run({ data, progress }) {
    const items: RetrievalItem[] = [];
    for (const sample of dataFiles(data, /^locomo.*\.json$/).flatMap((file) =>
      readJson<LocomoSample[]>(file),
    )) {
      progress(`${sample.sample_id}: ${sample.qa.length} questions`);
      items.push(...(await askAll(sample)));
    }
    return resultOf(items, MEASURES, { breakdowns: [perCategory(items)] });
  },
};

async function askAll(sample: LocomoSample): Promise<RetrievalItem[]> {
  const sessions = sessionsOf(sample);
  const service = await openService(noModel(), sessions[0]?.at ?? "");
  try {
    const messageOf = new Map<string, string>();
    for (const session of sessions) await store(service, sample.sample_id, session, messageOf);
    service.clock.driveTo(plusMs(sessions.at(-1)?.at ?? service.clock.now(), DAY_MS));
    const items: RetrievalItem[] = [];
    for (const question of questionsOf(sample, new Set(messageOf.values())))
      items.push(await ask(service, sample.sample_id, question, messageOf));
    return items;
  } finally {
    await service.close();
  }
}

export interface LocomoSession {
  at: Instant;
  turns: LocomoTurn[];
}

export function sessionsOf({ conversation }: LocomoSample): LocomoSession[] {
  return Object.entries(conversation)
    .flatMap(([key, turns]) => {
      const time = conversation[`${key}_date_time`];
      return Array.isArray(turns) && typeof time === "string" ? [{ at: sessionTime(time), turns }] : [];
    })
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** "1:56 pm on 8 May, 2023", taken as UTC. */
export function sessionTime(text: string): Instant {
  const [, hour = "", minute = "", half = "", date = ""] = /(\d+):(\d+)\s*([ap])m on (.+)/i.exec(text) ?? [];
  const hours = (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return toInstant(Date.parse(`${date} UTC`) + hours * HOUR_MS + Number(minute) * MINUTE_MS);
}

/** One conversation per session, each turn a message by its speaker. */
async function store(
  { engine, clock }: EvalService,
  userId: string,
  { at, turns }: LocomoSession,
  messageOf: Map<string, string>,
): Promise<void> {
  clock.driveTo(at);
  const conversationId = engine.newId();
  for (const [n, turn] of turns.entries()) {
    const id = engine.newId();
    messageOf.set(id, turn.dia_id);
    await engine.store.forUser(userId).openEpisode({
      id,
      conversationId,
      createConversation: n === 0,
      userMessage: wordsOf(turn),
      speaker: turn.speaker,
      source: "import",
      state: "complete",
      memory: "on",
      mode: "chat",
      occurredAt: plusMs(at, n * MINUTE_MS),
      recordedAt: clock.now(),
      extract: false,
    });
  }
}

export function wordsOf({ text, blip_caption }: LocomoTurn): string {
  return blip_caption === undefined ? text : `${text} [shares ${blip_caption}]`;
}

function questionsOf({ sample_id, qa }: LocomoSample, known: ReadonlySet<string>): EvidenceQuestion[] {
  return qa.flatMap(({ question, evidence, category }, n) => {
    const answerable = category !== ADVERSARIAL;
    const ids = evidence.flatMap((text) => text.match(/D\d+:\d+/g) ?? []).filter((id) => known.has(id));
    if (answerable && ids.length === 0) return [];
    const gold = answerable ? ids : [];
    return [{ id: `${sample_id}/${n}`, category: String(category), question, gold, answerable }];
  });
}
