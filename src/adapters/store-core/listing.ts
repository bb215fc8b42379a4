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
import { links, toAnswered, toChange, toConversation, toDay, toRejection, toReview } from "./rows.ts";

/** Lists: the part shared by all stores. */

const listOf = <Row, T, Query = PageRequest>(
  kind: string,
  key: readonly string[],
  toItem: (row: Row) => T,
  filtersOf: (query: Query) => Record<string, unknown> = () => ({}),
) => ({ kind, key, toItems: (rows: Row[]) => rows.map((row) => toItem(row)), filtersOf });

/** Those whose items are single rows. Filters have the names of columns, where they are one's value. */
export const LISTS = {
  conversations: listOf(
    "conversations",
    ["last_message_at", "id"],
    toConversation,
    ({ shelf }: ConversationPageQuery) => ({ shelf }),
  ),
  episodes: listOf("episodes", ["occurred_at", "n"], toAnswered),
  episodesOfConversation: listOf("conversation-episodes", ["ordinal"], toAnswered),
  changes: listOf("changes", ["n"], toChange, ({ targetId, runId }: ChangePageQuery) => ({
    target_id: targetId,
    run_id: runId,
  })),
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
  ),
  reviews: listOf("reviews", ["n"], toReview, ({ kind, state }: ReviewPageQuery) => ({ kind, state })),
  links: listOf("links", ["created_at", "id"], links.fromRow, ({ type, endIds }: LinkPageQuery) => ({
    type,
    ends: endIds && [...endIds].sort(),
  })),
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
