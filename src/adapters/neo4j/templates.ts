import { REVIEW_KINDS } from "../../domain/model/review.ts";
import { EngramError } from "../../errors.ts";
import { KINDS } from "../../store/schema.ts";
import * as rows from "../store-core/rows.ts";
import { CONTENT, RECORDS, type RowKind } from "../store-core/rows.ts";

/**
 * One text of `cypher/` for statements that differ by a label, a key or an order. Its file name lists the
 * variants: `forget/all-{forgotten}` is `forget/all-facts`, `forget/all-episodes` and so on, and `<Label>` in it is `Fact` or
 * `Episode`. Names and texts come from the lists below only, never from user input.
 */
type Texts = Readonly<Record<string, string>>;
type Variants = Readonly<Record<string, Texts>>;

const ofKey = (Label: string, key: string, columns = ""): Texts => ({ Label, key, columns });
/** As a map projection takes them: `.id, .name`. */
const projection = (columns: readonly string[]): string => columns.map((column) => `.${column}`).join(", ");

/** Traces and feedback are read with their keys. */
const LISTED = (Object.keys(KINDS) as RowKind[]).filter((kind) => kind !== "trace" && kind !== "feedback");
const variantsOf = (kinds: readonly RowKind[], toTexts: (kind: RowKind) => Texts): Variants =>
  Object.fromEntries(kinds.map((kind) => [KINDS[kind].table, toTexts(kind)]));
const keptAs = (kind: RowKind): Texts => ({
  Label: KINDS[kind].label,
  key: KINDS[kind].key.map((key) => `${key}: row.${key}`).join(", "),
});
const listedAs = (kind: RowKind): Texts => {
  const { columns, order } = RECORDS[kind];
  return ofKey(KINDS[kind].label, order[0] ?? "", projection([...new Set([...order, ...columns])]));
};

/** Columns of a kind: the expansion of `<fact>` in a statement. */
const COLUMNS: Texts = {
  change: projection(["n", "target_n", ...RECORDS.change.columns]),
  community: projection([...rows.communities.columns, "members"]),
  conversation: projection(rows.conversations.columns),
  entity: projection(["n", ...rows.entities.columns]),
  episode: projection(["n", ...rows.episodes.columns]),
  evidence: projection(rows.evidence.columns.filter((column) => column !== "episode_id")),
  fact: projection(["n", ...rows.facts.columns]),
  link: projection(rows.links.columns),
  rejection: projection(["n", ...rows.rejections.columns]),
  review: projection(["n", ...rows.reviews.columns]),
  "review-kinds": JSON.stringify(REVIEW_KINDS).replaceAll('"', "'"),
  run: `${projection(rows.runs.columns.filter((column) => column !== "user_id"))},
    user_id: CASE r.user_id WHEN '' THEN null ELSE r.user_id END`,
  trace: projection(rows.traces.columns),
};

/** Everything a user has. */
const forgotten: Variants = {
  communities: ofKey("Community", "id"),
  facts: ofKey("Fact", "id"),
  aliases: ofKey("Alias", "fold"),
  entities: ofKey("Entity", "id"),
  ...variantsOf(CONTENT, (kind) => ofKey(KINDS[kind].label, KINDS[kind].key[0] ?? "")),
  // No index is over a user's traces by their key alone.
  traces: ofKey("Trace", "at"),
};

const believed = "AND n.status IN $statuses";
const NONE = { chosen: "", asked: "", indexed: "", besides: "" };
const BELIEVED = { chosen: believed, asked: believed, indexed: believed, besides: "" };
const notShown = "NOT n.id IN $not";

const ALL = { made: "IS NOT NULL", hit: "<fact-hit>" };
const PAGE = {
  made: "<= $created_at AND CASE WHEN f.created_at = $created_at THEN f.n < $n ELSE true END",
  hit: "{row: f {<fact>}, created_at: f.created_at, n: f.n, evidence: <evidence-of-fact>} AS row",
};

const RECORD = {
  changes: { Label: "Change" },
  conversations: { Label: "Conversation" },
  rejections: { Label: "Rejection" },
};

const VARIANTS: Readonly<Record<string, Variants>> = {
  forgotten,
  /** Kinds with a vector. `chosen`: which of them are compared; `indexed`, `besides`: inside and after a newer index. */
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
    review: { Label: "Review", columns: "<review>" },
  },
  said: {
    episodes: { index: "episode_text", speaker: "e.speaker" },
    replies: { index: "reply_text", speaker: "null" },
  },
  /** Facts about entities, and about any; all of them, or a page. */
  about: { "facts-of-entities": ALL, "fact-page-of-entity": PAGE },
  any: { "facts-by-status": ALL, "fact-page": PAGE },
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
  listed: { ...variantsOf(LISTED, listedAs), communities: ofKey("Community", "id", "<community>") },
  /** Records without references. */
  kept: variantsOf(["batch", "change", "day", "diff", "rejection", "review", "feedback", "link"], keptAs),
  updated: {
    ...RECORD,
    entities: { Label: "Entity" },
    facts: { Label: "Fact" },
    episodes: { Label: "Episode" },
  },
  deleted: { ...RECORD, communities: { Label: "Community" }, facts: { Label: "Fact" } },
};

/** Snippets shared by several statements, such as `<fact-hit>` for a fact with its evidence. */
const PARTS = "parts/";

/** Every statement by name, expanded from the files. */
export function fillAll(files: ReadonlyMap<string, string>): Map<string, string> {
  const parts: Record<string, string> = { ...COLUMNS };
  const filled = new Map<string, string>();
  for (const [file, text] of files) if (file.startsWith(PARTS)) parts[file.slice(PARTS.length)] = text;
  for (const [file, text] of files) {
    if (file.startsWith(PARTS)) continue;
    for (const [name, texts] of namesOf(file)) filled.set(name, fill(name, text, { ...parts, ...texts }));
  }
  return filled;
}

/** A file's name and substitutions, for each of its variants. */
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
