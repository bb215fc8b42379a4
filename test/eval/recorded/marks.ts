/** What stands between a prompt's marks `<tag ...>` and `</tag>`; empty when there are none. */
export function section(text: string, tag: string): string {
  return new RegExp(`<${tag}\\b[^>]*>\\n?(.*?)\\n?</${tag}>`, "s").exec(text)?.[1] ?? "";
}

export interface Numbered {
  n: number;
  text: string;
}

/** The entries of a list that counts up from its first number; a line without the next number goes on the entry. */
export function numbered(list: string): Numbered[] {
  const entries: Numbered[] = [];
  for (const line of list.split("\n")) {
    const [, n, text] = /^(\d+)\. (.*)$/.exec(line) ?? [];
    const last = entries.at(-1);
    if (text !== undefined && (last === undefined || Number(n) === last.n + 1))
      entries.push({ n: Number(n), text });
    else if (last) last.text += `\n${line}`;
  }
  return entries;
}

/** The entries of a list marked with "- ". */
export function bulleted(list: string): string[] {
  return list.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
}
