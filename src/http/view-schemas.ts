import type { Readable } from "node:stream";
import { z } from "zod";
import { SHELVES } from "../domain/model/conversation.ts";
import { RULINGS } from "../domain/model/trace.ts";
import { STATUSES } from "../domain/model/status.ts";
import {
  CHANGE,
  COMMUNITY,
  CONVERSATION,
  ENTITY,
  EPISODE,
  EVIDENCE,
  FACT,
  FEEDBACK,
  instantType as instant,
  REJECTION,
  TRACE,
} from "../store/schema.ts";
import { KINDS } from "../services/retrieval/types.ts";
import { typesOf } from "../store/fields.ts";

/** Nouns as returned in responses: the fields of the stored records, without internal bookkeeping. */

export { instant };
const text = z.string();
export const counts = z.record(text, z.number());
export const precision = z.enum(["year", "month", "day", "minute"]);
export const kind = z.enum(KINDS);
const status = z.enum(STATUSES);

/** The body of a 204. */
export const NOTHING = z.null().describe("Done; the response has no body");

/** One page of a list; `nextCursor` is null at its end. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** Text, whole or as a stream. */
const Written = text as z.ZodType<string | Readable>;

/** A response in another format than JSON, sent to the client unchanged. */
export const inForm = <Type extends string>(description: string, ...types: Type[]) => {
  const content = types.map((type) => [type, { schema: Written }]);
  return { description, content: Object.fromEntries(content) as Record<Type, { schema: typeof Written }> };
};

export const EventStream = inForm("Server-sent events", "text/event-stream");

export const BranchView = z.object({ conversationId: text, ordinal: z.int() }).meta({ id: "Branch" });
export const ConversationView = z
  .object(typesOf(CONVERSATION))
  .pick({ id: true, title: true, startedAt: true, lastMessageAt: true, episodeCount: true })
  .extend({
    shelf: z.enum(SHELVES).nullable().describe("`archived`: left out of lists, found by search"),
    branchOf: BranchView.nullable().describe(
      "the conversation it branches off from: it shares the turns before this ordinal, as long as they exist",
    ),
  })
  .meta({ id: "Conversation" });

const EvidenceView = z.object(typesOf(EVIDENCE)).meta({ id: "Evidence" });
export const NameView = z.object({ id: text, name: text, type: text, isSelf: z.boolean() });
const validFrom = z.object({
  at: instant,
  precision,
  basis: z
    .enum(["said", "stated"])
    .describe("`said`: no beginning was stated; it counts from when it was said"),
});

const FactRecord = z.object(typesOf(FACT)).extend({ evidence: z.array(EvidenceView) });
/** A fact as stored. */
export const StoredFactView = FactRecord.meta({ id: "StoredFact" });
export const FactView = FactRecord.omit({ validAt: true, invalidAt: true })
  .extend({
    subject: NameView.nullable(),
    object: NameView.nullable().describe("null for a value"),
    validFrom,
    validAt: instant.nullable(),
    validAtPrecision: precision.nullable(),
    invalidAt: instant.nullable(),
    invalidAtPrecision: precision.nullable(),
  })
  .meta({ id: "Fact" });

export const NotedView = FactRecord.pick({ id: true, text: true, status: true }).meta({ id: "Noted" });

export const EntityView = z.object(typesOf(ENTITY)).omit({ portrait: true }).meta({ id: "Entity" });

export const RecalledView = z
  .object({
    n: z.int().describe("its number in the text that the model is given, from 1"),
    kind,
    id: text,
    text,
    status: text.describe("`gone`: forgotten or refused since"),
    score: z.number(),
    components: counts.exactOptional().describe("the parts of the score; a listed turn has none"),
    evidence: z.array(EvidenceView.omit({ part: true })),
  })
  .meta({ id: "Recalled" });

/** A turn without its recalled memories. */
export const TurnView = z.object(typesOf(EPISODE)).omit({ idempotencyKey: true, chainHash: true });
export const EpisodeView = TurnView.extend({
  recalled: z.array(RecalledView),
  spooled: z.literal(true).optional(),
}).meta({ id: "Episode" });

export const MentionView = NameView.extend({ spans: z.array(z.object({ start: z.int(), end: z.int() })) });

/** A model's extraction of a turn. */
const TraceView = z.object(typesOf(TRACE)).omit({ ballots: true, rulings: true });
export const PassView = TraceView.omit({ episodeId: true });

export const CommunityView = z
  .object(typesOf(COMMUNITY))
  .omit({ factIds: true, asked: true })
  .extend({ memberCount: z.int(), members: z.array(NameView) })
  .meta({ id: "Community" });

export const ChangeView = z.object(typesOf(CHANGE)).meta({ id: "Change" });
export const FeedbackView = z.object(typesOf(FEEDBACK)).meta({ id: "Feedback" });
export const RejectionView = z.object(typesOf(REJECTION)).meta({ id: "Rejection" });

const node = EntityView.pick({ id: true, type: true, isSelf: true, confidence: true, mentionCount: true });
const edge = FactRecord.pick({ polarity: true }).extend({
  factId: text,
  source: text,
  target: text.nullable(),
  type: text,
  label: text,
  status,
});
export const GraphView = z
  .object({
    total: z.int().describe("nodes there are, those beyond the limit as well"),
    nodes: z.array(node.extend({ label: text, status, degree: z.int() })),
    edges: z.array(edge.extend({ validFrom })),
  })
  .meta({ id: "Graph" });

/** Why something is believed or was rejected. */
export const ProvenanceView = z.object({
  proposal: z.unknown().describe("as it came in; null when that is not known any more"),
  evidence: z.array(
    EvidenceView.extend({
      turn: TurnView.pick({
        id: true,
        conversationId: true,
        speaker: true,
        userMessage: true,
        assistantReply: true,
        occurredAt: true,
      }).nullable(),
    }),
  ),
  passes: z.array(
    TraceView.extend({
      ballot: z.enum(["for", "against", "unclear"]).nullable(),
      rulings: z.record(text, z.enum(RULINGS)).describe("by the id of the known fact"),
      sources: z.array(text).describe("addresses of the pages that a web check read"),
    }),
  ),
  changes: z.array(ChangeView).describe("oldest first"),
  rejections: z.array(RejectionView),
});

export const ForgottenView = z.object({
  forgotten: z.object({
    facts: z.int(),
    entities: z.int(),
    episodes: z.int(),
    conversations: z.int(),
    redactions: z.int(),
    rejections: z.int(),
    changes: z.int(),
  }),
  purged: z
    .union([z.literal(true), z.enum(["pending", "unknown"])])
    .describe("whether the words have left the files as well"),
  similar: z
    .object({ turns: z.int(), episodeIds: z.array(text) })
    .describe("turns that stay and hold similar words"),
});
