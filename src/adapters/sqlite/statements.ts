import { EngramError } from "../../errors.ts";
import type { PageRequest } from "../../ports/memory-store.ts";
import type { Update } from "../store-core/forget-store.ts";
import type { ListDescription } from "../store-core/listing.ts";
import type { Asked, Rows } from "../store-core/verbs.ts";
import { type Connection, type Named, type Value, plain } from "./connection.ts";
import { type Context, list } from "./context.ts";
import { FORGET_STATEMENTS } from "./statements-forget.ts";
import { COMMUNITIES, RECORD_STATEMENTS } from "./statements-records.ts";
import { SYSTEM_STATEMENTS } from "./statements-system.ts";
import { TRANSFER_STATEMENTS } from "./statements-transfer.ts";

/** The statements that `store-core` knows by name. One that needs several is a list; the last one answers. */
const STATEMENTS: Readonly<Record<string, string | readonly string[]>> = {
  ...SYSTEM_STATEMENTS,
  ...RECORD_STATEMENTS,
  ...FORGET_STATEMENTS,
  ...TRANSFER_STATEMENTS,
};

export function rowsOf(db: Connection, own: Named = {}): Rows {
  return {
    find<Row>(name: string, asked: Asked = {}) {
      let rows: Row[] = [];
      for (const sql of textsOf(name)) rows = db.all<Row>(sql, parameters(sql, asked, own));
      return rows;
    },
    count(name, asked = {}) {
      let count = 0;
      for (const sql of textsOf(name)) count = db.run(sql, parameters(sql, asked, own));
      return count;
    },
  };
}

function textsOf(name: string): readonly string[] {
  const texts = STATEMENTS[name];
  if (texts === undefined) throw new EngramError("internal", `There is no statement ${name}`);
  return typeof texts === "string" ? [texts] : texts;
}

const namesIn = new Map<string, string[]>();

/** Those that a text names: lists as JSON, booleans as numbers. Nothing takes the place of an own one, the user. */
function parameters(sql: string, asked: Readonly<Record<string, unknown>>, own: Named): Named {
  let names = namesIn.get(sql);
  if (names === undefined) {
    names = [...new Set(Array.from(sql.matchAll(/\$([a-z_]+)/g), ([, name = ""]) => name))];
    namesIn.set(sql, names);
  }
  const given = names.map((name) => {
    const value = Object.hasOwn(own, name) ? own[name] : asked[name];
    if (value === undefined) throw new EngramError("internal", `A statement lacks its parameter ${name}`);
    return [name, Array.isArray(value) ? list(value as Value[] as string[]) : value];
  });
  return plain(Object.fromEntries(given) as Named);
}

/** Changed columns, row by row. */
export function updateRows({ db, user }: Context, table: string, rows: Update[]): void {
  for (const { id, set } of rows) {
    const columns = Object.keys(set).map((column) => `${column} = $${column}`);
    const sql = `UPDATE ${table} SET ${columns.join(", ")} WHERE user_id = $user AND id = $id`;
    db.run(sql, { ...set, user, id });
  }
}

/** Conditions of lists by their filters, where they are not a column's value. */
const CONDITIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  conversations: {
    shelf: `CASE coalesce(shelf, iif(last_message_at < $archived_before, 'archived', ''))
      WHEN 'archived' THEN $shelf = 'archived' WHEN 'pinned' THEN $shelf <> 'archived' ELSE $shelf = 'listed' END`,
  },
  days: { from: "date >= $from", to: "date <= $to", reported: "report IS NOT NULL" },
  links: {
    ends: `(from_id IN (SELECT value FROM json_each($ends)) OR to_id IN (SELECT value FROM json_each($ends)))`,
  },
  reviews: { rights: "right_id IN (SELECT value FROM json_each($rights))" },
  rejections: { from: "at >= $from", to: "at < $to" },
};

/** What is selected, where it is not a user's rows of the table that a list is named after. */
const SELECTED: Readonly<Record<string, string>> = {
  communities: COMMUNITIES,
  links: "SELECT * FROM links WHERE user_id = $user AND (expires_at IS NULL OR expires_at > $now)",
};

/** The newest rows of a list, after a key. */
export function pageRows<Row>(
  { db, user, now }: Context,
  { kind, key, filtersOf, given }: ListDescription,
  query: PageRequest,
  after: readonly Value[] | null,
  limit: number,
): Row[] {
  const filters = Object.entries(filtersOf(query as never));
  const asked = filters.filter(([, value]) => value !== undefined && value !== false);
  const conditions = asked.map(([name]) => CONDITIONS[kind]?.[name] ?? `${name} = $${name}`);
  if (after !== null)
    conditions.push(`(${key.join(", ")}) < (${key.map((name) => `$after_${name}`).join(", ")})`);
  const from = SELECTED[kind] ?? `SELECT * FROM ${kind} WHERE user_id = $user`;
  const sql = `${[from, ...conditions].join(" AND ")}
    ORDER BY ${key.map((name) => `${name} DESC`).join(", ")} LIMIT $limit`;
  const keys = Object.fromEntries(key.map((name, i) => [`after_${name}`, after?.[i]]));
  const all = { ...Object.fromEntries(asked), ...given(query as never, now), ...keys, limit };
  return db.all<Row>(sql, parameters(sql, all, { user }));
}
