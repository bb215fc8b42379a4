import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Conversation } from "../../domain/model/conversation.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { AnsweredEpisode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Link } from "../../domain/model/link.ts";
import type { Review } from "../../domain/model/review.ts";
import { turnsHiddenBy } from "../forgetting/hide.ts";
import { readMemory, type ReadOptions } from "./read.ts";

/** Front matter field that marks one of Engram's own pages: imports leave it out. */
export const PAGE_FIELD = "engram";

const SHOWN_STATUSES = new Set(["verified", "disputed", "staged", "superseded"]);
const NAME_CHARS_MAX = 80;

interface ShownMemory {
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
  const hidden = turnsHiddenBy(memory.forgettings);
  const names = pageNames(memory.entities);
  const byEntity = Map.groupBy(memory.facts, ({ subjectId }) => subjectId);
  const things = memory.entities.filter(({ id }) => byEntity.has(id));
  await mkdir(join(folder, "Conversations"), { recursive: true, mode: 0o700 });
  for (const entity of things) {
    const text = entityPage(entity, byEntity.get(entity.id) ?? [], names);
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
    talks.map((one) => [one.id, `${one.startedAt.slice(0, 10)} ${one.title ?? ""}`]),
  );
  for (const talk of talks) {
    const text = conversationPage(talk, byConversation.get(talk.id) ?? []);
    const path = join(folder, "Conversations", `${titles.get(talk.id) ?? talk.id}.md`);
    await writeFile(path, text, { mode: 0o600 });
  }
  return { things: things.length, conversations: talks.length };
}

/** The contents of a memory file, limited to what is shown to its owner. */
export async function shownMemory(file: string, options: ReadOptions): Promise<ShownMemory> {
  const memory: ShownMemory = {
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
      else if (record.kind === "conversation") memory.conversations.push(record.conversation);
      else if (record.kind === "episode") memory.episodes.push(record.episode);
      else if (record.kind === "link") memory.links.push(record);
      else if (record.kind === "review" && isOpenForgetting(record.review))
        memory.forgettings.push(record.review);
    }
  return memory;
}

function isOpenForgetting({ kind, state }: Review): boolean {
  return kind === "forget" && state === "open";
}

function pageNames(entities: readonly Entity[]): Map<string, string> {
  return uniqueNames(entities.map(({ id, name, isSelf }) => [id, isSelf ? "About you" : name]));
}

/** File names valid on any system; duplicates get a number. */
function uniqueNames(wanted: [id: string, name: string][]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    wanted.map(([id, name]) => {
      const plain = name
        .replaceAll(/[\p{Cc}\\/:*?"<>|#^[\]]/gu, " ")
        .replaceAll(/\s+/g, " ")
        .trim();
      const base = plain.slice(0, NAME_CHARS_MAX).replace(/(?<![. ])[. ]+$/, "") || "Untitled";
      let unique = base;
      for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${base} (${n})`;
      taken.add(unique.toLowerCase());
      return [id, unique];
    }),
  );
}

function entityPage(entity: Entity, facts: readonly Fact[], names: ReadonlyMap<string, string>): string {
  const others = entity.aliases.map(({ alias }) => alias).filter((alias) => alias !== entity.name);
  const current = facts.filter(({ status }) => status !== "superseded");
  const past = facts.filter(({ status }) => status === "superseded");
  const lines = (some: readonly Fact[]): string[] => some.flatMap((fact) => factLines(fact, names));
  return page(
    { [PAGE_FIELD]: entity.id, type: entity.type, ...(others.length > 0 ? { aliases: others } : {}) },
    [
      `# ${names.get(entity.id) ?? entity.name}`,
      "",
      ...lines(current),
      ...(past.length > 0 ? ["", "## Before", "", ...lines(past)] : []),
    ],
  );
}

function factLines(
  { text, status, objectId, validAt, invalidAt, evidence }: Fact,
  names: ReadonlyMap<string, string>,
): string[] {
  const times = [validAt && `from ${day(validAt.at)}`, invalidAt && `until ${day(invalidAt.at)}`].filter(
    Boolean,
  );
  const link = objectId === null ? undefined : names.get(objectId);
  const marks = [status, ...times].join(", ");
  return [
    `- ${oneLine(text)} (${marks})${link === undefined ? "" : ` [[${link}]]`}`,
    ...evidence.map(
      ({ quote, assertedBy, occurredAt }) => `  - “${oneLine(quote)}” ${assertedBy}, ${day(occurredAt)}`,
    ),
  ];
}

function conversationPage(
  talk: ShownMemory["conversations"][number],
  turns: readonly AnsweredEpisode[],
): string {
  const inOrder = turns.toSorted((a, b) => a.ordinal - b.ordinal);
  return page({ [PAGE_FIELD]: talk.id, date: talk.startedAt }, [
    `# ${oneLine(talk.title ?? "Conversation")}`,
    ...inOrder.flatMap(({ occurredAt, speaker, userMessage, assistantReply }) => [
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

const day = (at: string): string => at.slice(0, 10);
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
