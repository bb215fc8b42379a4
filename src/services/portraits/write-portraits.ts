import { z } from "zod";
import type { Entity, Portrait } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { asLine } from "../../domain/model/prompt-data.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Needs } from "../kernel.ts";
import { askModel, type AskDeps } from "../maintenance/ask-model.ts";
import { defineJob, type JobRun } from "../maintenance/job.ts";
import { atMost, integer, object, text } from "../model/response-schema.ts";
import { joins } from "./joins.ts";
import {
  isWritten,
  ownOf,
  PARAGRAPH_FACTS_MAX,
  paragraphsOf,
  statementOf,
  tellableFacts,
  versionOf,
} from "./portrait.ts";

type WriteDeps = AskDeps & Needs<"clock" | "canVote">;

const ENTITIES_PER_STEP = 50;
/** Entities whose facts are compared in a run. */
const ENTITIES_MAX = 500;
/** With fewer facts about an entity there is little to join. */
const FACTS_MIN = 4;
/** Paragraphs per run, a model call each. */
const PARAGRAPHS_MAX = 20;
const SENTENCE_CHARS_MAX = 400;

/** A paragraph to be written. */
interface Open {
  id: string;
  entity: Entity;
  /** Every fact that may be stated about the entity. */
  told: Fact[];
  paragraph: Fact[];
  source: string[];
}

/**
 * Lets a capable model join statements about an entity into prose, a paragraph at a time, where facts have changed: first about
 * the user, then about the entities mentioned most. The model only arranges: code checks that a sentence joins its statements and
 * says nothing else; all others are shown as they are. Idempotent.
 */
export const writePortraits = defineJob<WriteDeps>({
  name: "portraits",
  title: "Write what is known as prose",
  does: "Joins what is believed about you, and about each person and thing, into sentences.",
  asksModel: true,
  changesMemory: true,
  schedule: "30 4 * * *",
  async work(job, deps) {
    const { user } = job;
    const counts = { entities: 0, paragraphs: 0, sentences: 0 };
    if (!deps.canVote()) return counts;
    const openIn = async (entities: Entity[]): Promise<Open[]> => {
      const now = deps.clock.now();
      return (await Promise.all(entities.map((entity) => openParagraphs(user, entity, now)))).flat();
    };
    const open = await job.step(async () => openIn([await user.self()]));
    const read = (cursor?: string) => user.entityPage({ limit: ENTITIES_PER_STEP, cursor, sort: "mentions" });
    const look = (page: Entity[]): Promise<Open[]> => {
      counts.entities += page.length;
      return openIn(page.filter(({ isSelf, status }) => !isSelf && status !== "archived"));
    };
    open.push(...(await job.all(read, look, () => counts.entities >= ENTITIES_MAX)));
    counts.paragraphs = open.length;
    if (job.dryRun) return counts;
    await job.ask({
      ids: open.map(({ id }) => id),
      perCall: 1,
      callsMax: PARAGRAPHS_MAX,
      reason: "portrait_written",
      // The first that is still open: those written before are not.
      show: async (ids) => (await openIn(await user.entitiesById([...ids]))).slice(0, 1),
      async ask([shown]) {
        const sentences = shown ? await joinedBy(deps, job, shown) : [];
        return sentences && [sentences];
      },
      plan(shown, sentences) {
        counts.sentences += sentences.length;
        return [{ op: "entity.patch", id: shown.id, set: { portrait: withParagraph(shown, sentences) } }];
      },
    });
    return counts;
  },
});

async function openParagraphs(user: UserStore, entity: Entity, now: Instant): Promise<Open[]> {
  const told = await tellableFacts(user, entity, now);
  if (told.length < FACTS_MIN) return [];
  const open = paragraphsOf(told).filter((paragraph) => isOpen(entity, paragraph));
  return open.map((paragraph) => ({
    id: entity.id,
    entity,
    told,
    paragraph,
    source: paragraph.map(versionOf),
  }));
}

/** A model was not asked about it, or a sentence about it does not hold any longer. */
function isOpen(entity: Entity, paragraph: readonly Fact[]): boolean {
  if (ownOf(entity, paragraph).length < 2) return false;
  const written = new Set(paragraph.filter((fact) => isWritten(entity, fact)).map(({ id }) => id));
  const isBroken = ({ factIds }: Portrait["sentences"][number]): boolean =>
    paragraph.some(({ id }) => factIds.includes(id)) && !factIds.every((id) => written.has(id));
  return written.size < paragraph.length || (entity.portrait?.sentences ?? []).some(isBroken);
}

function withParagraph({ entity, told, paragraph }: Open, sentences: Portrait["sentences"]): Portrait {
  const ids = new Set(paragraph.map(({ id }) => id));
  const known = told.filter((fact) => ids.has(fact.id) || isWritten(entity, fact));
  const others = new Set(known.map(({ id }) => id).filter((id) => !ids.has(id)));
  const kept = (entity.portrait?.sentences ?? []).filter(({ factIds }) =>
    factIds.every((id) => others.has(id)),
  );
  return {
    sentences: [...kept, ...sentences],
    versions: Object.fromEntries(known.map((fact) => [fact.id, versionOf(fact)])),
  };
}

const Joined = z.object({ sentences: z.array(z.object({ text: z.string(), statements: z.array(z.int()) })) });
const JOINED = object({
  sentences: atMost(
    PARAGRAPH_FACTS_MAX,
    object({ text: text(SENTENCE_CHARS_MAX), statements: atMost(PARAGRAPH_FACTS_MAX, integer) }),
  ),
});

/** The sentences that hold; null if the model is away. */
async function joinedBy(
  deps: AskDeps,
  run: JobRun,
  { entity, paragraph }: Open,
): Promise<Portrait["sentences"] | null> {
  const own = ownOf(entity, paragraph);
  const statements = own.map((fact) => asLine(statementOf(fact)));
  const answer = await askModel(deps, run, {
    purpose: "summarise",
    prompt: "portrait",
    text: `<statements>\n${statements.map((one, at) => `${at + 1}. ${one}`).join("\n")}\n</statements>`,
    effort: "low",
    schema: { name: "portrait", schema: JOINED },
  });
  if (answer === null) return null;
  const open = new Set(own.keys());
  return (Joined.safeParse(answer.json).data?.sentences ?? []).flatMap((sentence) => {
    const at = [...new Set(sentence.statements.map((n) => n - 1))];
    const text = asLine(sentence.text, SENTENCE_CHARS_MAX);
    const parts = at.map((n) => statements[n] ?? "");
    if (!at.every((n) => open.has(n)) || !joins(text, parts)) return [];
    for (const n of at) open.delete(n);
    return [{ text: statementOf({ text }), factIds: at.flatMap((n) => own[n]?.id ?? []) }];
  });
}
