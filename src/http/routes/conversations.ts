import { z } from "zod";
import { SHELVES, shelfOf } from "../../domain/model/conversation.ts";
import { DAY_MS, plusMs, type Instant } from "../../domain/model/time.ts";
import { existing } from "../../errors.ts";
import { searchConversations } from "../../services/conversation-search.ts";
import { withFacts } from "../../services/timeline.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { ById, PageQuery, personText } from "../schemas.ts";
import {
  BranchView,
  ConversationView,
  EpisodeView,
  ForgottenView,
  NotedView,
  pageOf,
} from "../view-schemas.ts";
import { answeredViews, conversationView, forgottenView, notedView } from "../views.ts";
import { routes } from "../route.ts";

const TITLE_CHARS_MAX = 200;
const QUERY_CHARS_MAX = 200;

const ListedConversation = ConversationView.extend({
  found: z
    .object({ episodeId: z.string(), text: z.string() })
    .nullable()
    .exactOptional()
    .describe("with `q`: a turn in which it was said; null where only the title holds it"),
}).meta({ id: "ListedConversation" });

const Thread = ConversationView.extend({
  episodes: z.array(
    EpisodeView.extend({
      noted: z.array(NotedView),
      thought: z.string().nullable().describe("behind the reply, where the model showed it"),
    }),
  ),
  nextCursor: z.string().nullable(),
  branches: z
    .array(BranchView)
    .describe("conversations that branch off from it, oldest first, and the ordinal of their first own turn"),
}).meta({ id: "Thread" });

export const conversationRoutes = routes(({ read, write }, context) => {
  const archivedBefore = async (user: UserStore): Promise<Instant | null> => {
    const { archiveAfterDays: days } = await user.settings();
    return days === null ? null : plusMs(context.engine.clock.now(), -days * DAY_MS);
  };
  read("GET /conversations", {
    summary:
      "Threads, newest first, without archived ones; with q all whose title holds it or in which its words were said",
    querystring: PageQuery.extend({
      shelf: z.enum(SHELVES).optional().describe("only these"),
      q: personText(QUERY_CHARS_MAX)
        .optional()
        .describe("those whose title holds it, or in which each of its words was said or answered"),
    }),
    response: { 200: pageOf(ListedConversation) },
    async run({ user, query }) {
      const { q, shelf = "listed" as const, ...asked } = query;
      const before = await archivedBefore(user);
      if (q === undefined) {
        const page = await user.conversationPage({ ...asked, shelf, archivedBefore: before });
        return { ...page, items: page.items.map((one) => conversationView(one, before)) };
      }
      const page = await searchConversations(user, { ...asked, q });
      const items = page.items.map((one) => ({ ...conversationView(one, before), found: one.found }));
      return { ...page, items };
    },
  });

  read("GET /conversations/:id", {
    summary: "One thread with its turns in order, each with the facts that were noted in it",
    params: ById,
    querystring: PageQuery,
    response: { 200: Thread },
    async run({ user, params, query }) {
      const conversation = existing(await user.conversation(params.id), "conversation");
      const page = await user.episodePage({ ...query, conversationId: conversation.id });
      const [views, told, traces, branches] = await Promise.all([
        answeredViews(user, page.items, context.engine.clock.now()),
        withFacts(user, page.items),
        user.traces(page.items.map(({ id }) => id)),
        user.branches(conversation.id),
      ]);
      const noted = new Map(told.map(({ episode, facts }) => [episode.id, facts.map(notedView)]));
      const thoughts = new Map(
        traces.flatMap(({ episodeId, purpose, reasoning }) =>
          purpose === "reply" ? [[episodeId, reasoning] as const] : [],
        ),
      );
      return {
        ...conversationView(conversation, await archivedBefore(user)),
        episodes: views.map((view) => ({
          ...view,
          noted: noted.get(view.id) ?? [],
          thought: thoughts.get(view.id) ?? null,
        })),
        nextCursor: page.nextCursor,
        branches: branches.map(({ id, branchAt = 0 }) => ({ conversationId: id, ordinal: branchAt })),
      };
    },
  });

  write("PATCH /conversations/:id", {
    summary: "Rename, pin or archive",
    params: ById,
    body: z
      .strictObject({
        title: personText(TITLE_CHARS_MAX).nullable().exactOptional().describe("`null` takes the title away"),
        shelf: z
          .enum(SHELVES)
          .nullable()
          .exactOptional()
          .describe("`null` puts it back; a new message in an archived one does that, too"),
      })
      .refine((body) => Object.keys(body).length > 0, "names nothing to change"),
    response: { 200: ConversationView },
    async run({ user, userId, params, body }) {
      const before = await archivedBefore(user);
      const patched = existing(await user.patchConversation(params.id, body), "conversation");
      const isOld = body.shelf === null && shelfOf(patched, before) === "archived";
      const kept = isOld ? await user.patchConversation(patched.id, { shelf: "kept" }) : null;
      const conversation = kept ?? patched;
      context.engine.events.emit(userId, { type: "conversation", conversationId: conversation.id });
      return conversationView(conversation, before);
    },
  });

  write("DELETE /conversations/:id", {
    summary: "Forget a thread with everything that rests on it alone",
    params: ById,
    response: { 200: ForgottenView },
    async run({ user, userId, params }) {
      const { id } = existing(await user.conversation(params.id), "conversation");
      return forgottenView(await context.engine.forget(userId, { conversationId: id }));
    },
  });
});
