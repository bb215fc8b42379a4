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
import { needs } from "../contract.ts";

const LinkView = z.object(typesOf(LINK)).meta({ id: "Link" });

/** Typed links between memories. */
export function linkRoutes(context: RouteContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/memory/links",
      needs.write(
        "Link two memories; the same type between the same two again replaces the link",
        { 200: LinkView },
        { body: z.strictObject(LinkFields) },
      ),
      async (request) => putLink(context.engine, request.userId, request.body),
    );

    app.get(
      "/memory/links",
      needs.read(
        "Links between memories, newest first",
        { 200: pageOf(LinkView) },
        {
          querystring: PageQuery.extend({
            id: Id.optional().describe("of an episode, an entity, a fact or a conversation at either end"),
            type: z.enum(LINK_TYPES).optional(),
          }),
        },
      ),
      async (request) => {
        const { id, ...query } = request.query;
        return storeOf(context, request).linkPage({ ...query, endIds: id === undefined ? undefined : [id] });
      },
    );

    app.delete(
      "/memory/links/:id",
      needs.write("Remove a link; what it linked stays", { 204: NOTHING }, { params: z.object({ id: Id }) }),
      async (request, reply) => {
        if ((await storeOf(context, request).deleteLinks([request.params.id])) === 0) throw notFound("link");
        return reply.code(204).send(null);
      },
    );
  };
}
