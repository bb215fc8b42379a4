import { createHash } from "node:crypto";
import { z } from "zod";
import { lastSaid } from "../../domain/belief/confidence.ts";
import { catalogued, familyNames, PREDICATES, topicOf, type Topic } from "../../domain/belief/predicate.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { DAY_MS, plusMs, type Instant } from "../../domain/model/time.ts";
import { toYou } from "../../language/second-person.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { isTellable, strongest } from "../maintenance/writing/strongest.ts";
import { parseTimes } from "../time/index.ts";
import { joins } from "./joins.ts";
import { byId, distinctById, partsOf } from "../collections.ts";

/** Facts about one entity that are read, newest first: of lasting ones, and of all. */
const FACTS_READ_MAX = 2_000;
/** The strongest of them. */
const FACTS_SHOWN_MAX = 120;
/** A name or a birthday is told once, years before the newest facts. */
const LASTING = PREDICATES.filter(({ lasts }) => lasts === "for life" || lasts === "long").flatMap(
  ({ name }) => familyNames(name),
);
/** A longer paragraph is split. */
export const PARAGRAPH_FACTS_MAX = 10;

/** A sentence about an entity, and the facts that it states. */
interface Sentence {
  text: string;
  facts: Fact[];
}

/** The order of topics; those of one ten share a paragraph. */
const TOPICS: Record<Topic | "other", number> = {
  identity: 10,
  home: 20,
  work: 21,
  study: 22,
  love: 30,
  family: 31,
  health: 40,
  taste: 50,
  things: 51,
  plans: 60,
  other: 70,
};

/** The facts that may be stated about an entity, verified and current: its own before those of others, strongest first. */
export async function tellableFacts(user: UserStore, { id }: Entity, now: Instant): Promise<Fact[]> {
  const about = { entityIds: [id], role: "either" as const, limit: FACTS_READ_MAX };
  const read = await Promise.all(
    [LASTING, undefined].map((predicates) => user.facts({ ...about, statuses: ["verified"], predicates })),
  );
  const told = distinctById(read.flat()).filter((fact) => isTellable(fact, now));
  return strongest(told, told.length, ({ subjectId }) => subjectId === id);
}

/** As many as are shown, by topic, within a topic the strongest first. */
export function paragraphsOf(told: readonly Fact[]): Fact[][] {
  const orderOf = ({ predicate }: Fact): number => TOPICS[topicOf(predicate) ?? "other"];
  const sorted = told.slice(0, FACTS_SHOWN_MAX).toSorted((a, b) => orderOf(a) - orderOf(b));
  const byTopic = Map.groupBy(sorted, (fact) => Math.floor(orderOf(fact) / 10));
  return [...byTopic.values()].flatMap((facts) => [...partsOf(facts, PARAGRAPH_FACTS_MAX)]);
}

/** Changes with anything that the fact states. Reveals nothing: ids are random. */
export function versionOf({ id, text, polarity, validAt, invalidAt }: Fact): string {
  const stated = JSON.stringify([id, text, polarity, validAt, invalidAt]);
  return createHash("sha256").update(stated).digest("hex").slice(0, 12);
}

/** The fact as a sentence for its owner. */
export function statementOf({ text }: Pick<Fact, "text">): string {
  const sentence = toYou(text.trim());
  return /[.!?…。]$/u.test(sentence) ? sentence : `${sentence}.`;
}

/** A model was asked about this fact as it is now. */
export function isWritten({ portrait }: Entity, fact: Fact): boolean {
  return portrait?.versions[fact.id] === versionOf(fact);
}

/** Statements about the entity itself: only they are joined. */
export const ownOf = ({ id }: Pick<Entity, "id">, facts: readonly Fact[]): Fact[] =>
  facts.filter(({ subjectId }) => subjectId === id);

/**
 * Written sentences that join facts of this paragraph as they are now; every other fact by its own statement. So a fact that was
 * corrected, doubted or forgotten takes its sentence with it at once, and no stored words are believed.
 */
function sentencesOf(entity: Entity, paragraph: readonly Fact[]): Sentence[] {
  const open = byId(paragraph);
  return paragraph.flatMap((fact) => {
    if (!open.has(fact.id)) return [];
    const written = entity.portrait?.sentences.find(({ factIds }) => factIds.includes(fact.id));
    const facts = ownOf(
      entity,
      (written?.factIds ?? []).flatMap((id) => open.get(id) ?? []),
    );
    const holds = facts.length === written?.factIds.length && joins(written.text, facts.map(statementOf));
    const sentence = holds ? { text: written.text, facts } : { text: statementOf(fact), facts: [fact] };
    for (const { id } of sentence.facts) open.delete(id);
    return [sentence];
  });
}

/** Later by more than a year, so that no time without a year stays the same. */
const LATER_MS = 400 * DAY_MS;

/** The day without which the words mislead: when "tomorrow" or an age was last said; null where they hold on any day. */
function saidAt(fact: Fact, timeZone: string): Instant | null {
  const { text, predicate, evidence } = fact;
  if (evidence.length === 0) return null;
  const said = lastSaid(fact);
  const timesAt = (reference: Instant): string =>
    parseTimes(text, { reference, timeZone })
      .map(({ from }) => from)
      .join();
  const isPassing = catalogued(predicate)?.lasts === "briefly";
  const times = timesAt(said);
  return isPassing || (times !== "" && times !== timesAt(plusMs(said, LATER_MS))) ? said : null;
}

const PortraitFact = z.object({
  id: z.string(),
  version: z.string().describe("another one once the fact states something else"),
});
export const PortraitText = z.object({
  paragraphs: z.array(
    z.object({
      sentences: z.array(
        z.object({
          text: z.string(),
          saidAt: z.iso
            .datetime()
            .nullable()
            .describe('when it was said, where its words depend on that: "tomorrow", an age'),
          facts: z.array(PortraitFact).describe("what it states"),
        }),
      ),
    }),
  ),
  more: z.int().describe("verified facts beyond these"),
});

/** All that may be stated about an entity. */
export async function portraitOf(
  user: UserStore,
  entity: Entity,
  now: Instant,
): Promise<z.infer<typeof PortraitText>> {
  const [told, { timeZone }] = await Promise.all([tellableFacts(user, entity, now), user.settings()]);
  const paragraphs = paragraphsOf(told).map((paragraph) => ({
    sentences: sentencesOf(entity, paragraph).map(({ text, facts }) => ({
      text,
      saidAt: facts.flatMap((fact) => saidAt(fact, timeZone) ?? []).toSorted()[0] ?? null,
      facts: facts.map((fact) => ({ id: fact.id, version: versionOf(fact) })),
    })),
  }));
  return { paragraphs, more: Math.max(0, told.length - FACTS_SHOWN_MAX) };
}
