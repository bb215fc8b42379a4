/** What was made for a key is kept; with more than `max` of them, it starts over. */
export function cached<T>(max: number, make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= max) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
