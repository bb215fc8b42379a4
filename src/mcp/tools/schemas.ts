import { z } from "zod";
import { WhenSchema } from "../../http/schemas.ts";

export { NAME_CHARS_MAX } from "../../http/schemas.ts";

export const limit = (usual: number) =>
  z.number().int().min(1).max(200).default(usual).describe("At most so many.");

export const Cursor = z
  .string()
  .min(1)
  .max(1000)
  .optional()
  .describe("`nextCursor` of the answer before: goes on from there.");

/** A day or an instant; described in words, as the pattern of one is longer than all the other arguments. */
export const When = z
  .string()
  .max(40)
  .transform((text, context) => {
    const parsed = WhenSchema.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue(parsed.error.issues[0]?.message ?? "is not a date");
    return z.NEVER;
  });
