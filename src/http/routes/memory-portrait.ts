import { z } from "zod";
import { namedEntity } from "../../services/named-entity.ts";
import { portraitOf, PortraitText } from "../../services/portraits/portrait.ts";
import { routes } from "../route.ts";
import { Id } from "../schemas.ts";
import { NameView } from "../view-schemas.ts";
import { nameOf } from "../views.ts";

const PortraitView = PortraitText.extend({ entity: NameView }).meta({ id: "Portrait" });

/** What is known about the user, or about an entity, as prose. */
export const portraitRoutes = routes(({ read }, context) => {
  read("GET /memory/portrait", {
    summary:
      "What is known about you, or about one entity, as prose: each sentence with the verified facts it states",
    querystring: z.object({ entity: Id.default("user").describe("its id or its name, or `user`") }),
    response: { 200: PortraitView },
    async run({ user, query }) {
      const entity = await namedEntity(user, "entity", query.entity);
      return { entity: nameOf(entity), ...(await portraitOf(user, entity, context.engine.clock.now())) };
    },
  });
});
