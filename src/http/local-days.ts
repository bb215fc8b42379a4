import { z } from "zod";
import type { UserStore } from "../ports/memory-store.ts";
import { fromWall } from "../domain/model/wall-clock.ts";

const Day = z.iso.date().transform((day) => `${day}T00:00`);
/** Python's `str()`, and most databases, write a space for the T. */
export const withT = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, "$1T");
const Spaced = z.string().transform(withT);
/** Most models, and Python's `isoformat()`, write times without an offset. */
const Time = z.iso.datetime({ local: true }).regex(/[^Z]$/);
export const DayOrTime = Spaced.pipe(z.union([Day, Time]));

/** Times of a request that are days, `when` in its schema, become instants: a day begins in the user's zone. */
export async function atLocalDays(
  schema: unknown,
  when: z.ZodType,
  given: unknown,
  user: Pick<UserStore, "settings">,
  form: z.ZodType<string> = Day,
): Promise<void> {
  // Where null means absent, the object is behind a preprocessing.
  const object = schema instanceof z.ZodPipe ? schema.out : schema;
  if (!(object instanceof z.ZodObject) || typeof given !== "object" || given === null) return;
  const fields = given as Record<string, unknown>;
  for (const [name, type] of Object.entries(object.shape)) {
    const local = isA(type, when) ? form.safeParse(fields[name]) : null;
    if (local?.success)
      fields[name] = fromWall(Date.parse(`${local.data}Z`), (await user.settings()).timeZone);
  }
}

/** A description makes a copy of a type, with the same definition. */
function isA(type: unknown, when: z.ZodType): boolean {
  const inner = type instanceof z.ZodOptional ? type.def.innerType : type;
  return inner instanceof z.ZodType && inner.def === when.def;
}
