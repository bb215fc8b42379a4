import { CURRENT_STATUSES, HISTORICAL_STATUSES, STATUSES, type Status } from "../../domain/model/status.ts";
import { invalidField } from "../../errors.ts";
import { foldName } from "../../language/text.ts";
import type {
  ChangePageQuery,
  ConversationPageQuery,
  DayQuery,
  EntityPageQuery,
  FactQuery,
  LinkPageQuery,
  PageRequest,
  RejectionQuery,
  ReviewPageQuery,
} from "../../ports/memory-store.ts";
import type { Instant } from "../../domain/model/time.ts";
import { communityOf } from "./communities.ts";
import type { List } from "./cursor.ts";
import { links, toAnswered, toChange, toConversation, toDay, toRejection, toReview } from "./rows.ts";
import type { Asked } from "./verbs.ts";

/** A list whose items are single rows. */
export interface ListDescription<Row = never, T = unknown, Query = never> extends List<Row, T> {
  /** What a query asks for, by name, undefined if it does not. They have the names of columns, where they are one's value. */
  filtersOf: (query: Query) => Record<string, unknown>;
  /** Further parameters of its statement, which do not tell cursors apart. */
  given: (query: Query, now: Instant) => Asked;
  /** Neo4j's statement for a query. */
  statementOf: (query: Query) => string;
}

const listOf = <Row, T, Query = PageRequest>(
  kind: string,
  key: readonly string[],
  toItem: (row: Row) => T,
  filtersOf: (query: Query) => Record<string, unknown> = () => ({}),
  more: Partial<ListDescription<Row, T, Query>> = {},
): ListDescription<Row, T, Query> => ({
  kind,
  key,
  toItems: (rows) => rows.map((row) => toItem(row)),
  filtersOf,
  given: () => ({}),
  statementOf: () => `${kind}/page`,
  ...more,
});

/** By the tables that they list. */
export const LISTS = {
  conversations: listOf(
    "conversations",
    ["last_message_at", "id"],
    toConversation,
    ({ shelf }: ConversationPageQuery) => ({ shelf }),
    { given: ({ archivedBefore }) => ({ archived_before: archivedBefore ?? "" }) },
  ),
  episodes: listOf("episodes", ["occurred_at", "n"], toAnswered),
  episodesOfConversation: listOf("conversation-episodes", ["ordinal"], toAnswered),
  changes: listOf(
    "changes",
    ["n"],
    toChange,
    ({ targetId, runId }: ChangePageQuery) => ({ target_id: targetId, run_id: runId }),
    {
      statementOf({ targetId, runId }) {
        if (targetId !== undefined) return "changes/page-of-target";
        return runId === undefined ? "changes/page" : "changes/page-of-run";
      },
    },
  ),
  rejections: listOf(
    "rejections",
    ["n"],
    toRejection,
    ({ reason, stage, episodeId, from, to }: RejectionQuery & PageRequest) => ({
      reason,
      stage,
      episode_id: episodeId,
      from,
      to,
    }),
    {
      statementOf: ({ episodeId }) =>
        episodeId === undefined ? "rejections/page" : "rejections/page-of-episode",
    },
  ),
  reviews: listOf(
    "reviews",
    ["n"],
    toReview,
    ({ kind, state, rightIds }: ReviewPageQuery) => ({
      kind,
      state,
      rights: rightIds && [...new Set(rightIds)].sort(),
    }),
    {
      statementOf({ state, rightIds }) {
        if (rightIds !== undefined) return "reviews/page-of-rights";
        return state === undefined ? "reviews/page" : "reviews/page-by-state";
      },
    },
  ),
  links: listOf(
    "links",
    ["created_at", "id"],
    links.fromRow,
    ({ type, endIds }: LinkPageQuery) => ({ type, ends: endIds && [...endIds].sort() }),
    {
      given: (_query, now) => ({ now }),
      statementOf: ({ endIds }) => (endIds === undefined ? "links/page" : "links/page-of-ends"),
    },
  ),
  communities: listOf("communities", ["id"], communityOf),
  days: listOf(
    "days",
    ["date"],
    toDay,
    ({ from = "", to = "9999", reported = false }: DayQuery & PageRequest) => ({ from, to, reported }),
  ),
};

/** A fact's status today says little about past beliefs. */
export function statusesOf(
  { statuses, asOf, knownAt }: Pick<FactQuery, "statuses" | "asOf" | "knownAt">,
  unlessAsked: readonly Status[] = CURRENT_STATUSES,
): readonly Status[] {
  if (statuses !== undefined) return statuses;
  if (knownAt !== undefined) return STATUSES.filter((status) => status !== "archived");
  return asOf === undefined ? unlessAsked : HISTORICAL_STATUSES;
}

/** Distinguishes a list's cursors from those of differently filtered ones. */
export function filtersOf({ limit, cursor, ...asked }: PageRequest & object): unknown[] {
  return Object.entries(asked)
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(String).sort() : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

/** The folded name `q` may match as a whole, if exact names come first: in the default order. Null otherwise. */
export function soughtName({ q, sort, order }: EntityPageQuery): string | null {
  const name = foldName(q ?? "");
  return name === "" || sort !== undefined || order === "asc" ? null : name;
}

/** Mentions returned at once. */
export const MENTIONS_MAX = 2_000;

/** Folded, each once. Throws `invalid_request`. */
export function foldsOf(names: string[], fold: (name: string) => string): string[] {
  if (names.length > NAMES_MAX) throw invalidField("names", `at most ${NAMES_MAX}`);
  return [...new Set(names.map(fold))].filter((name) => name !== "");
}

const NAMES_MAX = 512;

/** A turn that mentions more entities than this is a list: it connects none of them. */
export const MENTIONED_MAX = 12;
