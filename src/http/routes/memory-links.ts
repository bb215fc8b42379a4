import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { LINK_TYPES } from "../../domain/model/link.ts";
import { notFound } from "../../errors.ts";
import { putLink } from "../../services/links.ts";
import { typesOf } from "../../store/fields.ts";
import { LINK } from "../../store/schema.ts";
import { storeOf, type RouteContext } from "../context.ts";
import { Id, LinkFields, PageQuery } from "../schemas.ts";
import { NOTHING, pageOf } from "../view-schemas.ts";

const LinkView = z.object(typesOf(LINK)).meta({ id: "Link" });

/** Typed links between memories. */
export function linkRoutes(context: RouteContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/memory/links",
      {
        config: { right: "write" },
        schema: {
          summary: "Link two memories; the same type between the same two again replaces the link",
          body: z.strictObject(LinkFields),
          response: { 200: LinkView },
        },
      },
      async (request) => putLink(context.engine, request.userId, request.body),
    );

    app.get(
      "/memory/links",
      {
        config: { right: "read" },
        schema: {
          summary: "Links between memories, newest first",
          querystring: PageQuery.extend({
            id: Id.optional().describe("of an episode, an entity, a fact or a conversation at either end"),
            type: z.enum(LINK_TYPES).optional(),
          }),
          response: { 200: pageOf(LinkView) },
        },
      },
      async (request) => {
        const { id, ...query } = request.query;
        return storeOf(context, request).linkPage({ ...query, endIds: id === undefined ? undefined : [id] });
      },
    );

    app.delete(
      "/memory/links/:id",
      {
        config: { right: "write" },
        schema: {
          summary: "Remove a link; what it linked stays",
          params: z.object({ id: Id }),
          response: { 204: NOTHING },
        },
      },
      async (request, reply) => {
        if ((await storeOf(context, request).deleteLinks([request.params.id])) === 0) throw notFound("link");
        return reply.code(204).send(null);
      },
    );
  };
}
