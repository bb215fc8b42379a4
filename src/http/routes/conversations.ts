import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { SHELVES, shelfOf } from "../../domain/model/conversation.ts";
import { DAY_MS, plusMs, type Instant } from "../../domain/model/time.ts";
import { notFound } from "../../errors.ts";
import { searchConversations } from "../../services/conversation-search.ts";
import { withFacts } from "../../services/timeline.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { storeOf, type RouteContext } from "../context.ts";
import { Id, PageQuery, personText } from "../schemas.ts";
import {
  BranchView,
  ConversationView,
  EpisodeView,
  ForgottenView,
  NotedView,
  pageOf,
} from "../view-schemas.ts";
import { answeredViews, conversationView, notedView } from "../views.ts";
import { needs } from "../contract.ts";

const TITLE_CHARS_MAX = 200;
const QUERY_CHARS_MAX = 200;
const Params = z.object({ id: Id });

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

export function conversationRoutes(context: RouteContext): FastifyPluginAsyncZod {
  const archivedBefore = async (user: UserStore): Promise<Instant | null> => {
    const { archiveAfterDays: days } = await user.settings();
    return days === null ? null : plusMs(context.engine.clock.now(), -days * DAY_MS);
  };
  return async (app) => {
    app.get(
      "/conversations",
      needs.read(
        "Threads, newest first, without archived ones; with q all whose title holds it or in which its words were said",
        { 200: pageOf(ListedConversation) },
        {
          querystring: PageQuery.extend({
            shelf: z.enum(SHELVES).optional().describe("only these"),
            q: personText(QUERY_CHARS_MAX)
              .optional()
              .describe("those whose title holds it, or in which each of its words was said or answered"),
          }),
        },
      ),
      async (request) => {
        const user = storeOf(context, request);
        const { q, shelf = "listed" as const, ...asked } = request.query;
        const before = await archivedBefore(user);
        if (q === undefined) {
          const page = await user.conversationPage({ ...asked, shelf, archivedBefore: before });
          return { ...page, items: page.items.map((one) => conversationView(one, before)) };
        }
        const page = await searchConversations(user, { ...asked, q });
        const items = page.items.map((one) => ({ ...conversationView(one, before), found: one.found }));
        return { ...page, items };
      },
    );

    app.get(
      "/conversations/:id",
      needs.read(
        "One thread with its turns in order, each with the facts that were noted in it",
        { 200: Thread },
        { params: Params, querystring: PageQuery },
      ),
      async (request) => {
        const user = storeOf(context, request);
        const conversation = await user.conversation(request.params.id);
        if (!conversation) throw notFound("conversation");
        const page = await user.episodePage({ ...request.query, conversationId: conversation.id });
        const [views, noted, traces, branches] = await Promise.all([
          answeredViews(user, page.items, context.engine.clock.now()),
          notedIn(user, page.items),
          user.traces(page.items.map(({ id }) => id)),
          user.branches(conversation.id),
        ]);
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
    );

    app.patch(
      "/conversations/:id",
      needs.write(
        "Rename, pin or archive",
        { 200: ConversationView },
        {
          params: Params,
          body: z
            .strictObject({
              title: personText(TITLE_CHARS_MAX)
                .nullable()
                .exactOptional()
                .describe("`null` takes the title away"),
              shelf: z
                .enum(SHELVES)
                .nullable()
                .exactOptional()
                .describe("`null` puts it back; a new message in an archived one does that, too"),
            })
            .refine((body) => Object.keys(body).length > 0, "names nothing to change"),
        },
      ),
      async (request) => {
        const user = storeOf(context, request);
        const before = await archivedBefore(user);
        const patched = await user.patchConversation(request.params.id, request.body);
        if (!patched) throw notFound("conversation");
        const isOld = request.body.shelf === null && shelfOf(patched, before) === "archived";
        const kept = isOld ? await user.patchConversation(patched.id, { shelf: "kept" }) : null;
        const conversation = kept ?? patched;
        context.engine.events.emit(request.userId, { type: "conversation", conversationId: conversation.id });
        return conversationView(conversation, before);
      },
    );

    app.delete(
      "/conversations/:id",
      needs.write(
        "Forget a thread with everything that rests on it alone",
        { 200: ForgottenView },
        { params: Params },
      ),
      async (request) => {
        const conversation = await storeOf(context, request).conversation(request.params.id);
        if (!conversation) throw notFound("conversation");
        const target = { conversationId: conversation.id };
        const { purged, similar, ...forgotten } = await context.engine.forget(request.userId, target);
        return { forgotten, purged, similar };
      },
    );
  };
}

/** The current facts of each turn, by its id. */
async function notedIn(
  user: UserStore,
  turns: Episode[],
): Promise<Map<string, ReturnType<typeof notedView>[]>> {
  const entries = await withFacts(user, turns);
  return new Map(entries.map(({ episode, facts }) => [episode.id, facts.map(notedView)]));
}
