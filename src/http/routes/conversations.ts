import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { notFound } from "../../errors.ts";
import { searchConversations } from "../../services/conversation-search.ts";
import { withFacts } from "../../services/timeline.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { storeOf, type RouteContext } from "../context.ts";
import { Id, PageQuery, personText } from "../schemas.ts";
import { answeredViews, conversationView, notedView, type Noted } from "../views.ts";

const TITLE_CHARS_MAX = 200;
const QUERY_CHARS_MAX = 200;
const Params = z.object({ id: Id });

export function conversationRoutes(context: RouteContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/conversations",
      {
        schema: {
          tags: ["conversations"],
          summary: "Threads, newest first; with q those whose title holds it or in which its words were said",
          querystring: PageQuery.extend({
            q: personText(QUERY_CHARS_MAX)
              .optional()
              .describe("those whose title holds it, or in which each of its words was said or answered"),
          }),
        },
      },
      async (request) => {
        const user = storeOf(context, request);
        const { q, ...asked } = request.query;
        if (q === undefined) {
          const { items, nextCursor } = await user.conversationPage(asked);
          return { items: items.map(conversationView), nextCursor };
        }
        const { items, nextCursor } = await searchConversations(user, { ...asked, q });
        return { items: items.map((one) => ({ ...conversationView(one), found: one.found })), nextCursor };
      },
    );

    app.get(
      "/conversations/:id",
      {
        schema: {
          tags: ["conversations"],
          summary: "One thread with its turns in order, each with the facts that were noted in it",
          params: Params,
          querystring: PageQuery,
        },
      },
      async (request) => {
        const user = storeOf(context, request);
        const conversation = await user.conversation(request.params.id);
        if (!conversation) throw notFound("conversation");
        const page = await user.episodePage({ ...request.query, conversationId: conversation.id });
        const [views, noted] = await Promise.all([
          answeredViews(user, page.items, context.engine.clock.now()),
          notedIn(user, page.items),
        ]);
        return {
          ...conversationView(conversation),
          episodes: views.map((view) => ({ ...view, noted: noted.get(view.id) ?? [] })),
          nextCursor: page.nextCursor,
        };
      },
    );

    app.patch(
      "/conversations/:id",
      {
        schema: {
          tags: ["conversations"],
          summary: "Rename",
          params: Params,
          body: z.strictObject({
            title: personText(TITLE_CHARS_MAX).nullable().describe("`null` takes the title away"),
          }),
        },
      },
      async (request) => {
        const conversation = await storeOf(context, request).patchConversation(
          request.params.id,
          request.body,
        );
        if (!conversation) throw notFound("conversation");
        return conversationView(conversation);
      },
    );

    app.delete(
      "/conversations/:id",
      {
        schema: {
          tags: ["conversations"],
          summary: "Forget a thread with everything that rests on it alone",
          params: Params,
        },
      },
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

/** What each turn says of its facts now, by its id. */
async function notedIn(user: UserStore, turns: Episode[]): Promise<Map<string, Noted[]>> {
  const entries = await withFacts(user, turns);
  return new Map(entries.map(({ episode, facts }) => [episode.id, facts.map(notedView)]));
}
