import { DAY_MS, plusMs, toInstant } from "../../../src/domain/model/time.ts";
import { readBeam } from "./beam-chat.ts";
import { importConversations } from "../../../src/services/imports/run.ts";
import type { ImportedConversation } from "../../../src/services/imports/types.ts";
import { dataFiles, readJson } from "../files.ts";
import { openService, type EvalService } from "../service/open.ts";
import { resultOf, type Suite } from "../suite.ts";
import { ask, type EvidenceQuestion, type RetrievalItem } from "./ask.ts";
import { MEASURES, perCategory } from "./measures.ts";
import { noModel } from "./no-model.ts";

/** One long chat with an assistant and questions about it. */
interface BeamChat {
  chat_id: number | string;
  questions: Record<string, { question: string; source_chat_ids?: unknown }[]>;
}

/** Questions about facts; the other categories ask for summaries, order or style. */
const FACT_CATEGORIES = [
  "information_extraction",
  "knowledge_update",
  "contradiction_resolution",
  "temporal_reasoning",
  "multi_session_reasoning",
];
const ABSENT = "abstention";

/**
 * Messages an answer stands in, found in the user's own chat, imported as any chat is and nothing extracted. Only the
 * user's messages can be found: evidence in replies stays out of reach.
 */
export const beam: Suite = {
  about: "BEAM: the user's messages an answer stands in, found in a long chat with an assistant",
  extracts: false,
  async run({ data, progress }) {
    const items: RetrievalItem[] = [];
    for (const file of dataFiles(data, /\.json$/, "beam")) {
      const chat = readJson<BeamChat>(file);
      progress(`chat ${chat.chat_id}`);
      items.push(...(await askAll(chat)));
    }
    return resultOf(items, MEASURES, { breakdowns: [perCategory(items)] });
  },
};

async function askAll(chat: BeamChat): Promise<RetrievalItem[]> {
  const conversations = readBeam(chat).filter((one) => one !== null);
  const userId = `chat-${chat.chat_id}`;
  const times = conversations.flatMap(({ turns }) => turns.map(({ occurredAt }) => occurredAt)).sort();
  const service = await openService(noModel(), plusMs(times.at(-1) ?? toInstant(0), DAY_MS));
  try {
    const messageOf = await store(service, userId, conversations);
    const items: RetrievalItem[] = [];
    for (const question of questionsOf(chat)) items.push(await ask(service, userId, question, messageOf));
    return items;
  } finally {
    await service.close();
  }
}

/** Far above what one chat has. */
const EPISODES_MAX = 100_000;

async function store(
  { engine }: EvalService,
  userId: string,
  conversations: ImportedConversation[],
): Promise<Map<string, string>> {
  const { clock, newId, store } = engine;
  const deps = { clock, newId, store, stored: async () => {} };
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  await importConversations(deps, userId, conversations, options);
  const episodes = await store.forUser(userId).episodes({ order: "oldest", limit: EPISODES_MAX });
  return new Map(episodes.map(({ id, externalId }) => [id, messageId(externalId ?? "")]));
}

/** `beam:<chat>:<message>`, with `#2` and so on for the pieces of a long one. */
function messageId(externalId: string): string {
  return externalId.split(":").at(-1)?.split("#")[0] ?? "";
}

function questionsOf({ chat_id, questions }: BeamChat): EvidenceQuestion[] {
  return [...FACT_CATEGORIES, ABSENT].flatMap((category) =>
    (questions[category] ?? []).flatMap(({ question, source_chat_ids }, n) => {
      const answerable = category !== ABSENT;
      const gold = answerable ? idsIn(source_chat_ids) : [];
      if (answerable && gold.length === 0) return [];
      return [{ id: `${chat_id}/${category}/${n}`, category, question, gold, answerable }];
    }),
  );
}

/** A list, or lists under names such as `original_info`. */
function idsIn(value: unknown): string[] {
  if (typeof value === "number" || typeof value === "string") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(idsIn) : [];
}
