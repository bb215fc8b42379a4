import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { LINK_TYPES } from "../../domain/model/link.ts";
import { notFound } from "../../errors.ts";
import { putLink } from "../../services/links.ts";
import { typesOf } from "../../store/fields.ts";
import { LINK } from "../../store/schema.ts";
import type { RouteContext } from "../context.ts";
import { ById, Id, LinkFields, PageQuery } from "../schemas.ts";
import { NOTHING, pageOf } from "../view-schemas.ts";
import { needs } from "../contract.ts";

const LinkView = z.object(typesOf(LINK)).meta({ id: "Link" });

/** Typed links between memories. */
export const linkRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, context) => {
  app.post(
    "/memory/links",
    needs.write(
      "Link two memories; the same type between the same two again replaces the link",
      { 200: LinkView },
      { body: z.strictObject(LinkFields) },
    ),
    async ({ userId, body }) => putLink(context.engine, userId, body),
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
      return request.user.linkPage({ ...query, endIds: id === undefined ? undefined : [id] });
    },
  );

  app.delete(
    "/memory/links/:id",
    needs.write("Remove a link; what it linked stays", { 204: NOTHING }, { params: ById }),
    async ({ user, params }, reply) => {
      if ((await user.deleteLinks([params.id])) === 0) throw notFound("link");
      return reply.code(204).send(null);
    },
  );
};
