import { z } from "zod";
import { toInstant } from "../../../src/domain/model/time.ts";
import { importedTurns, pairTurns, type SaidMessage } from "../../../src/services/imports/pair-turns.ts";
import type { ImportedConversation } from "../../../src/services/imports/types.ts";

/**
 * The chats of the BEAM benchmark. They are dated by day, and only now and then: a day holds until the next one is
 * named.
 */
const BeamMessage = z.object({
  id: z.union([z.string(), z.number()]),
  role: z.enum(["user", "assistant"]),
  content: z.string(),
  time_anchor: z.string().nullish().catch(null),
});

const BeamBatch = z.object({
  time_anchor: z.string().nullish().catch(null),
  turns: z.array(z.array(z.unknown()).catch([])),
});

const BeamChat = z.object({
  chat_id: z.union([z.string(), z.number()]),
  topic: z
    .object({ title: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  chat: z.array(z.unknown()),
});
type BeamChat = z.infer<typeof BeamChat>;

/** Every chat that can be read; null for each that cannot, or in which the user said nothing. */
export function readBeam(json: unknown): (ImportedConversation | null)[] {
  const found: unknown[] = Array.isArray(json) ? json : [json];
  return found.map(readChat);
}

function readChat(json: unknown): ImportedConversation | null {
  const parsed = BeamChat.safeParse(json);
  if (!parsed.success) return null;
  const externalId = `beam:${parsed.data.chat_id}`;
  const turns = importedTurns(pairTurns(inTime(messagesOf(parsed.data))), externalId);
  const [first] = turns;
  if (!first) return null;
  const startedAt = first.occurredAt;
  return { externalId, title: parsed.data.topic?.title ?? null, startedAt, turns };
}

/** A message with the day it names, milliseconds. */
type Anchored = Omit<SaidMessage, "at"> & { day: number | null };

function messagesOf({ chat }: BeamChat): Anchored[] {
  return chat.flatMap((json) => {
    const batch = BeamBatch.safeParse(json);
    if (!batch.success) return [];
    const said = batch.data.turns.flat().flatMap(readMessage);
    const [first, ...rest] = said;
    return first ? [{ ...first, day: first.day ?? dayOf(batch.data.time_anchor) }, ...rest] : [];
  });
}

function readMessage(json: unknown): Anchored[] {
  const { success, data } = BeamMessage.safeParse(json);
  if (!success) return [];
  const text = data.content.replace(MARKER, "").trim();
  return text === "" ? [] : [{ id: String(data.id), role: data.role, text, day: dayOf(data.time_anchor) }];
}

/**
 * What the generator of the chats left at the end of a message: `->-> 3,8`, with variants such as `2,N/A`, `2,22, 24`
 * and a stray bracket.
 */
const MARKER = /\s*->->\s*\d+(?:\s*,\s*(?:\d+|N\/A))*\s*\)?\s*$/;

/** Between two messages of one day: enough to keep their order, little enough to stay within the day. */
const STEP_MS = 10_000;

/** Carries each day forward and puts its messages one after the other, so that order by time is order in the chat. */
function* inTime(messages: Anchored[]): Generator<SaidMessage> {
  const heldBy = new Map<number, number>();
  let day = messages.find((message) => message.day !== null)?.day ?? null;
  for (const message of messages) {
    day = message.day ?? day;
    const before = day === null ? 0 : (heldBy.get(day) ?? 0);
    if (day !== null) heldBy.set(day, before + 1);
    yield { ...message, at: day === null ? null : toInstant(day + before * STEP_MS) };
  }
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/** Noon UTC is the same calendar day in nearly every time zone. */
const HOUR_OF_DAY = 12;

/** `March-15-2024` as milliseconds; null for anything else. */
function dayOf(anchor: string | null | undefined): number | null {
  const [, name = "", date, year] = /^\s*([a-z]+)[-\s]+(\d{1,2})[-,\s]+(\d{4})\s*$/i.exec(anchor ?? "") ?? [];
  const month = MONTHS.indexOf(name.toLowerCase());
  if (month < 0) return null;
  const at = new Date(Date.UTC(Number(year), month, Number(date), HOUR_OF_DAY));
  return at.getUTCMonth() === month ? at.getTime() : null;
}
