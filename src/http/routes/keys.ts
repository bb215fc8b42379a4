import { z } from "zod";
import { RIGHTS } from "../../domain/model/rights.ts";
import { invalidField, notFound } from "../../errors.ts";
import { typesOf } from "../../store/fields.ts";
import { API_KEY } from "../../store/schema.ts";
import { idOfKey } from "../auth.ts";
import { ById } from "../schemas.ts";
import { NOTHING, pageOf } from "../view-schemas.ts";
import { onePage } from "../views.ts";
import { routes } from "../route.ts";

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
export const keyRoutes = routes(({ admin }, { keys }) => {
  const ofUser = (userId: string) => keys.list().filter((key) => key.userId === userId);
  admin("GET /keys", {
    summary: "Your API keys, newest first; never the keys themselves",
    response: { 200: pageOf(Key) },
    async run({ userId, keyId }) {
      const own = ofUser(userId).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
      return onePage(own.map((key) => ({ ...key, isCurrent: key.id === keyId })));
    },
  });

  admin("POST /keys", {
    summary: "Make a key for yourself, with your rights or fewer; it is shown once",
    body: KeyBody,
    response: { 201: z.object({ id: z.string(), key: z.string() }) },
    async run(request) {
      const { userId } = request;
      const rights = request.body?.rights ?? [...request.rights];
      const more = rights.filter((right) => !request.rights.includes(right));
      if (more.length > 0)
        throw invalidField("rights", `you do not have ${more.join(", ")} yourself`, "forbidden");
      const key = await keys.create({ userId, rights, by: userId });
      return { id: idOfKey(key), key };
    },
  });

  admin("DELETE /keys/:id", {
    summary: "Revoke a key of yours; what it has open ends",
    params: ById,
    response: { 204: NOTHING },
    async run({ userId, params }) {
      const key = ofUser(userId).find(({ id }) => id === params.id);
      if (key === undefined || key.revokedAt !== null) throw notFound("key");
      await keys.revoke(key.id, userId);
      return null;
    },
  });
});
