/** The first item of each key, in order. */
export function distinctBy<T>(items: Iterable<T>, keyOf: (item: T) => string): T[] {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(keyOf(item))) found.set(keyOf(item), item);
  return [...found.values()];
}

export function distinctById<T extends { id: string }>(items: Iterable<T>): T[] {
  return distinctBy(items, ({ id }) => id);
}

export function byId<T extends { id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

/** Consecutive parts of a list, each with at most `size` items. */
export function* partsOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** The values of the items, by key, in order. */
export function groupedBy<T, K, V>(
  items: Iterable<T>,
  keyOf: (item: T) => K,
  valueOf: (item: T) => V,
): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const item of items) {
    const values = groups.get(keyOf(item));
    if (values === undefined) groups.set(keyOf(item), [valueOf(item)]);
    else values.push(valueOf(item));
  }
  return groups;
}

/** Groups neighbouring items, keeping their order: each joins the last group if `fits` accepts the result. */
export function inGroups<T>(items: readonly T[], fits: (group: readonly T[]) => boolean): T[][] {
  const groups: T[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group !== undefined && fits([...group, item])) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** Items that share a key, directly or through others, in the order of the first of each group. */
export function connectedBy<T>(items: Iterable<T>, keysOf: (item: T) => Iterable<string>): T[][] {
  const groupOf = new Map<string, { items: T[]; keys: string[] }>();
  for (const item of items) {
    const keys = [...keysOf(item)];
    const known = new Set(keys.flatMap((key) => groupOf.get(key) ?? []));
    const [group = { items: [], keys: [] }, ...others] = known;
    const moved = [...others.flatMap((other) => other.keys), ...keys];
    group.items.push(...others.flatMap((other) => other.items), item);
    group.keys.push(...moved);
    for (const key of moved) groupOf.set(key, group);
  }
  return [...new Set(groupOf.values())].map((group) => group.items);
}
