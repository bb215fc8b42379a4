import { z } from "zod";
import { invalidField } from "../../errors.ts";
import { reviewItems, type ReviewItem } from "../../services/review/queue.ts";
import { tool } from "../tool.ts";
import { clip } from "../../language/text.ts";
import { entityTold, factTeller, type FactTeller, QUOTE_MAX } from "./facts.ts";
import { Cursor, limit, NextCursor } from "./schemas.ts";

/** An item's id holds two ids. */
const ITEM_ID_MAX = 500;

export const review = tool({
  name: "review",
  title: "What waits for a decision",
  description:
    "Statements that contradict each other, what may be over, people or things that may be one, and what would follow from " +
    "what is known: " +
    "ask the user about them when it fits.",
  right: "read",
  input: z.object({
    kind: z.enum(["dispute", "closing", "merge", "inferred", "insight", "forget"]).optional(),
    limit: limit(10),
    cursor: Cursor,
  }),
  output: z.object({
    items: z.array(z.looseObject({ id: z.string(), kind: z.string() })),
    nextCursor: NextCursor,
  }),
  async run({ user, engine }, query) {
    const asked = { ...query, state: "open" } as const;
    const { items, nextCursor } = await reviewItems(user, asked, engine.clock.now());
    const told = await factTeller(user);
    return { data: { items: items.map((item) => itemTold(item, told)), nextCursor } };
  },
});

function itemTold(item: ReviewItem, told: FactTeller) {
  const { id, kind } = item;
  if (item.kind === "dispute") return { id, kind, fact: told(item.fact), against: item.against.map(told) };
  if (item.kind === "closing") return { id, kind, fact: told(item.fact), news: item.news && told(item.news) };
  if (item.kind === "insight") {
    const said = item.turns.map(({ userMessage }) => clip(userMessage, QUOTE_MAX));
    return { id, kind, text: item.text, confidence: item.confidence, facts: item.facts.map(told), said };
  }
  if (item.kind === "inferred") return { id, kind, text: item.text, facts: item.facts.map(told) };
  if (item.kind === "forget") return { id, kind, text: item.text, at: item.at };
  const entities = item.entities.map(({ entity, facts }) => ({
    ...entityTold(entity),
    facts: facts.map(told),
  }));
  return { id, kind, reason: item.reason, entities };
}

export const decide = tool({
  name: "decide",
  title: "Decide what waits",
  description:
    "Takes the user's decision on an item of review: accept (this statement holds; these two are one; it is so) or reject. " +
    "Only with the user's own answer. Can be undone.",
  right: "write",
  input: z.object({
    id: z.string().min(1).max(ITEM_ID_MAX).describe("Of an item that review told."),
    decision: z.enum(["accept", "reject"]),
  }),
  output: z.looseObject({ id: z.string(), kind: z.string(), state: z.string() }),
  async run({ engine, userId }, { id, decision }) {
    if (id.trim() === "") throw invalidField("id", "must not be empty");
    const decided =
      decision === "accept" ? await engine.review.accept(userId, id) : await engine.review.reject(userId, id);
    return { data: { ...decided } };
  },
});
