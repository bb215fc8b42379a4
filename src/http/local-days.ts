import { z } from "zod";
import type { UserStore } from "../ports/memory-store.ts";
import { dayBounds } from "../domain/model/local-day.ts";

const Day = z.iso.date();

/** Times of a request that are days, `when` in its schema, become instants: a day begins in the user's zone. */
export async function atLocalDays(
  schema: unknown,
  when: z.ZodType,
  given: unknown,
  user: Pick<UserStore, "settings">,
): Promise<void> {
  // Where null means absent, the object is behind a preprocessing.
  const object = schema instanceof z.ZodPipe ? schema.out : schema;
  if (!(object instanceof z.ZodObject) || typeof given !== "object" || given === null) return;
  const fields = given as Record<string, unknown>;
  for (const [name, type] of Object.entries(object.shape)) {
    const day = isA(type, when) ? Day.safeParse(fields[name]) : null;
    if (day?.success) fields[name] = dayBounds(day.data, (await user.settings()).timeZone).from;
  }
}

/** A description makes a copy of a type, with the same definition. */
function isA(type: unknown, when: z.ZodType): boolean {
  const inner = type instanceof z.ZodOptional ? type.def.innerType : type;
  return inner instanceof z.ZodType && inner.def === when.def;
}
