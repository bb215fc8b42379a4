import { z } from "zod";
import { LINK_ENDS, LINK_TYPES } from "../../domain/model/link.ts";
import { Id } from "../../http/schemas.ts";
import { putLink } from "../../services/links.ts";
import { tool } from "../tool.ts";

const Kind = z.enum(LINK_ENDS);

export const link = tool({
  name: "link",
  title: "Link memories",
  description: "How one memory bears on another. The same link again replaces it.",
  right: "write",
  input: z.object({
    type: z.enum(LINK_TYPES),
    fromKind: Kind,
    fromId: Id,
    toKind: Kind,
    toId: Id,
    weight: z.number().min(0).max(1).default(1),
  }),
  output: z.object({ id: z.string() }),
  async run({ engine, userId }, { type, fromKind, fromId, toKind, toId, weight }) {
    const { id } = await putLink(engine, userId, {
      type,
      from: { kind: fromKind, id: fromId },
      to: { kind: toKind, id: toId },
      weight,
      persistent: true,
      expiresAt: null,
    });
    return { data: { id } };
  },
});
