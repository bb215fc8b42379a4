import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BRANCH_DEPTH_MAX, type Conversation } from "../../domain/model/conversation.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { AnsweredEpisode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Link } from "../../domain/model/link.ts";
import { beginningTold, dateTold, localDate } from "../../domain/model/local-day.ts";
import type { Review } from "../../domain/model/review.ts";
import { DEFAULT_SETTINGS } from "../../domain/model/user.ts";
import { clip, oneLine } from "../../language/text.ts";
import { turnsHiddenBy } from "../forgetting/hide.ts";
import { readMemory, type ReadOptions } from "./read.ts";

/** Front matter field that marks one of Engram's own pages: imports leave it out. */
export const PAGE_FIELD = "engram";

const SHOWN_STATUSES = new Set(["verified", "disputed", "staged", "superseded"]);
const NAME_CHARS_MAX = 80;

interface ShownMemory {
  /** Of its owner: days begin there. */
  timeZone: string;
  entities: Entity[];
  facts: Fact[];
  conversations: Omit<Conversation, "episodeCount">[];
  episodes: AnsweredEpisode[];
  links: Link[];
  /** Those waiting for their owner. */
  forgettings: Review[];
}

/**
 * A folder of Markdown from a memory file: one page per entity with its facts and their evidence, and one per
 * conversation, linked Obsidian-style. Leaves out everything off the record, replaced, or waiting to be erased. Returns
 * the number of pages written.
 */
export async function writePages(
  file: string,
  folder: string,
  options: ReadOptions,
): Promise<{ things: number; conversations: number }> {
  const memory = await shownMemory(file, options);
  const { timeZone } = memory;
  const hidden = turnsHiddenBy(memory.forgettings);
  const names = uniqueNames(memory.entities.map(({ id, name, isSelf }) => [id, isSelf ? "About you" : name]));
  const byEntity = Map.groupBy(memory.facts, ({ subjectId }) => subjectId);
  const things = memory.entities.filter(({ id }) => byEntity.has(id));
  await mkdir(join(folder, "Conversations"), { recursive: true, mode: 0o700 });
  for (const entity of things) {
    const text = entityPage(entity, byEntity.get(entity.id) ?? [], { names, timeZone });
    await writeFile(join(folder, `${names.get(entity.id) ?? entity.id}.md`), text, { mode: 0o600 });
  }
  const turns = memory.episodes.filter(
    ({ id, memory: mode, replacedBy }) => mode === "on" && replacedBy === null && !hidden.has(id),
  );
  const byConversation = Map.groupBy(turns, ({ conversationId }) => conversationId);
  // A title is the beginning of a turn, which may be hidden.
  const hiding = new Set(
    memory.episodes.filter(({ id }) => hidden.has(id)).map(({ conversationId }) => conversationId),
  );
  const talks = memory.conversations
    .filter(({ id }) => byConversation.has(id))
    .map((talk) => (hiding.has(talk.id) ? { ...talk, title: null } : talk));
  const titles = uniqueNames(
    talks.map((one) => [one.id, `${localDate(one.startedAt, timeZone)} ${one.title ?? ""}`]),
  );
  const byId = new Map(talks.map((talk) => [talk.id, talk]));
  for (const talk of talks) {
    const text = conversationPage(talk, threadOf(talk, byId, byConversation));
    const path = join(folder, "Conversations", `${titles.get(talk.id) ?? talk.id}.md`);
    await writeFile(path, text, { mode: 0o600 });
  }
  return { things: things.length, conversations: talks.length };
}

/** The contents of a memory file, limited to what is shown to its owner. */
export async function shownMemory(file: string, options: ReadOptions): Promise<ShownMemory> {
  const memory: ShownMemory = {
    timeZone: DEFAULT_SETTINGS.timeZone,
    entities: [],
    facts: [],
    conversations: [],
    episodes: [],
    links: [],
    forgettings: [],
  };
  for await (const batch of readMemory(file, options))
    for (const record of batch) {
      if (record.kind === "entity") {
        if (record.entity.status !== "archived") memory.entities.push(record.entity);
      } else if (record.kind === "fact" && SHOWN_STATUSES.has(record.fact.status))
        memory.facts.push(record.fact);
      else if (record.kind === "user") memory.timeZone = record.settings?.timeZone ?? memory.timeZone;
      else if (record.kind === "conversation") memory.conversations.push(record.conversation);
      else if (record.kind === "episode") memory.episodes.push(record.episode);
      else if (record.kind === "link") memory.links.push(record);
      else if (record.kind === "review") {
        if (record.review.kind === "forget" && record.review.state === "open")
          memory.forgettings.push(record.review);
      }
    }
  return memory;
}

