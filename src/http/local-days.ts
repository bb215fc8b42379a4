import { z } from "zod";
import type { UserStore } from "../ports/memory-store.ts";
import { fromWall } from "../domain/model/wall-clock.ts";

/** A day, or a time without an offset, as Python's `isoformat()` and most models write it. */
const Local = z.union([
  z.iso.date().transform((day) => `${day}T00:00`),
  z.iso.datetime({ local: true }).regex(/[^Z]$/),
]);

/** Days and times without an offset in a request, `when` in its schema, become instants: they are of the user's zone. */
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
    const local = isA(type, when) ? Local.safeParse(String(fields[name]).replace(" ", "T")) : null;
    if (local?.success)
      fields[name] = fromWall(Date.parse(`${local.data}Z`), (await user.settings()).timeZone);
  }
}

/** A description makes a copy of a type, with the same definition. */
function isA(type: unknown, when: z.ZodType): boolean {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault)
    return isA(type.def.innerType, when);
  return type instanceof z.ZodType && type.def === when.def;
}
