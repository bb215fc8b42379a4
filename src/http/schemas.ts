import { z } from "zod";
import { CONTEXT_TYPES, OUTCOMES } from "../domain/model/context.ts";
import { RECORD } from "../domain/grounding/external-ids.ts";
import { LINK_ENDS, LINK_TYPES } from "../domain/model/link.ts";
import { STATUSES } from "../domain/model/status.ts";
import type { Instant, Interval } from "../domain/model/time.ts";
import { invalidField } from "../errors.ts";
import { SystemName } from "../services/user-settings.ts";
import { refused } from "./field-errors.ts";

/** Longest message, characters. Longer texts are documents and must be imported. */
export const MESSAGE_CHARS_MAX = 200_000;
export const ID_CHARS_MAX = 200;

/** Whole characters, no NUL: storable by every store and client. */
const plainText = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((text) => text.isWellFormed(), "must be valid Unicode")
    .refine((text) => !text.includes("\u0000"), "must not contain NUL");

/** Only characters that cannot be seen: spaces, joiners, directional marks. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** A user's text: not blank either. */
export const personText = (charsMax: number) =>
  plainText(charsMax).refine((text) => !INVISIBLE.test(text), "must not be empty");

const IMAGES_MAX = 10;

export const Id = plainText(ID_CHARS_MAX).min(1);
/** The parameters of a route about one thing. */
export const ById = z.object({ id: Id });
export const MemoryModeSchema = z.enum(["on", "read", "off"]);
const Images = z
  .array(
    z
      .string()
      .regex(
        /^data:image\/(?:jpeg|png|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/,
        "must be a picture as a data URL",
      ),
  )
  .max(IMAGES_MAX);

/** A turn, over HTTP and over the WebSocket. */
export const TurnFields = {
  message: personText(MESSAGE_CHARS_MAX).describe("what the user says"),
  conversationId: Id.optional().describe("goes on with a conversation; without it a new one begins"),
  memory: MemoryModeSchema.default("on").describe(
    "`on`: recall, and learn from this turn; `read`: recall only; `off`: neither. The turn itself is kept in its conversation in all three",
  ),
  mode: z
    .enum(["chat", "memory"])
    .default("chat")
    .describe("`memory`: the model is told to answer from memory alone, at temperature 0.15"),
  images: Images.optional().describe("as data URLs, for a model that takes them; they are not stored"),
  replaces: Id.optional().describe(
    "id of the turn that this one edits or regenerates; what rested on the old turn alone is withdrawn",
  ),
  branchFrom: Id.optional().describe(
    "id of an earlier turn of yours that this one takes the place of, in a branch: a new conversation that shares the turns before it. Nothing is withdrawn",
  ),
};
export const StatusSchema = z.enum(STATUSES);
export const OutcomeSchema = z.enum(OUTCOMES);

/** Characters of a name that a person may enter. */
export const NAME_CHARS_MAX = 200;

export const TAGS_MAX = 20;
const TAG_CHARS_MAX = 60;
/** Tags are words: lowercase letters, digits, `-` and `_` (SCH-9). */
export const Tag = z
  .string()
  .trim()
  .toLowerCase()
  .max(TAG_CHARS_MAX)
  .regex(/^[\p{L}\p{N}\p{M}_-]+$/u, "must be one word of letters, digits, - and _");

const ABOUT_MAX = 10;
const AboutSchema = z.strictObject({
  system: SystemName,
  id: personText(NAME_CHARS_MAX),
  type: personText(NAME_CHARS_MAX).default(RECORD).describe("such as `account` or `case`"),
  name: personText(NAME_CHARS_MAX).optional().describe("as people call it"),
});

/** Things in other systems that an episode is about. */
const About = z.array(AboutSchema).max(ABOUT_MAX);

/** Fields of an episode that is not simply something that was said. */
export const ContextFields = {
  outcome: OutcomeSchema.optional().describe("how it ended"),
  contextType: z.enum(CONTEXT_TYPES).optional().describe("without it, something that was said"),
  tags: z.array(Tag).max(TAGS_MAX).optional().describe("words it is found by, lowercase"),
  about: About.optional().describe("things in other systems: each is one thing in memory"),
};

/** The client's name for a request that it may send again. */
export const IdempotencyKey = z.string().min(1).max(200);

/** An instant with an offset or Z, returned in UTC. */
const InstantSchema = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .refine((instant) => /^\d{4}-/.test(instant), "must lie in the years 0000 to 9999");
/** A day or an instant, for time filters. */
export const WhenSchema = z.union([InstantSchema, z.iso.date().transform((day) => `${day}T00:00:00.000Z`)], {
  error: "must be an ISO 8601 date or date and time with offset",
});

/** An interval from two filters; undefined without either. Throws `invalid_request` if it ends before it begins. */
export function intervalOf(from: Instant | undefined, to: Instant | undefined): Interval | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from !== undefined && to !== undefined && from >= to)
    throw invalidField("to", "must be later than from");
  return { from, to };
}