/** Names that Windows gives to devices, whatever comes behind a dot: a cousin called Con. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** File names valid on any system; duplicates get a number. */
function uniqueNames(wanted: [id: string, name: string][]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    wanted.map(([id, name]) => {
      const plain = oneLine(name.normalize("NFC").replaceAll(/[\p{Cc}\\/:*?"<>|#^[\]]/gu, " "));
      const whole = clip(plain, NAME_CHARS_MAX).replace(/(?<![. ])[. ]+$/, "") || "Untitled";
      const base = whole.replace(DEVICES, "$&_");
      let unique = base;
      for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${base} (${n})`;
      taken.add(unique.toLowerCase());
      return [id, unique];
    }),
  );
}

interface Shown {
  names: ReadonlyMap<string, string>;
  timeZone: string;
}

function entityPage(entity: Entity, facts: readonly Fact[], shown: Shown): string {
  const others = entity.aliases.map(({ alias }) => alias).filter((alias) => alias !== entity.name);
  const current = facts.filter(({ status }) => status !== "superseded");
  const past = facts.filter(({ status }) => status === "superseded");
  const lines = (some: readonly Fact[]): string[] => some.flatMap((fact) => factLines(fact, shown));
  return page(
    { [PAGE_FIELD]: entity.id, type: entity.type, ...(others.length > 0 ? { aliases: others } : {}) },
    [
      `# ${shown.names.get(entity.id) ?? entity.name}`,
      "",
      ...lines(current),
      ...(past.length > 0 ? ["", "## Before", "", ...lines(past)] : []),
    ],
  );
}

function factLines(
  { text, status, objectId, validAt, invalidAt, evidence }: Fact,
  { names, timeZone }: Shown,
): string[] {
  const times = [
    validAt && `from ${beginningTold(validAt, timeZone)}`,
    invalidAt && `until ${dateTold(invalidAt, timeZone)}`,
  ].filter(Boolean);
  const link = objectId === null ? undefined : names.get(objectId);
  const marks = [status, ...times].join(", ");
  return [
    `- ${oneLine(text)} (${marks})${link === undefined ? "" : ` [[${link}]]`}`,
    ...evidence.map(
      ({ quote, assertedBy, occurredAt }) =>
        `  - “${oneLine(quote)}” ${assertedBy}, ${localDate(occurredAt, timeZone)}`,
    ),
  ];
}

type Talk = ShownMemory["conversations"][number];

/** The turns of a conversation, oldest first, behind those that it shares with the one it branches off from. */
function threadOf(
  { id, branchOf = "", branchAt = 0 }: Talk,
  talks: ReadonlyMap<string, Talk>,
  byConversation: ReadonlyMap<string, readonly AnsweredEpisode[]>,
  depthMax = BRANCH_DEPTH_MAX,
): AnsweredEpisode[] {
  const own = (byConversation.get(id) ?? []).toSorted((a, b) => a.ordinal - b.ordinal);
  const above = talks.get(branchOf);
  if (above === undefined || depthMax === 0) return own;
  const shared = threadOf(above, talks, byConversation, depthMax - 1);
  return [...shared.filter(({ ordinal }) => ordinal < branchAt), ...own];
}

function conversationPage(talk: Talk, turns: readonly AnsweredEpisode[]): string {
  return page({ [PAGE_FIELD]: talk.id, date: talk.startedAt }, [
    `# ${oneLine(talk.title ?? "Conversation")}`,
    ...turns.flatMap(({ occurredAt, speaker, userMessage, assistantReply }) => [
      "",
      `**${oneLine(speaker ?? "You")}** ${occurredAt}`,
      "",
      userMessage,
      ...(assistantReply === null ? [] : ["", "**Assistant**", "", assistantReply]),
    ]),
  ]);
}

/** Front matter values are JSON, which is valid YAML. */
function page(front: Record<string, unknown>, lines: readonly string[]): string {
  const fields = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `${["---", ...fields, "---", "", ...lines].join("\n")}\n`;
}
