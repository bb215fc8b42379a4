import { z } from "zod";
import { LINK_TYPES } from "../../domain/model/link.ts";
import { notFound } from "../../errors.ts";
import { putLink } from "../../services/links.ts";
import { typesOf } from "../../store/fields.ts";
import { LINK } from "../../store/schema.ts";
import { ById, Id, LinkFields, PageQuery } from "../schemas.ts";
import { NOTHING, pageOf } from "../view-schemas.ts";
import { routes } from "../route.ts";

const LinkView = z.object(typesOf(LINK)).meta({ id: "Link" });

/** Typed links between memories. */
export const linkRoutes = routes(({ read, write }, context) => {
  write("POST /memory/links", {
    summary: "Link two memories; the same type between the same two again replaces the link",
    body: z.strictObject(LinkFields),
    response: { 200: LinkView },
    run: async ({ userId, body }) => putLink(context.engine, userId, body),
  });

  read("GET /memory/links", {
    summary: "Links between memories, newest first",
    querystring: PageQuery.extend({
      id: Id.optional().describe("of an episode, an entity, a fact or a conversation at either end"),
      type: z.enum(LINK_TYPES).optional(),
    }),
    response: { 200: pageOf(LinkView) },
    async run(request) {
      const { id, ...query } = request.query;
      return request.user.linkPage({ ...query, endIds: id === undefined ? undefined : [id] });
    },
  });

  write("DELETE /memory/links/:id", {
    summary: "Remove a link; what it linked stays",
    params: ById,
    response: { 204: NOTHING },
    async run({ user, params }) {
      if ((await user.deleteLinks([params.id])) === 0) throw notFound("link");
      return null;
    },
  });
});