/** What a search is limited to; undefined without limits. Throws as `intervalOf`. */
export function scopeOf(conversationIds: string[] | undefined, from?: Instant, to?: Instant) {
  const occurred = intervalOf(from, to);
  return conversationIds === undefined && occurred === undefined ? undefined : { conversationIds, occurred };
}

/** Characters of literal values, sentences and predicates that a person may enter. */
const VALUE_CHARS_MAX = 500;
const TEXT_CHARS_MAX = 1000;
export const PREDICATE_CHARS_MAX = 64;

/** What a thing is called in another system. */
export const ExternalKeySchema = z.strictObject({ system: SystemName, id: personText(NAME_CHARS_MAX) });

const LinkTo = z.strictObject({ kind: z.enum(LINK_ENDS), id: Id });

export const LinkFields = {
  type: z.enum(LINK_TYPES).describe("how the first bears on the second"),
  from: LinkTo,
  to: LinkTo,
  weight: z.number().min(0).max(1).default(1).describe("how strongly"),
  persistent: z
    .boolean()
    .default(true)
    .describe("`false`: it ends after a day, unless `expiresAt` says when"),
  expiresAt: WhenSchema.nullable().default(null).describe("when it ends by itself"),
};

/** The fields of a fact that may be corrected. */
export const FactEdit = {
  predicate: personText(PREDICATE_CHARS_MAX).describe("the relation"),
  object: personText(VALUE_CHARS_MAX).describe("name of an entity, or a value"),
  polarity: z.enum(["positive", "negative"]).describe("`negative`: it is not so"),
  text: personText(TEXT_CHARS_MAX).describe("the fact as a sentence"),
  validAt: WhenSchema.nullable().describe("since when it is true in the world"),
  invalidAt: WhenSchema.nullable().describe("until when it was true; not in it"),
  status: StatusSchema,
};

const STEPS_MAX = 50;
const STEP_CHARS_MAX = 300;
const NOTE_CHARS_MAX = 2_000;

/** A how-to. */
export const ProcedureBody = {
  name: personText(NAME_CHARS_MAX).describe("what it is for"),
  steps: z.array(personText(STEP_CHARS_MAX)).min(1).max(STEPS_MAX).describe("in order"),
  tags: z.array(Tag).max(TAGS_MAX).default([]).describe("words it is found by, lowercase"),
};
export const OutcomeReport = {
  outcome: OutcomeSchema,
  note: personText(NOTE_CHARS_MAX).optional().describe("kept as a message of yours"),
};

/** A whole number in a query string. */
export const count = (min: number, max: number, byDefault: number) =>
  z.coerce.number().int().min(min).max(max).default(byDefault);

export const PageQuery = z.object({
  limit: count(1, 200, 50).describe("items in a page"),
  cursor: z.string().min(1).max(1000).optional().describe("`nextCursor` of the page before"),
});

/** A comma-separated list in a query string; never empty. */
export const listOf = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.array(item).min(1));

/** `status=verified,staged` */
export const StatusList = listOf(StatusSchema);

/** Parses or throws `invalid_request` naming the fields. */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refused(parsed.error.issues, "body");
}
