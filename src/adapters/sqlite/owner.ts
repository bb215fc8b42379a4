import type { OwnerRow } from "../store-core/dump.ts";
import type { Context } from "./context.ts";

export function ownerOf({ db, user }: Context): OwnerRow | null {
  type Row = Omit<OwnerRow, "salt" | "vector_complete"> & {
    salt: Uint8Array;
    complete: number | null;
  };
  const row = db.get<Row>(
    `SELECT salt, settings, self_id, last_message_at, tag AS vector_tag, complete
     FROM users u LEFT JOIN vector_sets s ON s.user_id = u.user_id WHERE u.user_id = ?`,
    user,
  );
  if (row === undefined) return null;
  const { salt, complete, ...rest } = row;
  return { ...rest, salt: Buffer.from(salt).toString("hex"), vector_complete: complete === 1 };
}
