/**
 * The object of a statement whose sentence was edited: the words that now stand where the object stood. Null when more than
 * the object was edited, which code cannot take apart.
 */
export function objectAfter(was: string, now: string, object: string): string | null {
  if (object === "") return null;
  for (let at = was.indexOf(object); at >= 0; at = was.indexOf(object, at + 1)) {
    const [before, after] = [was.slice(0, at), was.slice(at + object.length)];
    if (now.length <= before.length + after.length || !now.startsWith(before) || !now.endsWith(after))
      continue;
    return now.slice(before.length, now.length - after.length).trim() || null;
  }
  return null;
}
