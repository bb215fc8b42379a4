/** Maps items with at most `atOnce` of them under way; results in the order of the items. */
export async function mapSideBySide<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const lane = async (): Promise<void> => {
    for (const [n, item] of rest) results[n] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
