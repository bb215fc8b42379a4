import { z } from "zod";
import { withT } from "../../http/local-days.ts";
import { NAME_CHARS_MAX, WhenSchema } from "../../http/schemas.ts";

/** The person or thing meant. */
export const EntityName = z
  .string()
  .min(1)
  .max(NAME_CHARS_MAX)
  .optional()
  .describe('Name or id; "user" is the user.');

export const limit = (usual: number) => z.number().int().min(1).max(200).default(usual);

export const Cursor = z.string().min(1).max(1000).optional().describe("`nextCursor` of the answer before.");

/** A day or an instant; described in words, since its pattern is longer than all the other arguments. */
export const When = z
  .string()
  .max(40)
  .transform((text, context) => {
    const parsed = WhenSchema.safeParse(withT(text));
    if (parsed.success) return parsed.data;
    context.addIssue(parsed.error.issues[0]?.message ?? "is not a date");
    return z.NEVER;
  });

const Text = z.string();

/** A fact as `factTeller` tells it. */
export const FactOutput = z.looseObject({
  id: Text,
  text: Text,
  status: Text,
  confidence: z.number(),
  said: z.array(z.looseObject({ quote: Text, by: Text, at: Text, episodeId: Text })),
});

/** A person or thing as `entityTold` returns it. */
export const EntityOutput = z.looseObject({ id: Text, name: Text, type: Text, status: Text });

export const NextCursor = Text.nullable();
