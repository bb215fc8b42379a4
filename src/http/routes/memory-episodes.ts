import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { notFound } from "../../errors.ts";
import { remember } from "../../services/remember.ts";
import { storeOf, type RouteContext } from "../context.ts";
import { Id, PageQuery, personText, WhenSchema } from "../schemas.ts";
import { episodeView } from "../views.ts";

/** Longest text of one episode that does not come by chat, characters. */
const TEXT_CHARS_MAX = 200_000;

const NewEpisodeBody = z.strictObject({
  text: personText(TEXT_CHARS_MAX),
  speaker: personText(200).optional(),
  occurredAt: WhenSchema.optional(),
  conversationId: Id.optional(),
  source: z.enum(["api", "import", "document"]).default("api"),
  externalId: Id.optional(),
});

export function episodeRoutes(context: RouteContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/memory/episodes",
      {
        schema: {
          tags: ["memory"],
          summary: "Remember something that was said elsewhere; extracted in the background",
          body: NewEpisodeBody,
        },
      },
      async (request, reply) => {
        const { text, speaker, occurredAt, conversationId, source, externalId } = request.body;
        const { episode, isNew } = await remember(context.engine, request.userId, {
          text,
          speaker: speaker ?? null,
          occurredAt: occurredAt ?? null,
          conversationId: conversationId ?? null,
          source,
          externalId: externalId ?? null,
        });
        const { id, conversationId: told } = episode;
        return reply.code(isNew ? 201 : 200).send({ id, episodeId: id, conversationId: told });
      },
    );

    app.get(
      "/memory/episodes",
      {
        schema: {
          tags: ["memory"],
          summary: "Episodes, newest first",
          querystring: PageQuery.extend({ conversationId: Id.optional() }),
        },
      },
      async (request) => {
        const page = await storeOf(context, request).episodePage(request.query);
        return { items: page.items.map(episodeView), nextCursor: page.nextCursor };
      },
    );

    app.get(
      "/memory/episodes/:id",
      {
        schema: {
          tags: ["memory"],
          summary: "One episode with the facts that rest on it",
          params: z.object({ id: Id }),
        },
      },
      async (request) => {
        const user = storeOf(context, request);
        const episode = await user.episode(request.params.id);
        if (!episode) throw notFound("episode");
        const facts = await user.facts({ episodeIds: [episode.id], limit: 200 });
        return { ...episodeView(episode), factIds: facts.map((fact) => fact.id) };
      },
    );
  };
}
