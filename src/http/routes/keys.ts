import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { RIGHTS } from "../../domain/model/rights.ts";
import { invalidField, notFound } from "../../errors.ts";
import { typesOf } from "../../store/fields.ts";
import { API_KEY } from "../../store/schema.ts";
import { idOfKey } from "../auth.ts";
import type { RouteContext } from "../context.ts";
import { ById } from "../schemas.ts";
import { NOTHING, pageOf } from "../view-schemas.ts";
import { onePage } from "../views.ts";
import { needs } from "../contract.ts";

const KeyBody = z
  .strictObject({
    rights: z
      .array(z.enum(RIGHTS))
      .min(1)
      .max(RIGHTS.length)
      .optional()
      .describe("without it yours; never more than yours"),
  })
  .nullish();

const Key = z
  .object(typesOf(API_KEY))
  .omit({ hash: true, session: true })
  .extend({ isCurrent: z.boolean() })
  .meta({ id: "Key" });

/** A user's own keys. Needs the right `admin`; other users' keys are managed on the command line. */
export const keyRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, { keys }) => {
  const ofUser = (userId: string) => keys.list().filter((key) => key.userId === userId);
  app.get(
    "/keys",
    needs.admin("Your API keys, newest first; never the keys themselves", { 200: pageOf(Key) }),
    async ({ userId, keyId }) => {
      const own = ofUser(userId).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
      return onePage(own.map((key) => ({ ...key, isCurrent: key.id === keyId })));
    },
  );

  app.post(
    "/keys",
    needs.admin(
      "Make a key for yourself, with your rights or fewer; it is shown once",
      { 201: z.object({ id: z.string(), key: z.string() }) },
      { body: KeyBody },
    ),
    async (request, reply) => {
      const { userId } = request;
      const rights = request.body?.rights ?? [...request.rights];
      const more = rights.filter((right) => !request.rights.includes(right));
      if (more.length > 0)
        throw invalidField("rights", `you do not have ${more.join(", ")} yourself`, "forbidden");
      const key = await keys.create({ userId, rights, by: userId });
      return reply.code(201).send({ id: idOfKey(key), key });
    },
  );

  app.delete(
    "/keys/:id",
    needs.admin("Revoke a key of yours; what it has open ends", { 204: NOTHING }, { params: ById }),
    async ({ userId, params }, reply) => {
      const key = ofUser(userId).find(({ id }) => id === params.id);
      if (key === undefined || key.revokedAt !== null) throw notFound("key");
      await keys.revoke(key.id, userId);
      return reply.code(204).send(null);
    },
  );
};
