import { EngramError } from "../../errors.ts";

/**
 * One text of `cypher/` for statements that differ by a label, a key or an order. The name of its file says over what it
 * goes: `forget/all-{forgotten}` is `forget/all-facts`, `forget/all-episodes` and so on, and `<Label>` in it is `Fact` or
 * `Episode`. Names and texts come from the lists below only, never from what a user asks.
 */
type Texts = Readonly<Record<string, string>>;
type Variants = Readonly<Record<string, Texts>>;

const ofKey = (Label: string, key: string, columns = ""): Texts => ({ Label, key, columns });
const kept = (Label: string, ...keys: string[]): Texts => ({
  Label,
  key: keys.map((key) => `${key}: row.${key}`).join(", "),
});

/** All that a user has; what refers to something goes before it. */
const forgotten = {
  traces: ofKey("Trace", "at"),
  communities: ofKey("Community", "id"),
  facts: ofKey("Fact", "id"),
  aliases: ofKey("Alias", "fold"),
  entities: ofKey("Entity", "id"),
  episodes: ofKey("Episode", "id"),
  conversations: ofKey("Conversation", "id"),
  changes: ofKey("Change", "id"),
  rejections: ofKey("Rejection", "id"),
  reviews: ofKey("Review", "id"),
  feedback: ofKey("Feedback", "target_id"),
  batches: ofKey("Batch", "once"),
  days: ofKey("Day", "date"),
} satisfies Variants;
export const FORGOTTEN = Object.keys(forgotten);

const believed = "AND n.status IN $statuses";
const NONE = { chosen: "", asked: "", indexed: "", besides: "" };
const BELIEVED = { chosen: believed, asked: believed, indexed: believed, besides: "" };
const notShown = "NOT n.id IN $not";

const RECORD = {
  changes: { Label: "Change" },
  conversations: { Label: "Conversation" },
  rejections: { Label: "Rejection" },
};

const VARIANTS: Readonly<Record<string, Variants>> = {
  forgotten,
  /** What has a vector. `chosen`: which of them are compared; `indexed`, `besides`: inside and behind a newer index. */
  memory: {
    entities: {
      Label: "Entity",
      name: "entity",
      words: `.name, .type, .summary,
        aliases: COLLECT { MATCH (a:Alias)-[:NAMES]->(n) RETURN a.alias ORDER BY a.position }`,
      ...BELIEVED,
    },
    episodes: {
      Label: "Episode",
      name: "episode",
      words: ".speaker, .user_message",
      ...NONE,
      chosen: `AND ${notShown}`,
      asked: `AND ${notShown} AND ($conversation_ids IS NULL OR n.conversation_id IN $conversation_ids)
        AND n.occurred_at >= $from AND n.occurred_at < $to`,
      besides: `WITH n WHERE ${notShown}`,
    },
    facts: { Label: "Fact", name: "fact", words: ".text", ...BELIEVED },
    communities: {
      Label: "Community",
      name: "community",
      words: "text: n.name + ': ' + n.summary",
      ...NONE,
    },
  },
  compared: {
    nearest: { vector: "embedding", tag: "embedding_tag" },
    served: { vector: "served_embedding", tag: "served_tag" },
  },
  named: {
    facts: { name: "fact", chosen: "AND f.status IN $statuses", newest: "n" },
    entities: { name: "entity", chosen: "AND f.status IN $statuses", newest: "n" },
    communities: { name: "community", chosen: "", newest: "id" },
  },
  single: {
    conversation: { Label: "Conversation", columns: "<conversation>" },
    episode: { Label: "Episode", columns: "<episode>, .recalled" },
    change: { Label: "Change", columns: "<change>" },
    rejection: { Label: "Rejection", columns: "<rejection>" },
  },
  said: {
    episodes: { index: "episode_text", speaker: "e.speaker" },
    replies: { index: "reply_text", speaker: "null" },
  },
  sorted: { falling: { DESC: "DESC", past: "<" }, rising: { DESC: "", past: ">" } },
  order: { newest: { DESC: "DESC" }, oldest: { DESC: "" } },
  stage: {
    extraction: {
      stage: "extraction",
      due: "AND ($due IS NULL OR e.extraction_retry_at IS NULL OR e.extraction_retry_at <= $due)",
    },
    verification: { stage: "verification", due: "" },
  },
  waiting: {
    extraction: {
      stage: "extraction",
      besides: "e.state IN ['complete', 'interrupted'] AND e.memory = 'on'",
    },
    verification: { stage: "verification", besides: "e.verification_error IS NOT NULL" },
  },
  /** Parts of a dump. */
  listed: {
    conversations: ofKey("Conversation", "id", "<conversation>, .next_ordinal"),
    episodes: ofKey("Episode", "n", "<episode>, .recalled"),
    changes: ofKey("Change", "n", "<change>"),
    communities: ofKey("Community", "id", "<community>"),
    rejections: ofKey("Rejection", "n", "<rejection>, .overruled_run"),
    reviews: ofKey("Review", "n", "<review>"),
    diffs: ofKey("RunDiff", "run_id", ".run_id, .steps"),
    batches: ofKey("Batch", "once", ".once, .at"),
    days: ofKey("Day", "date", ".date, .counts, .report"),
    tombstones: ofKey("Tombstone", "id", ".id, .target, .forgotten_at, .subject_is_self"),
  },
  /** Records that refer to nothing. */
  kept: {
    batches: kept("Batch", "once"),
    changes: kept("Change", "id"),
    days: kept("Day", "date"),
    diffs: kept("RunDiff", "run_id"),
    rejections: kept("Rejection", "id"),
    reviews: kept("Review", "id"),
    feedback: kept("Feedback", "target_id", "at"),
  },
  updated: {
    ...RECORD,
    entities: { Label: "Entity" },
    facts: { Label: "Fact" },
    episodes: { Label: "Episode" },
  },
  deleted: { ...RECORD, communities: { Label: "Community" }, facts: { Label: "Fact" } },
};

/** Texts that stand in several statements: columns, such as `<episode>` for all of an episode's. */
const PARTS = "parts/";

/** Every statement by its name, from the files as they are. */
export function fillAll(files: ReadonlyMap<string, string>): Map<string, string> {
  const parts: Record<string, string> = {};
  const filled = new Map<string, string>();
  for (const [file, text] of files) if (file.startsWith(PARTS)) parts[file.slice(PARTS.length)] = text;
  for (const [file, text] of files) {
    if (file.startsWith(PARTS)) continue;
    for (const [name, texts] of namesOf(file)) filled.set(name, fill(name, text, { ...parts, ...texts }));
  }
  return filled;
}

/** A file's name and what is set in, for each of its variants. */
function namesOf(file: string): [name: string, texts: Texts][] {
  const [slot, of = ""] = /\{(\w+)\}/.exec(file) ?? [];
  if (slot === undefined) return [[file, {}]];
  const variants = VARIANTS[of];
  if (variants === undefined) throw new EngramError("internal", `There is no list ${of} for ${file}`);
  return Object.entries(variants).flatMap(([variant, texts]) =>
    namesOf(file.replace(slot, variant)).map(([name, more]): [string, Texts] => [
      name,
      { ...texts, ...more },
    ]),
  );
}

function fill(name: string, text: string, texts: Texts): string {
  const filled = text.replaceAll(/<([\w-]+)>/g, (_, slot: string) => {
    const given = texts[slot];
    if (given === undefined)
      throw new EngramError("internal", `The statement ${name} has nothing for <${slot}>`);
    return given;
  });
  return filled === text ? text : fill(name, filled, texts);
}
